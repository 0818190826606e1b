import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { unzip, zip } from './archives.mjs';
import { folder } from './files.mjs';
import { appTest, eventually } from './harness.mjs';
import { samplePage } from './pages.mjs';

appTest('an evaluation is saved as one page that reads without scripts and opens again', async (app) => {
  const { image, reference } = samplePage('subaddresses');
  await app.runOn('WebAssembly');
  await app.drop({ 'subaddresses.png': image, 'subaddresses.tex': reference });
  await app.read('subaddresses');
  const scores = await app.scores();
  const latex = await app.prediction();
  const download = await app.save();
  const file = await download.path();
  const html = readFileSync(file, 'utf8');
  assert.equal(html.match(/<script/g).length, 2, 'the page has its data and one script');

  // A reader without scripts and without a network.
  const reader = await app.otherWindow({ javaScriptEnabled: false, offline: true });
  const page = await reader.newPage();
  const asked = [];
  page.on('request', (request) => asked.push(request.url()));
  const copy = `${file}.html`;
  await download.saveAs(copy);
  await page.goto(pathToFileURL(copy).href);
  const text = await page.locator('body').innerText();
  assert.match(text, /subaddresses/);
  assert.ok(text.includes(scores.ds.value.toFixed(3).replace(/0+$/, '')), 'the page shows the score');
  assert.ok((await page.locator('.katex').count()) > 10, 'the page shows formulas');
  const shown = page.locator('img').first();
  // Images are loaded when they come near.
  await shown.scrollIntoViewIfNeeded();
  await eventually(() => shown.evaluate((/** @type {HTMLImageElement} */ img) => img.naturalWidth > 1000), 'the page shows the image');
  assert.deepEqual(asked.filter((url) => !url.startsWith('file:') && !url.startsWith('data:')), []);
  await reader.close();

  // Dropped into a fresh app, it is the same evaluation.
  await app.open();
  await app.drop({ 'saved.html': html });
  await app.page.getByText('Evaluation with 1 sample opened.').waitFor();
  assert.deepEqual(await app.scores(), scores);
  assert.equal(await app.prediction(), latex);
  const imageIsShown = () => eventually(() => app.page.locator('.sheet img').evaluate((/** @type {HTMLImageElement} */ img) => img.naturalWidth > 1000), 'the image is shown');
  await imageIsShown();

  // The same holds for an unpacked folder, whose images are separate files.
  const archive = readFileSync(await (await app.save('Folder')).path());
  const root = folder(Object.fromEntries(Object.entries(unzip(archive)).map(([name, content]) => [`saved/${name}`, content])));
  await app.page.goto('about:blank');
  await app.open();
  await app.page.locator('footer').getByRole('button', { name: /^Storage/ }).click();
  await app.page.getByRole('button', { name: 'Remove all' }).click();
  await app.page.keyboard.press('Escape');
  await app.page.locator('input[webkitdirectory]').first().setInputFiles(join(root, 'saved'));
  // The sample stored when the page was read, and the one just opened.
  await app.page.getByText('Evaluation with 2 samples opened.').waitFor();
  assert.deepEqual(await app.scores(), scores);
  assert.equal(await app.prediction(), latex);
  await imageIsShown();
});

appTest('a worker that dies while it holds an evaluation is started again, and the file is whole', async (app) => {
  await app.drop({ 'a.tex': 'We have $x^2$.', 'a.pred.tex': 'We have $x^3$.' });
  const scores = await app.scores();
  const before = (await app.workers()).map(({ id }) => id);
  await app.page.locator('header').getByRole('button', { name: 'Save', exact: true }).click();
  await app.saveSheet().getByText(/^\d+ kB$/).first().waitFor();
  const isNew = ({ id }) => !before.includes(id);
  const writer = (await app.workers()).find(isNew);
  assert.ok(writer, 'a worker writes files');
  await writer.end();
  await eventually(async () => (await app.workers()).some((worker) => isNew(worker) && worker.id !== writer.id), 'another worker runs');
  const [download] = await Promise.all([
    app.page.waitForEvent('download'),
    app.saveSheet().getByRole('button', { name: 'Save', exact: true }).click(),
  ]);
  const html = readFileSync(await download.path(), 'utf8');
  await app.page.goto('about:blank');
  await app.open();
  await app.drop({ 'saved.html': html });
  await app.page.getByText('Evaluation with 1 sample opened.').waitFor();
  assert.deepEqual(await app.scores(), scores);
});

appTest('saving is cancelled at any time, and nothing is downloaded', async (app) => {
  // Pages full of formulas, so that writing takes a while.
  const page = (number, power) => Array.from({ length: 60 }, (_, line) => `Line ${line} of page ${number} has $x_{${line}}^{${power}}$.`).join('\n');
  const records = Array.from({ length: 350 }, (_, number) => ({ id: `p${number}`, kind: 'page', reference: page(number, 2), prediction: page(number, 3) }));
  await app.drop({ 'pages.jsonl': records.map((record) => JSON.stringify(record)).join('\n') });
  await app.page.getByRole('dialog', { name: 'Review import' }).getByRole('button', { name: /^(Add|Score) / }).click();
  const list = app.page.getByRole('navigation', { name: 'Samples' });
  await list.locator('.count').filter({ hasText: '350' }).waitFor();
  await eventually(async () => (await list.getByRole('group', { name: 'Work' }).count()) === 0, 'all are scored');
  const downloads = [];
  app.page.on('download', (download) => downloads.push(download));
  await app.page.locator('header').getByRole('button', { name: 'Save', exact: true }).click();
  const sheet = app.saveSheet();
  // At once, while the evaluation is on its way to the worker, and once the worker has begun.
  for (const wait of [async () => {}, () => sheet.getByText(/^Saving: step \d/).waitFor()]) {
    await sheet.getByRole('button', { name: 'Save', exact: true }).click();
    await wait();
    await sheet.getByRole('button', { name: 'Cancel' }).click();
    await sheet.getByRole('button', { name: 'Save', exact: true }).waitFor();
  }
  await app.page.waitForTimeout(2000);
  assert.equal(downloads.length, 0);
  await sheet.getByRole('button', { name: 'Save', exact: true }).click();
  await eventually(() => downloads.length === 1, 'the file comes when it is wanted');
});

appTest('saving waits for the scores, so that nothing is saved as missing', async (app) => {
  const text = Array.from({ length: 60 }, (_, line) => `Line ${line} with $x_${line}$ and $\\frac{a}{b_${line}}$.`).join('\n');
  /** @type {Record<string, string>} */
  const files = {};
  for (let page = 0; page < 12; page += 1) {
    files[`set/gt/p${page}.tex`] = `${text} ${page}`;
    files[`set/nougat/p${page}.md`] = `${text} ${page}`;
  }
  await app.drop({ 'set.zip': zip(files) });
  await app.sample('p0').waitFor();
  const { levels } = JSON.parse(readFileSync(await (await app.save('JSON')).path(), 'utf8'));
  assert.deepEqual(levels[0].systems.map(({ system, missing }) => [system, missing]), [['nougat', 0]]);
  assert.equal(levels[0].scores.length, 12);
  for (const { id, metrics } of levels[0].scores) assert.equal(metrics.ds.value, 1, id);
});
