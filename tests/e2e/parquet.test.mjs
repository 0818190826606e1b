// Parquet files: read in the page by a module of its own, with the samples and numbers of the command.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zip } from './archives.mjs';
import { folder } from './files.mjs';
import { appTest, eventually } from './harness.mjs';
import { numbers } from './numbers.mjs';

const fixture = (name) => readFileSync(new URL(`./fixtures/${name}`, import.meta.url));
const PAGES = fixture('pages.parquet');
/** The samples of `pages.parquet` with a prediction. */
const SCORED = ['halo-model', 'subaddresses'];

const sheet = (app) => app.page.getByRole('dialog', { name: 'Review import' });

/** Returns the notices of the import under review. */
async function notices(app) {
  await sheet(app).getByRole('tab', { name: /^Notices/ }).click();
  return (await sheet(app).locator('.notices li').allTextContents()).join('\n');
}

/** Agrees to the import under review, and waits for its samples. */
async function agree(app, first) {
  await sheet(app).locator('.button.primary').click();
  await sheet(app).waitFor({ state: 'detached' });
  await app.sample(first).waitFor();
}

/** The saved evaluation must have the numbers of the command on the same files, without those that need the TeX engine. */
async function agreesWithCommand(app, files) {
  // The list shows a number once a sample is scored.
  for (const id of SCORED) await eventually(async () => /ds\s*[\d.]+/i.test(await app.sample(id).textContent()), `${id} is scored`);
  const json = JSON.parse(readFileSync(await (await app.save('JSON')).path(), 'utf8'));
  const [name] = Object.keys(files);
  // Its exit code says that something could not be read.
  const native = spawnSync(process.env.TEXLENS_CLI, ['evaluate', join(folder(files), name), '--level', 'page', '--format', 'json'], { encoding: 'utf8', maxBuffer: 1 << 28 });
  const METRICS = ['ds', 'ctp', 'fa', 'sa', 'baseline', 'chrf', 'bleu', 'cer', 'wer', 'edit_similarity'];
  const scored = (json) =>
    numbers(json, 'page')
      .scores.filter(({ id }) => SCORED.includes(id))
      .map(({ id, system, values }) => [id, system, ...METRICS.map((metric) => values[metric])]);
  const here = scored(json);
  assert.equal(here.length, SCORED.length);
  assert.ok(here.every((row) => METRICS.length + 2 === row.length && Number.isFinite(row[2])), `${here}`);
  assert.deepEqual(here, scored(JSON.parse(native.stdout)));
}

appTest('a Parquet file gives samples with images, and the numbers of the command', async (app) => {
  const fetched = () => app.requests.filter((url) => url.includes('/tables/'));
  await app.drop({ 'a.tex': 'A text.', 'a.pred.tex': 'A test.' });
  await app.sample('a').waitFor();
  assert.deepEqual(fetched(), [], 'the reader is fetched for tables only');
  await app.drop({ 'pages.parquet': PAGES });
  await sheet(app).waitFor();
  assert.match(await notices(app), /pages\.parquet line 3: the column markdown is not UTF-8 at byte 3/);
  assert.ok(fetched().length > 0);
  await agree(app, 'subaddresses');
  await app.select('halo-model');
  await app.page.locator('.page img, .page canvas').first().waitFor();
  assert.equal((await app.scores()).ds.value, 1);
});

appTest('a table in an archive is read as one on a disk', async (app) => {
  const files = { 'run.zip': zip({ 'run/pages.parquet': PAGES }) };
  await app.drop(files);
  await sheet(app).waitFor();
  await agree(app, 'subaddresses');
  await agreesWithCommand(app, files);
});

appTest('a file of Polars, packed with Zstandard, is read as by the command', async (app) => {
  const files = { 'pages.parquet': fixture('zstd.parquet') };
  await app.drop(files);
  await sheet(app).waitFor();
  await agree(app, 'subaddresses');
  await agreesWithCommand(app, files);
});

appTest('a table that cannot be read says so, and costs no other file', async (app) => {
  const damaged = Buffer.from(PAGES);
  damaged.fill(0xff, 4, 2000);
  await app.drop({
    'cut.parquet': PAGES.subarray(0, 9000),
    'damaged.parquet': damaged,
    'none.parquet': '{}',
    'unlike.tex': 'A text.',
    'unlike.pred.tex': 'A test.',
    'pages.parquet': PAGES,
  });
  await sheet(app).waitFor();
  const told = await notices(app);
  assert.match(told, /cut\.parquet: .*not copied as a whole/);
  assert.match(told, /damaged\.parquet line 1: row group 0 cannot be read/);
  assert.match(told, /none\.parquet: is neither a Parquet nor an Arrow file/);
  assert.equal(await sheet(app).getByRole('tab', { name: /^Lists/ }).textContent(), 'Lists1', 'a table without readable rows is no list');
  await agree(app, 'subaddresses');
  await app.sample('unlike').waitFor();
});

appTest('where the reader cannot be loaded that is said, and the next table tries again', async (app) => {
  await app.page.getByRole('button', { name: 'Storage & offline' }).waitFor();
  await app.open();
  app.network.isUp = false;
  await app.drop({ 'pages.parquet': PAGES });
  await sheet(app).waitFor();
  assert.match(await notices(app), /the part of the app that reads tables could not be loaded/);
  app.network.isUp = true;
  await app.page.keyboard.press('Escape');
  await sheet(app).waitFor({ state: 'detached' });
  await app.drop({ 'pages.parquet': PAGES });
  await sheet(app).waitFor();
  await agree(app, 'subaddresses');
  // The browser reports the file that it could not load.
  app.errors.length = 0;
}, { keepsItself: true });
