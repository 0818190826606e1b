// Imports of all kinds: the plan is shown first, can be corrected, and gives the command's numbers.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zip } from './archives.mjs';
import { folder } from './files.mjs';
import { appTest, eventually } from './harness.mjs';
import { LINE } from './pages.mjs';

const sheet = (app) => app.page.getByRole('dialog', { name: 'Review import' });
const list = (app) => app.page.getByRole('navigation', { name: 'Samples' });

/**
 * The rows of the shown part of the plan, as texts of their cells. Rows that have not arrived yet have a single cell
 * and are skipped.
 */
const rows = (app) =>
  sheet(app)
    .locator('.rows tbody tr:not(.gap)')
    .evaluateAll((rows) => rows.filter((row) => row.cells.length > 1).map((row) => [...row.cells].map((cell) => cell.innerText.trim().replaceAll('\n', ' '))));

async function part(app, name) {
  await sheet(app).getByRole('tab', { name: new RegExp(`^${name}`) }).click();
}

/** Accepts the plan. */
async function add(app, says) {
  await sheet(app).getByRole('button', { name: says, exact: true }).click();
  await sheet(app).waitFor({ state: 'detached' });
}

const TRUTH = JSON.stringify([
  { type: 'text', data: 'Take' },
  { type: 'inline-formula', data: '$a$' },
  { type: 'text', data: 'and see that the rest of this sentence follows.' },
  { type: 'display-formula', data: '$$b^2$$' },
]);

appTest('a folder of a benchmark is recognised and its systems are told apart', async (app) => {
  const root = folder({
    'bench/ground_truth/000.json': TRUTH,
    'bench/ground_truth/001.json': TRUTH,
    'bench/results/nougat/000/parsed.md': 'Take $a$ and see that the rest of this sentence follows.\n\n$$b^2$$',
    'bench/results/nougat/000/formulas.json': '[]',
    'bench/results/marker/000/parsed.md': 'Take $a$ and sea that the rest of this sentence follows.\n\n$$b_2$$',
    'bench/results/marker/001/parsed.md': 'Take $a$.',
  });
  await app.page.locator('input[webkitdirectory]').first().setInputFiles(join(root, 'bench'));
  await sheet(app).getByText(/Recognised: pdf-parse-bench: 2 samples/).waitFor();
  const said = await sheet(app).locator('.understood').textContent();
  assert.match(said, /^2 pages/);
  assert.match(said, /2 references, predictions of 2 systems \((nougat 1, marker 2|marker 2, nougat 1)\): 3 pairs to score/);
  await eventually(async () => (await rows(app)).length === 2, 'two rows');
  const cells = (await rows(app))[0];
  assert.deepEqual(cells.slice(0, 3), ['000', '–', 'ground_truth/000.json']);
  await part(app, 'Left over');
  await eventually(async () => (await rows(app)).length === 1, 'a file is left over');
  assert.match((await rows(app))[0].join(' '), /formulas\.json part of the benchmark that is not needed/);
  await add(app, 'Score 2 pages of 2 systems');
  await app.select('000 · marker');
  const scores = await app.scores();
  assert.ok(scores.ds.value > 0.8 && scores.ds.value < 1, `${scores.ds.value}`);
  assert.equal(await list(app).getByRole('listitem').filter({ hasText: '001 · nougat' }).count(), 0);

  // The whole import can be undone in one step.
  await app.page.getByRole('button', { name: 'Undo import' }).click();
  await app.page.getByRole('heading', { name: /Which system turns pages into LaTeX best/ }).waitFor();
});

/** Drops folders on the page, as a user does. */
async function dropFolders(app, folders) {
  const session = await app.page.context().newCDPSession(app.page);
  const data = { items: [], files: folders, dragOperationsMask: 1 };
  const dropped = app.page.evaluate(() => new Promise((resolve) => { addEventListener('drop', () => resolve(true), { capture: true, once: true }); }));
  // What is dropped before the page has accepted the drag is lost, and then dropped again.
  for (let tries = 0; tries < 5; tries++) {
    for (const type of ['dragEnter', 'dragOver', 'dragOver', 'drop']) await session.send('Input.dispatchDragEvent', { type, x: 400, y: 400, data });
    if (await Promise.race([dropped, app.page.waitForTimeout(2_000)])) return;
  }
  assert.fail('the folders cannot be dropped');
}

appTest('a folder is dropped with folders in it', async (app) => {
  const root = folder({
    'run/gt/a/p1.tex': 'one two three',
    'run/nougat/a/p1.md': 'one *two* three',
    'run/gt/b/p1.tex': 'four five',
    'run/nougat/b/p1.md': 'four five',
  });
  await dropFolders(app, [join(root, 'run')]);
  await app.sample('a/p1').waitFor();
  await app.sample('b/p1').waitFor();
  await app.select('a/p1');
  await app.scores();
  assert.match(await app.prediction(), /one \\textit\{two\} three/);
});

appTest('folders that lie too deep are named, and the others come in', async (app) => {
  const deep = (depth) => `run/${'d/'.repeat(depth)}p1.tex`;
  const root = folder({ 'run/gt/p1.tex': 'one two', 'run/nougat/p1.md': 'one two', [deep(35)]: 'three', [deep(45)]: 'four' });
  await dropFolders(app, [join(root, 'run')]);
  await part(app, 'Notices');
  const notices = await sheet(app).locator('.notices li').allTextContents();
  assert.equal(notices.length, 2, notices.join());
  for (const notice of notices) assert.match(notice, /^run\/(d\/)+.*too many folders/);
  await add(app, 'Score 1 page');
  await app.select('p1');
  assert.equal((await app.scores()).ds.value, 1);
});

const SYSTEMS = {
  'run/gt/p1.tex': String.raw`\section{Tides} The moon $m$ pulls at the sea, as was said long ago. \[ F = \frac{G m}{r^2} \]`,
  'run/gt/p2.tex': String.raw`\section{Winds} The sun warms the air, and the air moves on and on. \[ v = \sqrt{2 p / \rho} \]`,
  'run/gt/p3.tex': 'A last page.',
  'run/nougat/p1.md': '# Tides\n\nThe moon $m$ pulls at the sea, as was said long ago.\n\n$$F = \\frac{G m}{r^2}$$',
  'run/nougat/p2.md': '# Wind\n\nThe sun warms the air and the air moves.\n\n$$v = \\sqrt{2 p / \\rho}$$',
  'run/marker/p1.html': '<h1>Tides</h1><p>The moon <i>m</i> pulls at the sea.</p><math><mi>F</mi><mo>=</mo><mfrac><mi>G</mi><mi>r</mi></mfrac></math>',
  'run/marker/p2.html': '<p>The sun</p>',
  'run/marker/p3.html': '',
};

/** Metrics that depend on the TeX engine, which the command used and the app did not. */
const OF_ENGINE = /^(csr|overall|usability$|reward$)/;

appTest('an archive with two systems has the numbers of the command', async (app) => {
  await app.drop({ 'run.zip': zip(SYSTEMS) });
  await sheet(app).getByText(/predictions of 2 systems \(marker 3, nougat 2\)|\(nougat 2, marker 3\)/).waitFor();
  await add(app, 'Score 3 pages of 2 systems');
  await list(app).locator('.count').filter({ hasText: '5' }).waitFor();

  await hasNumbersOfCommand(app, (id, system) => `${id} · ${system}`);
});

/** Compares the scores of all pages of the two systems with those of the command. */
async function hasNumbersOfCommand(app, name) {
  const root = folder({ 'run.zip': zip(SYSTEMS) });
  const csv = join(root, 'scores.csv');
  execFileSync(process.env.TEXLENS_CLI, ['evaluate', join(root, 'run.zip'), '--level', 'page', '--csv', csv], { stdio: 'ignore' });
  const [head, ...lines] = readFileSync(csv, 'utf8').trim().split('\n').map((line) => line.split(','));
  const column = (name) => head.indexOf(name);
  let compared = 0;
  for (const [system, id] of [['nougat', 'p1'], ['nougat', 'p2'], ['marker', 'p1'], ['marker', 'p2'], ['marker', 'p3']]) {
    await app.select(name(id, system));
    const shown = await app.scores();
    for (const line of lines.filter((line) => line[column('system')] === system && line[column('id')] === id)) {
      const value = line[column('value')];
      const metric = line[column('metric')];
      if (!(metric in shown) || OF_ENGINE.test(metric)) continue;
      compared += 1;
      // Three digits are shown.
      const same = value === '' ? shown[metric].value === null : Math.abs(shown[metric].value - Number(value)) <= 0.000501;
      assert.ok(same, `${metric} of ${id} by ${system}: ${shown[metric].value} here, ${value} by the command`);
    }
  }
  assert.ok(compared > 50, `${compared} scores were compared`);
}

appTest('a system that comes later is compared with the first, with the same numbers', async (app) => {
  const part = (begin) => Object.fromEntries(Object.entries(SYSTEMS).filter(([path]) => path.startsWith(begin)));
  await dropFolders(app, [join(folder({ ...part('run/gt'), ...part('run/nougat') }), 'run')]);
  await list(app).locator('.count').filter({ hasText: '3' }).waitFor();
  await dropFolders(app, [join(folder(part('run/marker')), 'run', 'marker')]);
  await list(app).locator('.count').filter({ hasText: '5' }).waitFor();
  // The first system's samples have the names of the pages alone.
  await hasNumbersOfCommand(app, (id, system) => (system === 'nougat' || id === 'p3' ? new RegExp(`^${id}(?! ·)`) : `${id} · ${system}`));
  for (const [key, count] of [['Control+z', '3'], ['Control+Shift+z', '5']]) {
    await app.page.keyboard.press(key);
    await list(app).locator('.count').filter({ hasText: count }).waitFor();
  }
  await app.page.keyboard.press('m');
  const systems = async () => (await app.page.getByRole('grid').getByRole('columnheader').allTextContents()).join();
  await eventually(async () => /nougat/.test(await systems()) && /marker/.test(await systems()), 'both are columns');
});

appTest('the columns of a list are given their meaning by hand', async (app) => {
  await app.drop({ 'run.csv': 'nr,wahr,a,b\n1,x+1,x+1,x+2\n2,"y, z","y, z",y z\n' });
  await sheet(app).getByRole('tab', { name: /^Lists/ }).waitFor();
  assert.ok(await sheet(app).getByRole('button', { name: 'Nothing to add' }).isDisabled());
  const meaning = (column) => sheet(app).getByLabel(`Meaning of ${column}`, { exact: true });
  await meaning('wahr').waitFor();
  assert.match(await sheet(app).locator('.records').textContent(), /y, z/);
  await meaning('nr').selectOption('id');
  await meaning('wahr').selectOption('reference');
  await eventually(async () => (await meaning('wahr').inputValue()) === 'reference', 'the meaning is known');
  await meaning('a').selectOption('prediction');
  await sheet(app).getByLabel('System of a', { exact: true }).waitFor();
  await meaning('b').selectOption('prediction');
  await sheet(app).getByLabel('System of b', { exact: true }).fill('nougat');
  await sheet(app).getByLabel('System of b', { exact: true }).press('Tab');
  await sheet(app).getByText(/2 formulas\. 2 references, predictions of 2 systems \(a 2, nougat 2\): 4 pairs to score/).waitFor();
  await sheet(app).getByRole('button', { name: 'Undo' }).click();
  await sheet(app).getByText(/\(a 2, b 2\)/).waitFor();
  await add(app, 'Score 2 formulas of 2 systems');
  await app.select('1 · b');
  assert.equal((await app.scores()).exact.value, 0);
  await app.select('1 · a');
  assert.equal((await app.scores()).exact.value, 1);
});

appTest('what a list names is a page or a formula by its length', async (app) => {
  const texts = { page: 'The sea rises and falls twice a day. '.repeat(20), formula: 'x^2' };
  const root = folder(
    Object.fromEntries(
      Object.entries(texts).flatMap(([name, text]) => [
        [`${name}/list.jsonl`, '{"id": "1", "reference": "texts/a.tex", "prediction": "texts/b.tex"}\n'],
        [`${name}/texts/a.tex`, text],
        [`${name}/texts/b.tex`, text],
      ]),
    ),
  );
  for (const name of Object.keys(texts)) {
    await app.page.locator('input[webkitdirectory]').first().setInputFiles(join(root, name));
    await sheet(app).locator('.understood').filter({ hasText: new RegExp(`^1 ${name}`) }).waitFor();
    await sheet(app).getByRole('button', { name: 'Cancel' }).click();
    await sheet(app).waitFor({ state: 'detached' });
  }
});

appTest('a file that is left over is given its place by hand', async (app) => {
  await app.drop({ 'p1.png': LINE, 'p1.tex': 'a line of print', 'notes.md': 'a line of prints', 'more.md': 'nothing' });
  await part(app, 'Left over');
  await sheet(app).getByRole('button', { name: 'notes.md' }).click();
  const place = sheet(app).getByRole('form', { name: 'Place of notes.md' });
  await place.getByLabel('of system').fill('mine');
  await place.getByLabel('for sample').fill('p1');
  await place.getByRole('button', { name: 'Apply' }).click();
  await eventually(async () => (await rows(app)).length === 1, 'one file is left');
  await part(app, 'Samples');
  await eventually(async () => (await rows(app))[0]?.includes('notes.md'), 'it has its place');

  // The reference becomes a prediction, and the correction is undone.
  await sheet(app).getByRole('button', { name: 'p1.tex' }).click();
  const other = sheet(app).getByRole('form', { name: 'Place of p1.tex' });
  await other.locator('select').selectOption('prediction');
  await other.getByLabel('of system').fill('other');
  await other.getByRole('button', { name: 'Apply' }).click();
  await sheet(app).getByText(/0 references, predictions of 2 systems/).waitFor();
  await sheet(app).getByRole('button', { name: 'Undo' }).click();
  await sheet(app).getByText(/1 reference, 1 prediction: 1 pair to score/).waitFor();

  await part(app, 'Systems');
  await sheet(app).getByLabel('Name of mine').fill('ours');
  await sheet(app).getByLabel('Name of mine').press('Enter');
  await sheet(app).getByLabel('Name of ours').waitFor();
  await add(app, 'Score 1 page');
  await app.scores();
  assert.match(await app.page.locator('.source-head').textContent(), /ours/);
  assert.equal(await app.prediction(), 'a line of prints');
});

appTest('nothing is added where the plan is given up', async (app) => {
  await app.drop({ 'p1.png': LINE, 'p1.tex': 'a', 'notes.md': 'b' });
  await sheet(app).waitFor();
  await app.page.keyboard.press('Escape');
  await app.page.locator('dialog').waitFor({ state: 'detached' });
  assert.equal(await list(app).count(), 0);
  await app.drop({ 'a.ref.tex': 'one two', 'a.pred.tex': 'one two' });
  assert.equal((await app.scores()).ds.value, 1);
});

appTest('what is brought while the plan is looked at joins it', async (app) => {
  await app.drop({ 'p1.ref.tex': 'one two', 'notes.md': 'b', 'p2.ref.tex': 'three' });
  await sheet(app).getByText(/2 references: 0 pairs to score/).waitFor();
  await app.drop({ 'p1.pred.tex': 'one two', 'p2.pred.tex': 'tree' });
  await sheet(app).getByText(/2 references, 2 predictions: 2 pairs to score/).waitFor();
  await add(app, 'Score 2 pages');
  assert.equal((await app.scores()).ds.value, 1);
});

appTest('ten thousand pairs come in while the page goes on', async (app) => {
  const COUNT = 10_000;
  const lines = Array.from({ length: COUNT }, (_, index) => JSON.stringify({ id: `f${index}`, reference: `x_{${index}} + y`, prediction: `x_${index} + y` }));
  // Measures the longest time in which the page does nothing else.
  await app.page.evaluate(() => {
    globalThis.longest = 0;
    let last = performance.now();
    const tick = () => {
      const now = performance.now();
      globalThis.longest = Math.max(globalThis.longest, now - last);
      last = now;
      setTimeout(tick);
    };
    tick();
  });
  await app.drop({ 'run.jsonl': lines.join('\n') });
  await sheet(app).getByText(/10,000 formulas\./).waitFor();
  await eventually(async () => (await rows(app)).length > 5, 'rows are shown');
  assert.ok((await rows(app)).length < 150, 'rows out of sight are not drawn');
  await sheet(app).locator('.rows').evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await sheet(app).getByRole('rowheader', { name: 'f9999' }).waitFor();
  await sheet(app).getByRole('button', { name: 'Score 10,000 formulas' }).click();
  await app.sample('f0').waitFor();
  await list(app).locator('.count').filter({ hasText: String(COUNT) }).waitFor();
  const longest = await app.page.evaluate(() => globalThis.longest);
  assert.ok(longest < 3000, `the page stood still for ${Math.round(longest)} ms`);
});

appTest('a worker that dies with what was brought is replaced, and the person is told', async (app) => {
  await app.drop({ 'p1.png': LINE, 'p1.tex': 'a', 'notes.md': 'b' });
  await sheet(app).waitFor();
  // The worker with the import is the one that was started last.
  await (await app.workers()).at(-1).end();
  await app.refusals().getByText(/The files that were not added yet are lost/).waitFor();
  assert.equal(await sheet(app).count(), 0);
  await app.drop({ 'a.ref.tex': 'one two', 'a.pred.tex': 'one two' });
  assert.equal((await app.scores()).ds.value, 1);
});
