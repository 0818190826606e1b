// The command palette.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { texlens } from './command.mjs';
import { appTest, eventually } from './harness.mjs';

const PAIR = { 'a.tex': 'We have $x^2$ and $y$.', 'a.pred.tex': 'We have $x^3$ and $y$.' };
const palette = (app) => app.page.getByRole('dialog', { name: 'Commands' });
const field = (app) => palette(app).getByRole('combobox', { name: 'Search commands and samples' });
const options = (app) => palette(app).getByRole('option');
const chosen = (app) => palette(app).getByRole('option', { selected: true });

async function open(app) {
  await app.page.keyboard.press('Control+k');
  await palette(app).waitFor();
}

/** Runs the best match of what is typed. */
async function run(app, query, label) {
  await open(app);
  await field(app).fill(query);
  await eventually(async () => (await chosen(app).locator('.label').textContent()) === label, `${query} finds ${label}`);
  await app.page.keyboard.press('Enter');
  await palette(app).waitFor({ state: 'detached' });
}

appTest('it is a combobox with a list, and gives the focus back', async (app) => {
  const button = app.page.getByRole('banner').getByRole('button', { name: 'Commands' });
  await button.click();
  await palette(app).waitFor();
  assert.ok(await field(app).evaluate((input) => input === document.activeElement), 'one can type at once');
  assert.equal(await field(app).getAttribute('aria-controls'), await palette(app).getByRole('listbox').getAttribute('id'));
  const active = async () => app.page.locator(`#${await field(app).getAttribute('aria-activedescendant')}`);
  const first = await (await active()).locator('.label').textContent();
  const disabled = await options(app).evaluateAll((rows) => rows.map((row) => row.ariaDisabled === 'true'));
  assert.ok(!disabled[0] && disabled.at(-1), 'possible commands come first');
  assert.deepEqual(disabled, [...disabled].sort(), 'and the others after them');
  await app.page.keyboard.press('ArrowDown');
  await eventually(async () => (await (await active()).locator('.label').textContent()) !== first, 'the next one');
  assert.equal(await (await active()).getAttribute('aria-selected'), 'true');
  await app.page.keyboard.press('ArrowUp');
  await app.page.keyboard.press('ArrowUp');
  await eventually(async () => (await options(app).last().getAttribute('aria-selected')) === 'true', 'before the first comes the last');
  const inSight = await options(app).last().evaluate((row) => {
    const [list, own] = [row.closest('[role=listbox]').getBoundingClientRect(), row.getBoundingClientRect()];
    return own.top >= list.top - 1 && own.bottom <= list.bottom + 1;
  });
  assert.ok(inSight, 'the chosen one is in sight');
  await app.page.keyboard.press('Control+k');
  await palette(app).waitFor({ state: 'detached' });
  await eventually(() => button.evaluate((element) => element === document.activeElement), 'the focus is back');
});

appTest('commands run, show their keys, and say why they are not possible', async (app) => {
  await open(app);
  await field(app).fill('save as csv');
  const csv = options(app).filter({ hasText: 'Save as CSV' });
  assert.equal(await csv.getAttribute('aria-disabled'), 'true');
  await csv.getByText('There are too few samples.').waitFor();
  await csv.click({ force: true });
  assert.ok(await palette(app).isVisible(), 'it does nothing');
  await app.page.keyboard.press('Escape');
  await palette(app).waitFor({ state: 'detached' });

  await run(app, 'dark', 'Dark colours');
  const theme = () => app.page.locator('html').getAttribute('data-theme');
  await eventually(async () => (await theme()) === 'dark', 'it is dark');
  await run(app, 'undo', 'Undo');
  await eventually(async () => (await theme()) === null, 'it is as the system');
  await app.drop(PAIR);
  await app.scores();
  const download = app.page.waitForEvent('download');
  await run(app, 'csv', 'Save as CSV');
  assert.equal((await download).suggestedFilename(), 'a.scores.csv');
  await run(app, 'tab compile', 'Show the tab Compile');
  await app.tabs().getByRole('tab', { name: /^Compile/, selected: true }).waitFor();
  await run(app, 'leaderb', 'Show the leaderboard');
  await app.page.getByRole('heading', { name: /^Leaderboard/ }).waitFor();
  await run(app, 'show samples', 'Show the samples');
  await run(app, 'settings form', 'Settings: Formulas');
  const sheet = app.page.getByRole('dialog', { name: 'Settings' });
  await sheet.getByLabel('Draw formulas with').waitFor();
  await app.page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });

  // Keys stand beside commands, and in the help, from the same list.
  await open(app);
  await field(app).fill('add text');
  assert.equal(await options(app).filter({ hasText: 'Add text' }).first().locator('kbd').textContent(), 't');
  await app.page.keyboard.press('Escape');
  await palette(app).waitFor({ state: 'detached' });
  await run(app, 'help', 'Help');
  const help = app.page.getByRole('dialog', { name: 'Help' });
  await help.getByText('Add text', { exact: true }).waitFor();
  assert.deepEqual(await help.locator('dt', { hasText: 'Ctrl' }).first().locator('kbd').allTextContents(), ['Ctrl', 'K']);
});

/** Runs a command that saves a file; returns its name and content. */
async function saved(app, query, label) {
  const [download] = await Promise.all([app.page.waitForEvent('download'), run(app, query, label)]);
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') };
}

/** Runs a command that opens the browser's file dialog, and chooses a file. */
async function choose(app, query, label, file) {
  const dialog = await app.chooser(() => run(app, query, label));
  await dialog.setFiles(file);
}

const hasFocus = (locator) => locator.evaluate((element) => element === document.activeElement);

appTest('pages are made, previewed and saved by commands', async (app) => {
  const folder = mkdtempSync(join(tmpdir(), 'palette-'));
  await run(app, 'page maker', 'Show the page maker');
  const view = app.page.getByRole('region', { name: 'Make pages' });
  await view.getByRole('textbox', { name: /^Resolutions/ }).fill('50');
  await open(app);
  await field(app).fill('save this page');
  await options(app).filter({ hasText: 'Save this page as PDF' }).getByText('No page is made yet.').waitFor();
  await app.page.keyboard.press('Escape');
  await run(app, 'preview', 'Preview page 1');
  await view.locator('.make-page').waitFor();
  await view.locator('.progress').waitFor({ state: 'detached' });
  const { name, text } = await saved(app, 'save this page', 'Save this page as PDF');
  assert.equal(name, 'page-001.pdf');
  assert.ok(text.startsWith('%PDF'));
  await run(app, 'boxes', 'Show boxes of text and formulas, or hide them');
  await eventually(() => view.getByRole('checkbox', { name: 'boxes of text and formulas' }).isChecked(), 'the boxes are shown');
  writeFileSync(join(folder, 'own.txt'), 'a + b = c + d\n');
  await choose(app, 'own file', 'Choose a file with your own formulas', join(folder, 'own.txt'));
  await view.getByText('own.txt').waitFor();
  await run(app, 'remove own', 'Remove your own formulas');
  await view.getByText('own.txt').waitFor({ state: 'detached' });
  // A field that keeps the button from working gets the focus.
  const seed = view.getByRole('textbox', { name: /^Seed/ });
  await seed.fill('-1');
  await run(app, 'make pages', 'Make pages');
  await eventually(() => hasFocus(seed), 'the field with the problem has the focus');
});

appTest('tasks of LaTeXBench and leaderboards obey commands', async (app) => {
  await run(app, 'latexbench', 'Show LaTeXBench');
  const bench = app.page.getByRole('region', { name: 'LaTeXBench' });
  await run(app, 'make 150', 'Make 150 tasks');
  const tasks = bench.locator('.bench-list button');
  await eventually(async () => (await tasks.count()) === 150, 'the tasks are made');
  await run(app, 'family contrast', 'List tasks of the family Contrast');
  await eventually(async () => (await tasks.count()) < 150, 'they are filtered');
  const { name, text } = await saved(app, 'save json lines', 'Save: Tasks as JSON lines');
  assert.deepEqual([name, text.trim().split('\n').length], ['items.jsonl', 150]);
  await run(app, 'other tasks', 'Make other tasks');
  await eventually(() => hasFocus(bench.getByRole('textbox', { name: /^Seed of the tasks/ })), 'the form is unfolded');
  await app.page.locator('body').press('Escape');
  await run(app, 'ask model', 'Ask a model about all tasks');
  await app.page.getByRole('dialog', { name: 'Ask a model about all tasks' }).waitFor();
  await app.page.keyboard.press('Escape');

  await run(app, 'leaderb', 'Show the leaderboard');
  await run(app, 'printed texocr', 'Show the printed tables of TexOCR');
  const board = app.page.locator('.board').first();
  const column = board.getByRole('columnheader', { name: 'FA', exact: true });
  for (const order of ['descending', 'ascending']) {
    await column.waitFor();
    await run(app, 'table 1 by FA', 'Sort table 1 by FA');
    await eventually(async () => (await column.getAttribute('aria-sort')) === order, `the order is ${order}`);
  }
  const stored = await app.page.evaluate(() => JSON.stringify(localStorage));
  assert.match(stored, /Show\(Leaderboard\)/, 'commands are remembered');
  assert.doesNotMatch(stored, /Sort/, 'but not with the headings of opened files');
  await run(app, 'hide printed texocr', 'Hide the printed tables of TexOCR');
  await board.waitFor({ state: 'detached' });
});

appTest('a sheet is opened, answered and saved by commands', async (app) => {
  const folder = mkdtempSync(join(tmpdir(), 'palette-'));
  const pairs = [0, 1, 2, 3].map((at) => JSON.stringify({ id: `p${at}`, reference: `x_{${at}}`, prediction: `x^{${at}}`, system: 's' }));
  writeFileSync(join(folder, 'pairs.jsonl'), pairs.join('\n'));
  texlens('ratings', 'make', join(folder, 'pairs.jsonl'), '--raters', '2', '--each', '1', '--out', join(folder, 'study'));
  await run(app, 'ratings people', 'Show ratings by people');
  const view = app.page.getByRole('region', { name: 'Ratings' });
  await choose(app, 'open sheet', 'Open a sheet or a study', join(folder, 'study', 'sheet-01.json'));
  await view.getByRole('heading', { name: 'Before you begin' }).waitFor();
  await run(app, 'question without', 'Next question without an answer');
  await view.getByRole('heading', { name: /^Question 1 of/ }).waitFor();
  await run(app, 'answer: 7', 'Answer: 7');
  await view.getByRole('heading', { name: /^Question 2 of/ }).waitFor();
  await run(app, 'latex question', 'Show the LaTeX of the question, or hide it');
  await eventually(() => view.getByRole('checkbox', { name: 'show LaTeX' }).isChecked(), 'the LaTeX is shown');
  const { name, text } = await saved(app, 'save answers', 'Save answers');
  assert.equal(name, 'sheet-01.json');
  assert.deepEqual(JSON.parse(text).answers.map(({ question, answer }) => [question, answer]), [[1, 7]]);
  await run(app, 'sheet away', 'Put this sheet away');
  await view.getByText('You were given a sheet to rate?').waitFor();
});

appTest('formulas, matrix and comparison obey commands', async (app) => {
  await app.drop({ ...PAIR, 'b.tex': 'So $z$ is.', 'b.pred.tex': 'So $z$ is.' });
  await app.scores();
  await run(app, 'tab scores', 'Show the tab Scores');
  await run(app, 'tag comment', 'Add a tag or a comment');
  await eventually(() => hasFocus(app.page.locator('.notes .new input')), 'a tag can be typed');
  await app.page.locator('body').press('Escape');

  const select = (name) => app.page.getByRole('combobox', { name, exact: true });
  await run(app, 'all formulas', 'Show all formulas');
  await app.page.locator('.formula-card.pair').first().waitFor();
  const list = await saved(app, 'save list formulas', 'Save the list of formulas');
  assert.deepEqual([list.name, list.text.trim().split('\n').length], ['formulas.jsonl', 3]);
  await open(app);
  await field(app).fill('load tex');
  await chosen(app).getByText(/Download: [\d.]+ MB/).waitFor();
  await app.page.keyboard.press('Escape');
  await run(app, 'formulas missing', 'List formulas: missing');
  await eventually(async () => (await select('Show').inputValue()) === 'missing', 'the filter is chosen');
  await run(app, 'search samples', 'Search the samples');
  await eventually(() => hasFocus(app.page.getByRole('searchbox')), 'the field has the focus');
  await app.page.locator('body').press('Escape');

  await run(app, 'show matrix', 'Show the matrix of samples and systems');
  await run(app, 'matrix by name', 'Sort the matrix by name');
  await run(app, 'reverse', 'Reverse the order');
  await eventually(async () => (await select('Sort by').inputValue()) === 'name', 'the order is chosen');
  assert.equal(await app.page.getByRole('button', { name: 'Reverse the order' }).getAttribute('aria-pressed'), 'true');

  await run(app, 'comparison systems', 'Show the comparison of systems');
  await app.page.locator('.standing-out').waitFor();
  const plot = await saved(app, 'save plot samples', 'Save the plot of the samples as SVG');
  assert.match(plot.name, /\.svg$/);
});

appTest('what was used comes first, at the next visit, too', async (app) => {
  await run(app, 'dark colours', 'Dark colours');
  await run(app, 'storage off', 'Storage & offline');
  await app.page.keyboard.press('Escape');
  await app.page.reload();
  await app.page.getByRole('banner').waitFor();
  await open(app);
  const recent = palette(app).getByRole('group', { name: 'Recently used' });
  assert.deepEqual(await recent.locator('.label').allTextContents(), ['Storage & offline', 'Dark colours']);
  await app.page.keyboard.press('Enter');
  await app.page.getByRole('dialog').locator('table.parts').waitFor();
}, { keepsItself: true });

appTest('on phones, a label stands in the middle of its row', async (app) => {
  await app.page.setViewportSize({ width: 390, height: 800 });
  await open(app);
  const row = options(app).first();
  const [outer, inner] = [await row.boundingBox(), await row.locator('.label').boundingBox()];
  assert.ok(outer.height >= 44, 'a finger hits it');
  const off = outer.y + outer.height / 2 - (inner.y + inner.height / 2);
  assert.ok(Math.abs(off) <= 1, `${off} px above the middle`);
});

appTest('it opens from a field, but replaces no dialog', async (app) => {
  await app.drop({ ...PAIR, 'b.tex': 'x', 'b.pred.tex': 'y' });
  const search = app.page.getByRole('navigation', { name: 'Samples' }).getByRole('searchbox');
  await search.focus();
  await open(app);
  await app.page.keyboard.press('Escape');
  await palette(app).waitFor({ state: 'detached' });
  await eventually(() => search.evaluate((input) => input === document.activeElement), 'the focus is back');
  await run(app, 'search samples', 'Search the samples');
  await eventually(() => search.evaluate((input) => input === document.activeElement), 'the field has the focus');
  await app.page.locator('body').press('Escape');
  await app.page.getByRole('button', { name: 'Add text' }).click();
  await app.page.getByLabel('Reference').fill('unsent');
  await app.page.keyboard.press('Control+k');
  assert.equal(await app.page.getByLabel('Reference').inputValue(), 'unsent');
});

appTest('samples are found by page and system among thousands without lag', async (app) => {
  const [pages, systems] = [1_500, ['alpha', 'beta', 'gamma', 'delta']];
  const lines = Array.from({ length: pages }, (_, page) => JSON.stringify({
    id: `paper-${String(page).padStart(4, '0')}`, reference: 'x', predictions: Object.fromEntries(systems.map((system) => [system, 'y'])),
  }));
  await app.letGo({ 'set.jsonl': lines.join('\n') });
  const list = app.page.getByRole('navigation', { name: 'Samples' });
  const add = app.page.getByRole('button', { name: /^(Add|Score) [\d,]+ / });
  await add.or(list).first().waitFor();
  if (await add.count()) await add.click();
  await eventually(async () => (await list.count()) > 0 && Number((await list.locator('h2 .count').textContent()).replace(',', '')) === pages * systems.length, 'all samples are there', 120_000);
  await app.page.getByRole('button', { name: 'Cancel', exact: true }).first().click().catch(() => {});
  await open(app);
  await app.page.evaluate(() => {
    globalThis.longest = 0;
    let last = performance.now();
    const frame = (now) => {
      globalThis.longest = Math.max(globalThis.longest, now - last);
      last = now;
      if (globalThis.longest >= 0) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
  await field(app).pressSequentially('1234 gamma', { delay: 30 });
  const found = palette(app).getByRole('group', { name: 'Samples' }).getByRole('option');
  await eventually(async () => (await found.count()) === 1, `one sample: ${await found.allTextContents()}`);
  const longest = await app.page.evaluate(() => globalThis.longest);
  console.log(`# longest frame while searching ${pages * systems.length} samples: ${longest.toFixed(0)} ms`);
  assert.ok(longest < 400, `${longest} ms`);
  await found.click();
  await palette(app).waitFor({ state: 'detached' });
  assert.match(await list.locator('button.sample[aria-current=true]').textContent(), /paper-1234.*gamma/);
});
