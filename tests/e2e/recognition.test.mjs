import assert from 'node:assert/strict';
import { appTest, eventually } from './harness.mjs';
import { LINE, samplePage } from './pages.mjs';

/** The part of the reference's plain words that a text has. */
function wordsFound(reference, text) {
  const words = reference.replace(/\$[^$]*\$|\\begin\{equation\}[\s\S]*?\\end\{equation\}|\\\w+/g, ' ').match(/[A-Za-z]{4,}/g);
  return words.filter((word) => text.includes(word)).length / words.length;
}

appTest('a dropped page is read in WebAssembly and scored', async (app) => {
  const { image, reference } = samplePage('subaddresses');
  await app.runOn('WebAssembly');
  await app.drop({ 'subaddresses.png': image, 'subaddresses.tex': reference });
  await app.read('subaddresses');
  assert.match(await app.page.locator('footer .runtime').textContent(), /^WebAssembly: chosen in the settings/);
  const latex = await app.prediction();
  const found = wordsFound(reference, latex);
  assert.ok(found >= 0.9, `${(found * 100).toFixed(1)} % of the page's words were read:\n${latex}`);
  const scores = await app.scores();
  assert.ok(scores.ds.value > 0.7, `ds: ${scores.ds.value}`);

  // What was read stands where it was read.
  const boxes = await app.page.locator('svg.overlay rect[data-token]').count();
  assert.ok(boxes > 100, `${boxes} boxes`);
  await app.page.locator('svg.overlay rect[data-token="0"]').click();
  await app.page.locator('#token-selected').waitFor();
  assert.match(await app.page.locator('.readout').textContent(), /confidence \d\.\d\d/);
});

appTest('left to itself it does not compute on an emulated GPU, nor fetch the runtime for one', async (app) => {
  const fetched = [];
  app.page.context().on('request', (request) => fetched.push(request.url()));
  await app.drop({ 'line.png': LINE });
  await app.read('line');
  assert.match(await app.page.locator('footer .runtime').textContent(), /^WebAssembly: .*(WebGPU|emulates)/);
  assert.ok(fetched.some((url) => url.endsWith('/ort/ort-wasm-simd-threaded.wasm')));
  assert.ok(!fetched.some((url) => url.includes('asyncify')), 'the large runtime was fetched');
}, { gpu: true });

appTest('one line is read on WebGPU as in WebAssembly', async (app) => {
  await app.runOn('WebGPU');
  await app.drop({ 'line.png': LINE });
  await app.read('line');
  assert.match(await app.page.locator('footer .runtime').textContent(), /^WebGPU: chosen in the settings/);
  const onGpu = await app.prediction();

  await app.runOn('WebAssembly');
  await app.drop({ 'again.png': LINE });
  await app.select('again');
  await app.read('again');
  assert.match(await app.page.locator('footer .runtime').textContent(), /^WebAssembly/);
  assert.equal(await app.prediction(), onGpu);
}, { gpu: true, timeout: 400_000 });

appTest('WebGPU where there is none is refused with advice', async (app) => {
  await app.runOn('WebGPU');
  await app.drop({ 'line.png': LINE });
  const alert = app.page.locator('.outcome.failed');
  await alert.waitFor();
  assert.match(await alert.textContent(), /WebGPU was asked for, but .*Choose another execution provider/);
  await app.runOn('WebAssembly');
  await alert.getByRole('button', { name: 'Try again' }).click();
  await app.read('line');
});

appTest('reading is cancelled between tiles', async (app) => {
  const { image } = samplePage('radial-velocities');
  await app.runOn('WebAssembly');
  await app.drop({ 'long.png': image });
  await app.page.getByText(/Reading: [1-9]\d* of/).waitFor();
  await app.page.getByRole('button', { name: 'Cancel' }).click();
  await app.page.getByText('Reading was cancelled.').waitFor();
  // The app goes on.
  await app.drop({ 'line.png': LINE });
  await app.select('line');
  await app.read('line');
});

appTest('a worker that dies is started again; what was read stays', async (app) => {
  await app.runOn('WebAssembly');
  await app.drop({ 'line.png': LINE });
  await app.read('line');
  const line = await app.prediction();
  const { image } = samplePage('subaddresses');
  await app.drop({ 'page.png': image });
  await app.select('page');
  await app.page.getByText(/Reading: [1-9]\d* of/).waitFor();
  const [worker] = app.page.workers();
  await worker.evaluate(() => self.close());
  await eventually(() => app.page.workers().length === 1 && app.page.workers()[0] !== worker, 'another worker runs');
  await app.read('page');
  await app.select('line');
  assert.equal(await app.prediction(), line);
});
