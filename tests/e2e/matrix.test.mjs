// The matrix of samples and systems: its numbers are the leaderboard's, it sorts, filters, opens samples, and stays small.
import assert from 'node:assert/strict';
import { Screens } from './accessibility.mjs';
import { appTest, copied, copyAs, eventually } from './harness.mjs';

const grid = (app) => app.page.getByRole('grid', { name: 'Matrix of samples and systems' });
const matrix = (app) => app.page.getByRole('region', { name: 'Matrix of samples and systems' });
const choose = (app, label, option) => matrix(app).getByRole('combobox', { name: label, exact: true }).selectOption(option);
/** The cell at a place of the grid; row 0 has the names of the systems, row 1 the means. */
const cell = (app, row, column) => grid(app).locator(`[data-row="${row}"][data-column="${column}"]`);
const names = (app) => grid(app).locator('.line').evaluateAll((lines) => lines.toSorted((a, b) => a.ariaRowIndex - b.ariaRowIndex).map((line) => line.querySelector('.name').textContent));
const systems = (app) => grid(app).locator('.names .system .name').evaluateAll((names) => names.map((name) => name.firstChild.textContent));
const number = (text) => Number(text.replace('−', '-'));
/** The values of a column, from top to bottom. */
const column = (app, at) => grid(app).locator(`.line [data-column="${at}"]`).evaluateAll((cells) => cells.toSorted((a, b) => a.dataset.row - b.dataset.row).map((cell) => cell.firstElementChild.textContent));

async function open(app) {
  await app.page.getByRole('group', { name: 'View' }).getByRole('button', { name: 'Matrix' }).click();
  await grid(app).waitFor();
}

appTest('the comparison that comes with the app as a matrix', async (app) => {
  const { page } = app;
  await page.getByRole('button', { name: 'Try a comparison', exact: true }).click();
  const board = page.getByRole('region', { name: /^Leaderboard/ }).getByRole('table');
  await board.locator('tbody tr').nth(2).waitFor();
  const means = Object.fromEntries(await board.locator('tbody tr').evaluateAll((rows) => rows.map((row) => [row.querySelector('th').textContent, row.querySelector('.mean').textContent])));
  await open(app);
  assert.match(new URL(page.url()).hash, /view=matrix/);
  assert.deepEqual([await grid(app).getAttribute('aria-rowcount'), await grid(app).getAttribute('aria-colcount')], ['12', '4']);
  const columns = await systems(app);
  assert.deepEqual(columns.toSorted(), Object.keys(means).toSorted());
  // The means are the leaderboard's, to the last digit.
  const shown = await Promise.all(columns.map((_, at) => cell(app, 1, at + 1).locator('span').first().textContent()));
  assert.deepEqual(shown, columns.map((system) => means[system]));
  await eventually(() => cell(app, 2, 0).locator('img').evaluate((/** @type {HTMLImageElement} */ image) => image.naturalWidth > 0).catch(() => false), 'rows have thumbnails');

  // With a baseline, cells have signed differences and are better or worse.
  await choose(app, 'Score', 'ds');
  await choose(app, 'Baseline', columns[0]);
  for (let row = 2; row < 12; row++) {
    const [base, value] = await Promise.all([1, 2].map(async (at) => number(await cell(app, row, at).locator('span').first().textContent())));
    const other = cell(app, row, 2);
    const difference = number(await other.locator('.change').textContent());
    assert.ok(Math.abs(difference - (value - base)) < 0.0016, `${value} - ${base}: ${difference}`);
    assert.match(await other.getAttribute('class'), difference > 0 ? /better/ : difference < 0 ? /worse/ : /equal/);
    assert.equal(await cell(app, row, 1).locator('.change').count(), 0, 'the baseline has no difference');
  }

  // The head of a column sorts by it: the worst first, then the best.
  const sorted = (values, sign) => values.every((value, at) => at === 0 || sign * (number(value) - number(values[at - 1])) >= 0);
  await cell(app, 0, 2).click();
  await eventually(async () => sorted(await column(app, 2), 1), 'the worst are first');
  assert.equal(await cell(app, 0, 2).getAttribute('aria-sort'), 'ascending');
  await cell(app, 0, 2).click();
  await eventually(async () => sorted(await column(app, 2), -1), 'the best are first');
  assert.equal(await cell(app, 0, 2).getAttribute('aria-sort'), 'descending');
  await choose(app, 'Sort by', { label: 'Distance between systems' });
  const spread = async () => {
    const all = await Promise.all(columns.map((_, at) => column(app, at + 1)));
    return all[0].map((_, row) => Math.max(...all.map((values) => number(values[row]))) - Math.min(...all.map((values) => number(values[row]))));
  };
  await eventually(async () => (await spread()).every((value, at, all) => at === 0 || value <= all[at - 1] + 0.0011), 'the farthest apart are first');

  // The whole table is copied, in the order that is shown.
  const tsv = await copied(app, copyAs(matrix(app), 'Copy as TSV'));
  const lines = tsv.trim().split('\n').map((line) => line.split('\t'));
  assert.deepEqual(lines.map(([name]) => name), ['Sample', 'Mean', ...(await names(app))]);
  assert.deepEqual(lines[0], ['Sample', columns[0], columns[1], `${columns[1]} − ${columns[0]}`, columns[2], `${columns[2]} − ${columns[0]}`]);
  const latex = await copied(app, copyAs(matrix(app), 'Copy as LaTeX'));
  assert.match(latex, /\\begin\{tabular\}\{lrrrrr\}[\s\S]*\\bottomrule/);

  // Choices are in the address, and come back with it.
  const address = page.url();
  assert.match(address, /score=ds.*baseline=.*order=spread/);
  const order = await names(app);
  await page.reload();
  await eventually(async () => JSON.stringify(await names(app).catch(() => [])) === JSON.stringify(order), 'the same matrix after a reload');

  // The name of a row opens two systems beside each other; a cell opens its own.
  await cell(app, 2, 0).click();
  await page.getByRole('tab', { name: /^Diff/, selected: true }).waitFor();
  const beside = page.getByRole('combobox', { name: 'Compare with' });
  assert.equal(await beside.inputValue(), columns[0], 'the baseline is beside the system farthest from it');
  const row = page.locator('.row').first();
  await eventually(async () => (await row.locator('.text').count()) === 3, 'three texts stand beside each other');
  await page.goBack();
  await grid(app).waitFor();
  await cell(app, 3, 3).click();
  const current = page.locator('button.sample[aria-current=true]');
  await current.getByText(columns[2]).waitFor();
  assert.equal(await beside.inputValue(), '');

  // Samples that are farthest apart open both systems, too.
  await page.keyboard.press('c');
  await page.locator('.standing-out tbody button').first().click();
  await eventually(async () => (await beside.inputValue()) !== '', 'the other system is beside');
});

/** Samples of many systems. One prediction is missing, one is empty where a metric needs text. */
function many(samples, systems) {
  return Array.from({ length: samples }, (_, row) => {
    const reference = `\\frac{a_{${row}}}{b} + x^{${row % 7}}`;
    const predictions = systems.map((system, at) => [`pred_${system}`, (row + at) % 3 === 0 ? reference : reference.slice(0, 6 + ((row * 5 + at * 3) % 12))]);
    if (row === 1) predictions.pop();
    return JSON.stringify({ id: `f${row}`, kind: 'formula', reference, ...Object.fromEntries(predictions) });
  }).join('\n');
}

const LONG = 'a-document-parser-with-a-really-long-name-and-settings-2026-11-variant';
const SYSTEMS = [...Array.from({ length: 24 }, (_, at) => `s${at}`), `${LONG}-a`, `${LONG}-b`];

async function bring(app, samples, systems) {
  await app.drop({ 'many.jsonl': many(samples, systems) });
  await app.page.getByRole('dialog', { name: 'Review import' }).getByRole('button', { name: /^(Add|Score|Read) \d/ }).click();
  await app.page.getByRole('navigation', { name: 'Samples' }).waitFor();
  await open(app);
  await eventually(async () => (await matrix(app).getByText('still to be scored').count()) === 0, 'all are scored');
}

appTest('a large matrix draws what is in sight, and keys lead everywhere', async (app) => {
  const { page } = app;
  await bring(app, 150, SYSTEMS);
  assert.deepEqual([await grid(app).getAttribute('aria-rowcount'), await grid(app).getAttribute('aria-colcount')], ['152', String(SYSTEMS.length + 1)]);
  assert.ok((await grid(app).locator('.line').count()) < 40, 'rows out of sight are not drawn');
  assert.ok((await grid(app).locator('.line').first().locator('.cell').count()) < 18, 'columns out of sight are not drawn');

  // One stop of the Tab key; keys reach what was not drawn.
  assert.equal(await grid(app).locator('[tabindex="0"]').count(), 1);
  await cell(app, 2, 1).focus();
  const focused = () => page.evaluate(() => ['data-row', 'data-column'].map((name) => Number(document.activeElement.getAttribute(name))));
  const press = async (key, place) => {
    await page.keyboard.press(key);
    await eventually(async () => JSON.stringify(await focused()) === JSON.stringify(place), `${key} leads to ${place}`);
  };
  await press('ArrowDown', [3, 1]);
  await press('ArrowRight', [3, 2]);
  await press('End', [3, SYSTEMS.length]);
  assert.ok(await page.evaluate(() => document.activeElement.getBoundingClientRect().right <= innerWidth), 'the last column is in sight');
  await press('Control+End', [151, SYSTEMS.length]);
  await press('Home', [151, 0]);
  await press('PageUp', [151 - (await page.evaluate(() => Math.floor(document.querySelector('.matrix-grid').clientHeight / 46) - 3)), 0]);
  // From a sample, one comes back to its row.
  await press('Control+End', [151, SYSTEMS.length]);
  await page.keyboard.press('Enter');
  await matrix(app).waitFor({ state: 'detached' });
  await page.goBack();
  await eventually(async () => JSON.stringify(await focused()) === JSON.stringify([151, SYSTEMS.length]), 'the focus is where it was');
  await cell(app, 151, SYSTEMS.length).evaluate((element) => element.getBoundingClientRect().bottom <= innerHeight || Promise.reject(new Error('out of sight')));
  await press('Control+Home', [0, 0]);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await eventually(async () => (await cell(app, 0, 1).getAttribute('aria-sort')) === 'ascending', 'Enter sorts');
  assert.equal(await grid(app).locator('[tabindex="0"]').count(), 1);

  // The end of a long name is seen.
  const heads = grid(app).locator('.names .system');
  for (const end of ['-a', '-b']) {
    const head = heads.filter({ hasText: new RegExp(`variant${end}[\u25b4\u25be]?$`) });
    await head.scrollIntoViewIfNeeded();
    const fits = await head.evaluate((head) => head.scrollHeight <= head.clientHeight && head.scrollWidth <= head.clientWidth);
    assert.ok(fits, `the name that ends in ${end} fits`);
    assert.equal(await head.getAttribute('title'), `${LONG}${end}: sort by this column; again to reverse`);
  }

  // A missing prediction says so, counts as an empty one, and can be filtered by.
  await choose(app, 'Show', { label: 'A prediction is missing' });
  await eventually(async () => (await names(app)).join() === 'f1', 'one row lacks a prediction');
  const missing = grid(app).locator('.line .cell.missing');
  await missing.scrollIntoViewIfNeeded();
  await eventually(async () => /missing, no prediction, which counts as/.test(await missing.getAttribute('title')), 'its value is known');
  assert.equal(await missing.textContent(), 'missing');
  await choose(app, 'Show', { label: 'All samples' });
  await matrix(app).getByRole('searchbox').fill('f14');
  await matrix(app).getByText('11 of 150 samples').waitFor();
  await matrix(app).getByRole('searchbox').fill('f149');
  await eventually(async () => (await names(app)).join() === 'f149', 'one row is found');
  await matrix(app).getByRole('searchbox').fill('nothing like this');
  await matrix(app).getByText('No sample matches the filters.').waitFor();
  await matrix(app).getByRole('button', { name: 'Show all' }).click();
  await matrix(app).getByText('150 samples', { exact: true }).waitFor();

  // A score that is not defined has its reason.
  await choose(app, 'Score', 'judge');
  await eventually(async () => (await cell(app, 2, 1).textContent()) === 'n/a', 'nobody has judged');
  assert.match(await cell(app, 2, 1).getAttribute('title'), /: n\/a, not defined: ./);
}, { timeout: 600_000 });

appTest('the matrix is for everyone', async (app) => {
  await bring(app, 40, SYSTEMS.slice(-4));
  await choose(app, 'Baseline', SYSTEMS.at(-1));
  await matrix(app).getByRole('button', { name: 'Cancel' }).waitFor({ state: 'detached' });
  const screens = new Screens();
  await screens.check(app.page, 'matrix');
  // The menu opens and closes by keyboard.
  await matrix(app).getByRole('button', { name: 'Copy table' }).focus();
  await app.page.keyboard.press('Enter');
  await app.page.getByRole('menuitem', { name: 'Copy as TSV' }).waitFor();
  await app.page.keyboard.press('ArrowUp');
  assert.equal(await app.page.evaluate(() => document.activeElement.textContent), 'Copy as LaTeX');
  await app.page.keyboard.press('Escape');
  await app.page.getByRole('menu').waitFor({ state: 'detached' });
  assert.equal(await app.page.evaluate(() => document.activeElement.textContent), 'Copy table');
  screens.done();
}, { timeout: 600_000 });

appTest('without scores, the matrix says what to do', async (app) => {
  await app.drop({ 'a.tex': 'Only a reference, without any prediction.' });
  await app.page.keyboard.press('m');
  await matrix(app).getByText('Nothing to compare yet').waitFor();
  await matrix(app).getByRole('button', { name: 'Add files' }).waitFor();
  await app.page.keyboard.press('m');
  await matrix(app).waitFor({ state: 'detached' });
});
