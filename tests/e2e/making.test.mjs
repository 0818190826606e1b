// Made pages in the page: the files are those of the command, to the byte; what was made survives a cancelled run.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { Screens } from './accessibility.mjs';
import { unzip } from './archives.mjs';
import { texlens } from './command.mjs';
import { appTest, eventually } from './harness.mjs';

const view = (app) => app.page.getByRole('region', { name: 'Make pages' });
const button = (app, name) => view(app).getByRole('button', { name, exact: true });
/** A field by the beginning of its name, which its note follows. */
const field = (app, name) => view(app).getByRole('textbox', { name: new RegExp(`^${name.replace(/\W/g, '\\$&')}`) });
const progress = (app) => view(app).locator('.progress');

async function open(app) {
  await app.page.getByRole('group', { name: 'View' }).getByRole('button', { name: 'Make pages' }).click();
}

/** Starts to make pages. */
async function start(app, fields) {
  for (const [name, text] of Object.entries(fields)) await field(app, name).fill(text);
  await button(app, 'Make pages').click();
}

/** Makes pages and waits for all of them. */
async function make(app, fields) {
  await start(app, fields);
  await progress(app).waitFor();
  await progress(app).waitFor({ state: 'detached', timeout: 240_000 });
}

/** Saves a file; returns its name and its bytes. */
async function save(app, name) {
  const [download] = await Promise.all([app.page.waitForEvent('download'), button(app, name).click()]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

/** Returns all files below a folder by their paths in it. */
function tree(root) {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(entries.map((entry) => join(entry.parentPath, entry.name)).map((path) => [relative(root, path), readFileSync(path)]));
}

/** Runs the command; returns its files. */
function ofCommand(...args) {
  const out = join(mkdtempSync(join(tmpdir(), 'made-')), 'pages');
  texlens('make-pages', ...args, '--out', out);
  return tree(out);
}

/** Saves all files, and compares them with those of the command. */
async function compare(app, expected) {
  const { name, bytes } = await save(app, 'Save all files (ZIP)');
  assert.equal(name, 'pages.zip');
  const files = unzip(bytes);
  assert.deepEqual(Object.keys(files).sort(), Object.keys(expected).sort());
  for (const [path, content] of Object.entries(expected)) assert.ok(files[path].equals(content), `${path} is the same`);
}

appTest('the files are those of the command, to the byte', async (app) => {
  await open(app);
  await make(app, { Seed: '1', Pages: '3', Damage: 'scan, skew+blur+shadow', 'Resolutions (dpi)': '100' });
  await view(app).getByText('Page 1 of 3').waitFor();
  const files = ofCommand('--seed', '1', '--pages', '3', '--damage', 'scan,skew+blur+shadow', '--dpi', '100');
  assert.equal(Object.keys(files).filter((path) => path.endsWith('.png')).length, 6);
  await compare(app, files);
  const report = JSON.parse(String(files['report.json']));
  await eventually(async () => /^Pages3Formulas\d+Training overlap0Formulas to choose from\d+Left out0$/.test(await view(app).locator('.make-summary').textContent()), 'the summary is there');
  const shown = await view(app).locator('.make-summary dd').allTextContents();
  assert.deepEqual(shown.map(Number), [3, report.formulas.on_pages, report.training_overlap.formulas, report.corpus.formulas, 0]);

  // The PDF of the page that is shown.
  await button(app, 'Next page').click();
  await view(app).getByText('Page 2 of 3').waitFor();
  const { name, bytes } = await save(app, 'Save this page as PDF');
  assert.equal(name, 'page-002.pdf');
  assert.ok(bytes.equals(files['pdf-parse-bench/pdfs/002.pdf']));
});

appTest('your own formulas are used, and those that cannot be are named', async (app) => {
  const lines = [
    ...Array.from({ length: 40 }, (_, index) => `a_{${index}} + b_{${index}} = c_{${index}} - d`),
    'x^2',
    '\\frac{a}{b + c + d + e + f + g',
    '\\undefinedcommand{a} + b + c + d + e + f',
  ];
  const folder = mkdtempSync(join(tmpdir(), 'formulas-'));
  const file = join(folder, 'own.txt');
  writeFileSync(file, lines.join('\n'));
  await open(app);
  await view(app).locator('input[type=file]').last().setInputFiles(file);
  await view(app).getByText('own.txt').waitFor();
  await view(app).getByRole('checkbox', { name: 'German' }).uncheck();
  await make(app, { Pages: '2', Seed: '5' });
  await compare(app, ofCommand('--seed', '5', '--pages', '2', '--formulas', file, '--language', 'english,french,spanish'));
  await view(app).getByText('Formulas left out').click();
  await view(app).getByText(/^Line 41: x\^2/).waitFor();
  await view(app).getByText(/^unbalanced: 1/).waitFor();

  // A file without formulas is refused with the reason, as by the command.
  const trivial = join(folder, 'trivial.txt');
  writeFileSync(trivial, 'x\ny\n');
  await app.letGo({ 'trivial.txt': readFileSync(trivial) });
  await view(app).getByText('trivial.txt').waitFor();
  await start(app, { Pages: '2' });
  await view(app).getByRole('alert').getByText(/no formula that can be used: in line 1, the formula is too simple/).waitFor();

  // The pages of before come back, and a preview does not cost them either.
  await button(app, 'Bring the earlier pages back').click();
  await view(app).getByText(/^Page 1 of 2/).waitFor();
  await view(app).getByRole('button', { name: 'Remove', exact: true }).click();
  await button(app, 'Preview page 1').click();
  await view(app).getByText(/^Page 1 of 2/).waitFor({ state: 'detached' });
  await progress(app).waitFor({ state: 'detached' });
  await button(app, 'Bring the earlier pages back').click();
  await view(app).getByText(/^Page 1 of 2/).waitFor();
});

appTest('wrong fields are explained, and what was made survives cancelling', async (app) => {
  await open(app);
  for (const [name, wrong, advice, right] of [
    ['Seed', '-1', 'Enter a whole number from 0 on.', '1'],
    ['Pages', '10001', 'Enter a number from 1 to 10,000.', '200'],
    ['Resolutions (dpi)', '0', /^Enter whole numbers from 1 to 65,535/, '50'],
    ['Damage', 'fire', /^Enter none, skew, blur, shadow or scan/, 'none'],
  ]) {
    await field(app, name).fill(wrong);
    await view(app).getByRole('alert').getByText(advice).waitFor();
    assert.ok(await button(app, 'Make pages').isDisabled());
    await field(app, name).fill(right);
  }
  await start(app, {});
  await progress(app).getByText(/Making page \d+ of 200, \d+ formulas so far/).waitFor();
  await view(app).getByText(/^Page 1 of [2-9]/).waitFor();
  await progress(app).getByRole('button', { name: 'Cancel' }).click();
  await progress(app).waitFor({ state: 'detached' });
  const archive = unzip((await save(app, 'Save all files (ZIP)')).bytes);
  const made = JSON.parse(String(archive['report.json'])).pages;
  assert.ok(made >= 2 && made < 200);
  assert.equal(String(archive['dataset/manifest.jsonl']).trim().split('\n').length, made);
  const [first] = Object.entries(ofCommand('--seed', '1', '--pages', '1', '--dpi', '50')).filter(([path]) => path.endsWith('.png'));
  assert.ok(archive[first[0]].equals(first[1]), 'page 1 is the same, however many are made');

  // A worker that dies leaves what it has made.
  await start(app, {});
  await view(app).getByText(/^Page 1 of [2-9]/).waitFor();
  const worker = await app.worker('synthesis-worker.mjs');
  await worker.end();
  await view(app).getByRole('alert').getByText(/The pages made so far are kept/).waitFor();
  await view(app).getByText(/^Page 1 of \d+/).waitFor();
});

appTest('pages are added to the samples with tags, as images and as PDFs, and that can be undone', async (app) => {
  const list = app.page.getByRole('navigation', { name: 'Samples' });
  await open(app);
  await make(app, { Pages: '2', 'Resolutions (dpi)': '72' });
  for (const [label, tag] of [['Add images to the samples', 'tag:dpi=72'], ['Add PDFs to the samples', 'tag:paper']]) {
    await open(app);
    await button(app, label).click();
    const sheet = app.page.getByRole('dialog', { name: 'Review import' });
    await sheet.locator('.button.primary').click();
    await eventually(async () => (await list.locator('h2 .count').textContent()) === '2', 'they are in the list');
    await list.getByRole('searchbox').fill(tag);
    await eventually(async () => (await list.locator('button.sample').count()) === 2, 'they have the tags of the manifest');
    await app.page.getByRole('button', { name: 'Undo import' }).click();
    await list.waitFor({ state: 'detached' });
  }
});

appTest('the screen can be used by everyone', async (app) => {
  const screens = new Screens();
  await open(app);
  await screens.check(app.page, 'make-pages-form');
  await make(app, { Pages: '3', 'Resolutions (dpi)': '72, 100' });
  await view(app).getByRole('slider', { name: 'Shown page' }).press('End');
  await view(app).getByText('Page 3 of 3').waitFor();
  await view(app).getByRole('combobox', { name: 'Image' }).selectOption({ label: '100 dpi' });
  await view(app).getByRole('checkbox', { name: 'boxes of text and formulas' }).check();
  await view(app).locator('.make-boxes rect').first().waitFor();
  await screens.check(app.page, 'make-pages');
  assert.deepEqual(screens.faults, []);
});
