// Actions on the page itself: boxes, glyphs, corrections, regions.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { texlens } from './command.mjs';
import { folder } from './files.mjs';
import { appTest, eventually } from './harness.mjs';
import { numbers } from './numbers.mjs';
import { samplePage } from './pages.mjs';

/** Opens a sample page with its reference and waits until it is read and scored. */
async function readPage(app, name = 'subaddresses') {
  const { image, reference } = samplePage(name);
  await app.runOn('WebAssembly');
  await app.drop({ [`${name}.png`]: image, [`${name}.tex`]: reference });
  await app.read(name);
  await app.scores();
}

const layer = (app, name) => app.page.getByRole('group', { name: 'Boxes on the page' }).getByRole('button', { name, exact: true });
const readout = (app) => app.page.locator('.readout');

appTest('a glyph finds its LaTeX, and its LaTeX the glyph', async (app) => {
  await readPage(app);
  await layer(app, 'Glyphs').click();
  const glyphs = app.page.locator('svg.overlay rect.glyph:not(.role-left-out)');
  assert.ok((await glyphs.count()) > 500);
  await glyphs.nth(40).click();
  await app.page.locator('#token-selected').waitFor();
  assert.match(await readout(app).textContent(), /confidence \d\.\d\d, written as/);
  const symbol = await readout(app).locator('code').first().textContent();
  const pointed = app.page.locator('.prediction .pointed');
  if (/^[A-Za-z]$/.test(symbol)) assert.equal((await pointed.first().textContent()).trim(), symbol);

  await app.page.locator('.prediction .token').nth(5).click();
  await eventually(async () => (await pointed.count()) && (await pointed.first().textContent()).trim().length === 1, 'one letter is marked');
  assert.match(await readout(app).textContent(), /written as/);
});

appTest('a correction changes text and scores, is saved, and is taken back', async (app) => {
  await readPage(app);
  const before = await app.prediction();
  const { ds } = await app.scores();
  await app.page.locator('svg.overlay rect[data-token="12"]').click();
  await app.page.keyboard.press('e');
  const dialog = app.page.getByRole('dialog');
  await dialog.getByRole('img', { name: 'The place on the page' }).waitFor();
  await dialog.getByLabel('LaTeX').fill('corrected by hand');
  await dialog.getByLabel('LaTeX').press('Enter');
  await app.page.getByText('1 correction', { exact: true }).waitFor();
  assert.ok((await app.prediction()).includes('corrected by hand'));
  await eventually(async () => (await app.scores()).ds.value !== ds.value, 'the scores follow');

  await app.useEngine();
  await app.scoresWithVerdict();
  await app.page.locator('footer .compiling').waitFor({ state: 'detached' });
  const download = await app.save();
  const saved = readFileSync(await download.path());
  assert.match(saved.toString('utf8'), /corrected by hand in one place/);

  // The corrected page counts as another system in every output, and the page as it was read keeps its score.
  const json = JSON.parse(readFileSync(await (await app.save('JSON')).path(), 'utf8'));
  const [read, corrected] = numbers(json, 'page').scores;
  assert.equal(corrected.system, `${read.system}, corrected`);
  assert.notEqual(corrected.values.ds, read.values.ds);
  const root = folder({ 'saved.html': saved });
  const native = JSON.parse(texlens('evaluate', join(root, 'saved.html'), '--level', 'page', '--format', 'json'));
  assert.deepEqual(numbers(native, 'page'), numbers(json, 'page'), 'the command has the same numbers of what was saved');

  await app.page.getByRole('button', { name: 'Undo', exact: true }).click();
  assert.equal(await app.prediction(), before);
  await eventually(async () => (await app.scores()).ds.value === ds.value, 'the scores are those of before');

  // The saved evaluation opens with its correction, which can still be undone.
  await app.drop({ 'saved.html': saved });
  await app.select('subaddresses · corrected');
  await app.page.getByText('1 correction', { exact: true }).waitFor();
  await app.page.getByRole('button', { name: 'Undo', exact: true }).click();
  assert.equal(await app.prediction(), before);
});

appTest('unsure places are walked with the keyboard', async (app) => {
  await readPage(app);
  await app.page.getByText(/^\d+ unsure$/).waitFor();
  await app.page.keyboard.press('u');
  await app.page.getByText(/^1 of \d+ unsure$/).waitFor();
  assert.match(await readout(app).textContent(), /confidence 0\.[0-4]\d/);
  await app.page.keyboard.press('U');
  await app.page.getByText(/^(\d+) of \1 unsure$/).waitFor();
});

appTest('a part of the page is marked, copied, and read again', async (app) => {
  await readPage(app);
  await app.page.locator('svg.overlay rect[data-token="30"]').scrollIntoViewIfNeeded();
  const first = await app.page.locator('svg.overlay rect[data-token="30"]').boundingBox();
  await app.page.mouse.move(first.x - 3, first.y - 3);
  await app.page.mouse.down();
  await app.page.mouse.move(first.x + 120, first.y + 40, { steps: 5 });
  await app.page.mouse.up();
  await readout(app).getByText(/\d items?$/).waitFor();
  await readout(app).getByRole('button', { name: 'Copy' }).click();
  const part = await app.page.evaluate(() => navigator.clipboard.readText());
  const whole = await app.prediction();
  assert.ok(part.length > 5 && part.split('\n').every((line) => whole.includes(line)), part);

  await readout(app).getByRole('button', { name: 'Read this part again' }).click();
  await app.read('subaddresses');
  await readout(app).getByText(/\d items?$/).waitFor();
  // Everything outside the region is unchanged.
  const again = await app.prediction();
  assert.equal(again.slice(0, 60), whole.slice(0, 60));
  assert.equal(again.slice(-200), whole.slice(-200));
});

appTest('words are marked with Shift and the arrows', async (app) => {
  await readPage(app);
  await app.page.locator('svg.overlay').focus();
  await app.page.keyboard.press('Home');
  await app.page.keyboard.press('Shift+ArrowRight');
  await readout(app).getByText(/^[\d,]+ items$/).waitFor();
  await app.page.keyboard.press('Control+c');
  const copied = await eventually(() => app.page.evaluate(() => navigator.clipboard.readText()), 'something is copied');
  assert.ok((await app.prediction()).startsWith(copied.split('\n')[0].slice(0, 4)));
});
