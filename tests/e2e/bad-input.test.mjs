import assert from 'node:assert/strict';
import { appTest } from './harness.mjs';
import { LINE, whitePng } from './pages.mjs';

/** @type {Record<string, [content: string | Buffer, message: RegExp]>} */
const BAD = {
  'empty.png': ['', /empty/],
  'empty.tex': ['', /empty/],
  'text.png': [String.raw`\section{Not an image}`, /neither PNG nor JPEG/],
  'truncated.png': [LINE.subarray(0, 100), /is truncated/],
  'huge.png': [whitePng(20_000, 20_000), /20000 × 20000 pixels; the limit is/],
  'latin1.tex': [Buffer.from('caf\xe9', 'latin1'), /not UTF-8: byte 0xE9 at offset 3/],
};

for (const [name, [content, message]] of Object.entries(BAD)) {
  appTest(`${name} is refused with a clear message and the app goes on`, async (app) => {
    await app.drop({ [name]: content });
    const alert = app.refusals();
    await alert.waitFor();
    assert.match(await alert.textContent(), message);
    assert.ok((await alert.textContent()).includes(name), 'the message names the file');
    await alert.getByRole('button', { name: 'Dismiss' }).click();
    await app.drop({ 'a.ref.tex': 'one two', 'a.pred.tex': 'one two' });
    assert.equal((await app.scores()).ds.value, 1);
  });
}

appTest('half an image is read as far as it goes, and said to be cut off', async (app) => {
  await app.runOn('WebAssembly');
  await app.drop({ 'half.png': LINE.subarray(0, LINE.length >> 1) });
  await app.read('half');
  await app.page.getByText(/^The image file is cut off: [2-7]\d % of its lines are missing\./).waitFor();
  assert.equal(await app.refusals().count(), 0);
  await app.page.goto('about:blank');
  await app.open();
  await app.page.getByText(/^The image file is cut off/).waitFor();
});

appTest('a damaged image that looks whole fails with a message and the next one is read', async (app) => {
  const damaged = Buffer.from(LINE);
  damaged.fill(0x55, damaged.length >> 1, (damaged.length >> 1) + 200);
  // Firefox says so where it draws the image.
  app.provoked.push(/^Image corrupt or truncated/);
  await app.runOn('WebAssembly');
  await app.drop({ 'damaged.png': damaged });
  const failure = app.page.locator('.outcome.failed, .refusals');
  await failure.waitFor();
  assert.match(await failure.textContent(), /image/);
  await app.drop({ 'line.png': LINE });
  await app.select('line');
  await app.read('line');
});

appTest('a blank page is read as nothing', async (app) => {
  await app.runOn('WebAssembly');
  await app.drop({ 'blank.png': whitePng(800, 1000) });
  await app.page.locator('.readout', { hasText: '0 items' }).waitFor();
});
