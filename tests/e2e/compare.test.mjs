// Comparison of systems: the page shows the command's numbers, also by keyboard and on a narrow screen.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Screens } from './accessibility.mjs';
import { appTest, eventually } from './harness.mjs';
import { samplePage } from './pages.mjs';

const folder = mkdtempSync(join(tmpdir(), 'texlens-compare-'));

function texlens(...args) {
  return execFileSync(process.env.TEXLENS_CLI, args, { encoding: 'utf8', cwd: folder, stdio: ['ignore', 'pipe', 'ignore'], env: { ...process.env, TEXLENS_TEX: folder }, maxBuffer: 64 << 20 });
}

/**
 * Six pages of three documents, and three systems: one good, one that misspells, one that lacks a page and all
 * commands.
 */
function dataset() {
  const files = {};
  const manifest = [];
  const texts = ['halo-model', 'radial-velocities', 'subaddresses', 'transit-search', 'validator-sets'].map((id) => samplePage(id).reference);
  texts.push(`\\section{Tides}\nThe water of every sea rises and falls twice on most days of the year, and the height $h = a \\cos(\\omega t)$ is above the mean.\n`);
  texts.forEach((latex, index) => {
    const document = `doc${Math.floor(index / 2) + 1}`;
    const id = `${document}/00${(index % 2) + 1}`;
    manifest.push({ id, document, page: (index % 2) + 1, reference: `${id}.tex`, columns: 1 + (index % 2), language: index < 4 ? 'en' : 'de' });
    files[`set/${id}.tex`] = latex;
    files[`set/good/${id}.tex`] = index === 3 ? latex.replace('the', 'teh') : latex;
    files[`set/middling, with a rather long name/${id}.tex`] = latex.replaceAll('the', 'teh').replaceAll('\\alpha', 'a');
    if (index !== 5) files[`set/poor/${id}.tex`] = latex.replaceAll(/\\[a-z]+/g, '');
  });
  files['set/manifest.jsonl'] = manifest.map((line) => JSON.stringify(line)).join('\n');
  return files;
}

const FILES = dataset();
const SYSTEMS = ['good', 'middling, with a rather long name', 'poor'];
const RATINGS = ['id,system,rater,rating', ...[1, 2, 3].flatMap((document) => SYSTEMS.map((system, index) => `doc${document}/001,"${system}",x,${9 - 3 * index + document / 10}`)), 'elsewhere/001,good,x,3'].join('\n');

for (const [path, content] of Object.entries({ ...FILES, 'ratings.csv': RATINGS })) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}

/** A number as the page prints it: three digits, and a typographic minus. */
const shown = (value) => (value === null ? '–' : value.toFixed(3).replace(/^-0\.000$/, '0.000').replace('-', '−'));
const signed = (value) => (/^[+-]0\.000$/.test((value < 0 ? '' : '+') + value.toFixed(3)) ? '0.000' : (value < 0 ? '' : '+') + value.toFixed(3)).replace('-', '−');

/** Imports the dataset and waits until everything is scored. */
async function bring(app) {
  await app.page.locator('input[webkitdirectory]').first().setInputFiles(join(folder, 'set'));
  await app.page.locator('.plan .button.primary').click();
  await app.page.getByRole('dialog', { name: 'Review import' }).waitFor({ state: 'detached' });
}

async function compare(app, level) {
  await app.page.getByRole('button', { name: 'Compare', exact: true }).click();
  const view = app.page.getByRole('region', { name: 'Compare systems' });
  await view.getByRole('heading', { name: /^Leaderboard/ }).waitFor();
  if (level) {
    await view.getByRole('button', { name: level, exact: true }).click();
    await eventually(async () => (await view.getByRole('heading', { name: /^Leaderboard/ }).textContent())?.includes(` ${level.toLowerCase()} of`), `${level} are compared`);
  }
  return view;
}

/** The rows of a table as lists of texts. */
const rows = (table) => table.locator('tbody tr').evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.querySelector('.mean')?.textContent ?? cell.textContent)));

appTest('the page compares systems with the numbers of the command', async (app) => {
  await bring(app);
  const view = await compare(app, 'Pages');
  await view.getByRole('button', { name: /^All metrics/ }).click();
  const json = JSON.parse(texlens('evaluate', 'set', '--level', 'page', '--by', 'columns', '--format', 'json'));
  const level = json.levels[0];
  assert.equal(level.samples, 6);

  // All means and intervals.
  const board = view.getByRole('region', { name: /^Leaderboard/ }).getByRole('table');
  const heads = await board.locator('thead th.measure button').evaluateAll((buttons) => buttons.map((button) => button.title.replace(/( \(lower is better\))?: sort the systems.*/, '')));
  const cells = await board.locator('tbody tr').evaluateAll((rows) =>
    rows.map((row) => ({
      system: row.querySelector('th').textContent,
      values: [...row.querySelectorAll('td.value, td.undefined')].map((cell) => [cell.querySelector('.mean')?.textContent ?? null, cell.querySelector('.interval')?.textContent ?? null]),
      counts: [...row.querySelectorAll('td.number:not(.value):not(.undefined)')].map((cell) => Number(cell.textContent)),
    })),
  );
  assert.deepEqual(cells.map((row) => row.system).sort(), SYSTEMS);
  let compared = 0;
  for (const { system, values, counts } of cells) {
    const native = level.systems.find((one) => one.system === system);
    assert.deepEqual(counts, [native.scored, native.missing, native.failed], system);
    const expected = [...native.groups.map((one) => ({ id: one.group, mean: one.value, interval: one.interval })), ...native.metrics.map((one) => ({ id: one.metric, mean: one.mean, interval: one.interval }))];
    assert.equal(values.length, expected.length);
    assert.equal(heads.length, expected.length);
    const told = values.map(([mean, interval]) => `${mean} ${interval?.includes('n ') ? '' : (interval ?? '')}`).sort();
    const wanted = expected.map(({ mean, interval }) => (mean === null ? 'null ' : `${shown(mean)} ${interval ? `${shown(interval.low)}\u2009–\u2009${shown(interval.high)}` : ''}`)).sort();
    assert.deepEqual(told, wanted, system);
    compared += wanted.filter((text) => !text.startsWith('null')).length;
  }
  assert.ok(compared > 60, `${compared} means were compared`);

  // Documents as well; a missing page counts as empty.
  await view.getByRole('button', { name: 'Documents', exact: true }).click();
  const documents = JSON.parse(texlens('evaluate', 'set', '--level', 'document', '--metrics', 'ds,ctp', '--format', 'json')).levels[0];
  await eventually(async () => /(?<!of )3 documents/.test(await view.locator('.leaderboard h3').textContent()), 'documents are compared');
  const column = async (id) => {
    const place = await board.locator('thead th').evaluateAll((heads, id) => heads.findIndex((head) => head.querySelector('button')?.textContent.trim().startsWith(id)), id);
    return Object.fromEntries(await board.locator('tbody tr').evaluateAll((rows, place) => rows.map((row) => [row.querySelector('th').textContent, row.children[place].querySelector('.mean')?.textContent]), place));
  };
  for (const [index, id] of ['ds', 'ctp'].entries()) {
    const means = Object.fromEntries(documents.systems.map((one) => [one.system, shown(one.metrics[index].mean)]));
    await eventually(async () => JSON.stringify(Object.entries(await column(id)).sort()) === JSON.stringify(Object.entries(means).sort()), `${id}: ${JSON.stringify(means)}`);
  }
  await view.getByRole('button', { name: 'Pages', exact: true }).click();
  await eventually(async () => (await view.locator('.leaderboard h3').textContent()).includes('6 pages of 3'), 'pages are compared again');

  // Differences between two systems, in the same words.
  await view.getByRole('combobox', { name: 'Of', exact: true }).selectOption('good');
  await view.getByRole('combobox', { name: 'and', exact: true }).selectOption('poor');
  const table = view.getByRole('region', { name: 'Differences of good and poor' }).getByRole('table');
  await eventually(() => view.locator('.told li').count(), 'differences in words');
  await view.locator('summary', { hasText: 'differences in numbers' }).click();
  const native = level.differences.filter((one) => one.first === 'good' && one.second === 'poor');
  const numbers = Object.fromEntries((await rows(table)).map(([metric, mean, interval, , , first, equal, second]) => [metric, [mean, interval, first, equal, second]]));
  assert.equal(Object.keys(numbers).length, native.length);
  for (const one of native) {
    const interval = one.interval ? `${signed(one.interval.low)} to ${signed(one.interval.high)}` : '';
    assert.deepEqual(numbers[one.metric], [signed(one.mean), interval, `${one.first_better}`, `${one.equal}`, `${one.second_better}`], one.metric);
  }
  const words = await view.locator('.told li').allTextContents();
  const clear = native.filter((one) => one.is_clear);
  assert.ok(clear.some((one) => words.includes(one.summary)), `${words}`);

  // By tag.
  await view.getByRole('combobox', { name: 'Tag', exact: true }).selectOption('columns');
  const byTag = view.getByRole('region', { name: /by columns$/ }).getByRole('table');
  await byTag.waitFor();
  const measure = await view.locator('th.measure.chosen button').getAttribute('title');
  const group = measure.startsWith('Overall (available metrics)') ? 'overall_defined' : 'overall';
  for (const row of await rows(byTag)) {
    const nativeRow = level.breakdowns[0].values.find((one) => one.value === row[0]);
    assert.deepEqual(row.slice(1, 3), [`${nativeRow.samples}`, `${nativeRow.documents}`]);
    const means = nativeRow.systems.map((one) => shown(one.groups.find((one) => one.group === group).value));
    assert.deepEqual([...row.slice(3)].sort(), means.sort(), row[0]);
  }
});

appTest('people’s ratings are correlated as the command does it', async (app) => {
  await bring(app);
  await app.drop({ 'ratings.csv': RATINGS });
  const view = app.page.getByRole('region', { name: 'Compare systems' });
  const table = view.locator('table.correlations');
  await table.waitFor();
  await view.getByText('1 rating is of a sample that is not in the list, such as elsewhere/001 of good.').waitFor();
  const lines = await rows(table);
  const ds = lines.find(([name]) => name === 'ds');
  assert.equal(ds[1], '9');
  assert.ok(Number.parseFloat(ds[3]) > 0.5, `people and ds go together: ${ds}`);
  // The plot has a dot for each rating, and a click on it leads to its sample.
  await eventually(async () => (await view.locator('.plot-figure.pick [data-dot]').count()) > 3, 'dots');
  const first = view.locator('.standing-out tbody button').first();
  const name = await first.textContent();
  await first.click();
  const shownSample = app.page.getByRole('navigation', { name: 'Samples' }).locator('[aria-current="true"], .selected').first();
  assert.ok((await shownSample.textContent()).includes(name.split(' · ')[0].split('/')[0]), name);
});

/** A benchmark of unit tests without references. `poor` lacks a page. */
const BENCHMARK = {
  'bench/math.jsonl': ['x^2', 'y_1', 'z'].map((math, index) => JSON.stringify({ pdf: 'a.pdf', page: 1, id: `m${index}`, type: 'math', math })).join('\n'),
  'bench/text.jsonl': [
    { page: 1, id: 't1', type: 'present', text: 'tides' },
    { page: 2, id: 't2', type: 'present', text: 'The moon raises the sea' },
    { page: 2, id: 't3', type: 'absent', text: 'Page 7' },
  ]
    .map((test) => JSON.stringify({ pdf: 'a.pdf', ...test }))
    .join('\n'),
  'bench/good/a_pg1_repeat1.md': 'The tides: $x^{2}$, $y_1$ and $z$.',
  'bench/good/a_pg2_repeat1.md': 'The moon raises the sea. Page 7',
  'bench/poor/a_pg1_repeat1.md': 'The tides: $x^2$',
};

appTest('pass rates of unit tests are those of the command, and a saved report has them', async (app) => {
  for (const [path, content] of Object.entries(BENCHMARK)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  const native = JSON.parse(texlens('evaluate', 'bench', '--html', 'bench.html', '--format', 'json')).unit_tests;
  const open = async () => {
    await app.page.getByRole('button', { name: 'Compare', exact: true }).click();
    const view = app.page.getByRole('region', { name: 'Compare systems' });
    const table = view.getByRole('region', { name: /^Unit tests/ }).getByRole('table');
    await table.waitFor();
    return { view, table };
  };
  const interval = ({ low, high }) => `${shown(low)}\u2009–\u2009${shown(high)}`;
  const check = async ({ view, table }) => {
    const cells = await table.locator('tbody tr:not(.group)').evaluateAll((rows) => rows.map((row) => [row.children[0].textContent, ...[...row.children].slice(1).map((cell) => [...cell.children].map((part) => part.textContent))]));
    const [good, poor] = native.systems;
    const row = (name, rates) => [name, ...rates.map((rate) => [shown(rate.value), interval(rate.interval), `${rate.passed} of ${rate.tests}`])];
    const rowsOf = (field) => good[field].map((rate) => row(rate.name, [rate, poor[field].find((other) => other.name === rate.name)]));
    assert.deepEqual(cells, [row('Score', [good.score, poor.score]), ...rowsOf('kinds'), ...rowsOf('files')]);
    await view.locator('summary', { hasText: 'differences in numbers' }).click();
    const differences = view.getByRole('region', { name: 'Differences of good and poor' }).getByRole('table');
    const numbers = (await rows(differences)).map(([id, mean, between, , , first, equal, second]) => [id, mean, between, first, equal, second]);
    assert.deepEqual(
      numbers,
      native.differences.map((one) => [one.metric, signed(one.mean), `${signed(one.interval.low)} to ${signed(one.interval.high)}`, `${one.first_better}`, `${one.equal}`, `${one.second_better}`]),
    );
  };
  await app.page.locator('input[webkitdirectory]').first().setInputFiles(join(folder, 'bench'));
  await app.page.locator('.plan .button.primary').click();
  await app.page.getByRole('dialog', { name: 'Review import' }).waitFor({ state: 'detached' });
  const here = await open();
  await check(here);
  const screens = new Screens();
  await screens.check(app.page, 'unit-tests');
  screens.done();
  // The page of the command opens in an empty app with the same rates.
  await app.page.keyboard.press('c');
  await app.page.locator('footer').getByRole('button', { name: /^Storage/ }).click();
  await app.page.getByRole('button', { name: 'Remove all' }).click();
  await app.page.keyboard.press('Escape');
  await app.drop({ 'bench.html': readFileSync(join(folder, 'bench.html'), 'utf8') });
  await check(await open());
}, { timeout: 600_000 });

appTest('a file that is no ratings is refused with its line', async (app) => {
  await app.drop({ 'a.tex': 'x', 'a.pred.tex': 'y' });
  await app.drop({ 'ratings.csv': 'id,rating\na,7\na,good\n' });
  await app.refusals().getByText(/line 3/i).waitFor();
});

appTest('comparing works by keyboard, on a narrow screen, and for one system', async (app) => {
  const { page } = app;
  await app.drop({ 'a.tex': FILES['set/doc1/001.tex'], 'a.pred.tex': FILES['set/poor/doc1/001.tex'] });
  await app.scores();
  await page.setViewportSize({ width: 390, height: 800 });
  await page.keyboard.press('c');
  const view = page.getByRole('region', { name: 'Compare systems' });
  await view.getByRole('heading', { name: 'One system so far' }).waitFor();
  assert.equal(await view.getByRole('heading', { name: 'Differences' }).count(), 0);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(overflow <= 0, `the page is ${overflow} pixels wider than the screen`);
  assert.match(new URL(page.url()).hash, /view=compare/);
  await page.keyboard.press('c');
  await view.waitFor({ state: 'detached' });
});

appTest('a plot is saved as a picture with its own colours', async (app) => {
  await bring(app);
  const view = await compare(app, 'Pages');
  const button = view.locator('.plot-figure.pick').getByRole('button', { name: 'Save plot as SVG' });
  await button.waitFor();
  const [download] = await Promise.all([app.page.waitForEvent('download'), button.click()]);
  assert.match(download.suggestedFilename(), /\.svg$/);
  const svg = readFileSync(await download.path(), 'utf8');
  assert.match(svg, /^<svg[^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
  assert.ok(svg.includes('fill="#fff"') && svg.includes('data-dot='), svg.slice(0, 400));
  const problem = await app.page.evaluate((svg) => new DOMParser().parseFromString(svg, 'image/svg+xml').querySelector('parsererror')?.textContent, svg);
  assert.equal(problem, undefined);
});

appTest('the comparison is for everyone', async (app) => {
  await bring(app);
  const view = await compare(app, 'Pages');
  await view.locator('table.by-tag').waitFor();
  await eventually(() => view.locator('.plot-figure.pick [data-dot]').count(), 'dots');
  for (const summary of await view.locator('details > summary').all()) await summary.click();
  const screens = new Screens();
  await screens.check(app.page, 'compare');
  screens.done();
}, { timeout: 600_000 });
