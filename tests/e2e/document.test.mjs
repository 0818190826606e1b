// Documents of several pages: read page by page, combined, scored as a whole.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zip } from './archives.mjs';
import { texlens } from './command.mjs';
import { folder } from './files.mjs';
import { appTest, eventually } from './harness.mjs';
import { samplePage } from './pages.mjs';

const IDS = ['d/001', 'd/002', 'd/003'];
/** Time for three pages on a busy machine. */
const LONG = 300_000;
/** The script of the worker that reads pages. */
const READER = 'reading-worker.mjs';

/** A dataset folder with one document. */
function dataset() {
  const pages = ['subaddresses', 'validator-sets', 'halo-model'].map(samplePage);
  const lines = IDS.map((id, index) => ({ id, document: 'd', page: index + 1, image: `${id}.png`, reference: `${id}.tex` }));
  const files = { 'data/manifest.jsonl': lines.map((line) => JSON.stringify(line)).join('\n') };
  for (const [index, { image, reference }] of pages.entries()) {
    files[`data/${IDS[index]}.png`] = image;
    files[`data/${IDS[index]}.tex`] = reference;
  }
  return files;
}

const list = (app) => app.page.getByRole('navigation', { name: 'Samples' });
const whole = (app) => list(app).locator('li.document');
const fold = (app) => list(app).getByRole('button', { name: 'Pages of d' });

async function bring(app, files) {
  await app.drop({ 'data.zip': zip(files) });
  const add = app.page.locator('.plan .button.primary');
  await add.or(whole(app)).first().waitFor();
  if (await add.count()) await add.click();
  await whole(app).waitFor();
}

/** Returns the LaTeX of each page. */
async function pages(app) {
  if ((await fold(app).getAttribute('aria-expanded')) === 'false') await fold(app).click();
  const texts = [];
  for (const id of IDS) {
    await app.select(id);
    texts.push(await app.prediction());
  }
  return texts;
}

const isScored = (app) => eventually(async () => /DS/.test(await whole(app).textContent()), 'the document is scored', LONG);

appTest('a document is read, written together and has the numbers of the command', async (app) => {
  const files = dataset();
  await app.runOn('WebAssembly');
  await bring(app, files);
  assert.equal(await list(app).locator('li.leaf').count(), 0, 'it comes folded');
  await whole(app).getByText(/read 1 of 3 pages/).waitFor({ timeout: LONG });
  // Finished pages are shown at once, with their scores.
  const soFar = app.page.getByRole('region', { name: 'Pages read so far' });
  await soFar.getByRole('button', { name: 'Page 1' }).waitFor();
  assert.match(await soFar.locator('pre').first().textContent(), /\w{3}/);
  await soFar.getByText(/pages? (is|are) still to be read/).waitFor();
  await soFar.locator('.main-score').first().waitFor();
  await isScored(app);

  const texts = await pages(app);
  assert.equal(await list(app).locator('li.leaf[aria-level="2"]').count(), 3);
  await eventually(() => app.page.locator('.sheet img').evaluate((/** @type {HTMLImageElement} */ image) => image.naturalWidth > 0), 'the page is shown');
  await whole(app).locator('button.sample').click();
  assert.equal(await app.prediction(), texts.join('\n'));
  await app.useEngine();
  const shown = await app.scoresWithVerdict();

  const root = folder({ ...files, ...Object.fromEntries(IDS.map((id, index) => [`app/${id}.tex`, texts[index]])) });
  const answer = JSON.parse(texlens('evaluate', join(root, 'data'), '--system', `app=${join(root, 'app')}`, '--format', 'json', '--resamples', '100'));
  const [level] = answer.levels;
  assert.equal(level.level, 'document');
  const { metrics } = level.scores[0];
  let defined = 0;
  for (const [id, { value }] of Object.entries(metrics)) {
    if (!(id in shown)) continue;
    assert.equal(shown[id].value, value === null ? null : Number(value.toFixed(3)), id);
    defined += value === null ? 0 : 1;
  }
  assert.ok(defined > 10, `${defined} scores`);

  // The same images give the same LaTeX, except where the two runtimes round differently.
  texlens('ocr', join(root, 'data'), '--out', join(root, 'native'));
  for (const [index, id] of IDS.entries()) {
    const native = join(root, 'native', `${id}.tex`);
    const agreement = JSON.parse(texlens('score', '--reference', native, '--prediction', join(root, 'app', `${id}.tex`)));
    assert.ok(agreement.metrics.ds.value > 0.995, `${id}: the texts agree by ${agreement.metrics.ds.value}\n${texts[index]}\n${readFileSync(native)}`);
  }
}, { timeout: 900_000 });

appTest('neither a worker that dies nor a closed tab loses a finished page of a document', async (app) => {
  await app.runOn('WebAssembly');
  await bring(app, dataset());
  await fold(app).click();
  const worker = await eventually(() => app.worker(READER), 'a worker reads');
  await app.sample('d/002').getByText(/reading [1-9]/).waitFor({ timeout: LONG });
  // Pages take about a second: whatever comes before this leaves no page to lose.
  await worker.end();
  await eventually(async () => ![undefined, worker.id].includes((await app.worker(READER))?.id), 'another worker runs');
  assert.match(await whole(app).textContent(), /read [12] of 3 pages/, 'there is more to read');
  assert.match(await app.sample('d/001').textContent(), /DS|scoring/, 'the first page is read');
  await app.select('d/001');
  const first = await app.prediction();
  // As in a crash, the page receives no further event.
  await app.page.waitForTimeout(1000);
  await app.page.goto('about:blank');
  await app.open();
  await whole(app).waitFor();
  await fold(app).click();
  assert.match(await app.sample('d/001').textContent(), /DS|scoring/, 'the first page is still read');
  await app.select('d/001');
  assert.equal(await app.prediction(), first);
  await eventually(() => app.page.getByRole('img', { name: 'Page d/001' }).evaluate((/** @type {HTMLImageElement} */ image) => image.naturalWidth > 0), 'its image is shown');
  await isScored(app);
  const texts = await pages(app);
  await whole(app).locator('button.sample').click();
  assert.equal(await app.prediction(), texts.join('\n'));
}, { timeout: 900_000 });

appTest('pages are folded, removed and brought back with their document', async (app) => {
  const files = dataset();
  for (const id of IDS) {
    delete files[`data/${id}.png`];
    files[`model/${id}.tex`] = files[`data/${id}.tex`];
  }
  files['data/manifest.jsonl'] = files['data/manifest.jsonl'].replace(/"image":"[^"]*",/g, '');
  await bring(app, files);
  await isScored(app);
  await whole(app).locator('button.sample').focus();
  await app.page.keyboard.press('ArrowRight');
  assert.equal(await list(app).locator('li.leaf').count(), 3);
  await app.select('d/003');
  await app.page.keyboard.press('ArrowLeft');
  await list(app).locator('li.document.selected').waitFor();
  await list(app).getByRole('button', { name: 'Remove d', exact: true }).click();
  await app.page.getByRole('button', { name: 'Undo', exact: true }).click();
  await isScored(app);
  assert.equal(await list(app).locator('li.leaf').count(), 3);
});
