// One evaluation has the same numbers whichever way they come out: the command's table, JSON, CSV, Markdown and LaTeX, the page's leaderboard, what the page saves, and what was saved and opened again.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { appTest, eventually } from './harness.mjs';
import { samplePage } from './pages.mjs';

const folder = mkdtempSync(join(tmpdir(), 'texlens-board-'));
const TEX = resolve('www/tex');

function texlens(...args) {
  return execFileSync(process.env.TEXLENS_CLI, args, { encoding: 'utf8', cwd: folder, stdio: ['ignore', 'pipe', 'ignore'], env: { ...process.env, TEXLENS_TEX: TEX }, maxBuffer: 64 << 20 });
}

/** Six pages of three documents and three systems. Pages are missing, blank, broken, without anything that a metric needs; one reference does not compile. */
function dataset() {
  const files = {};
  const texts = ['halo-model', 'radial-velocities', 'subaddresses', 'transit-search'].map((id) => samplePage(id).reference);
  texts.push('Only words stand on this page, and nothing else that could be measured.\n');
  texts.push('A macro of the paper \\ownmacro{x} is used, and $h = a \\cos(\\omega t)$ is the height.\n');
  const manifest = texts.map((latex, index) => {
    const document = `doc${Math.floor(index / 2) + 1}`;
    const id = `${document}/00${(index % 2) + 1}`;
    files[`set/${id}.tex`] = latex;
    files[`set/good/${id}.tex`] = latex;
    if (index !== 4) files[`set/middling/${id}.tex`] = index === 1 ? ' \n' : latex.replaceAll('the', 'teh').replaceAll('\\alpha', 'a');
    if (index !== 5 && index !== 2) files[`set/poor/${id}.tex`] = index === 0 ? `${latex} \\undefinedcommand` : latex.replaceAll(/\\[a-z]+/g, '');
    return { id, document, page: (index % 2) + 1, reference: `${id}.tex`, columns: 1 + (index % 2) };
  });
  files['set/manifest.jsonl'] = manifest.map((line) => JSON.stringify(line)).join('\n');
  return files;
}

for (const [path, content] of Object.entries(dataset())) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}

/** What a level says of its systems, in an order that is the same everywhere. */
function numbers(json, level) {
  const { samples, documents, common, systems, differences, scores } = json.levels.find((one) => one.level === level);
  const by = (key) => (a, b) => (key(a) < key(b) ? -1 : 1);
  const score = ({ id, document, system, missing, metrics, error_types }) => ({
    id,
    document,
    system,
    missing,
    values: Object.fromEntries(Object.entries(metrics).map(([metric, { value, reason }]) => [metric, value ?? reason])),
    errors: error_types?.map(({ error_type, judgement }) => [error_type, judgement.state]),
  });
  return {
    samples,
    documents,
    common,
    systems: systems.toSorted(by(({ system }) => system)),
    differences: differences.length,
    scores: scores.map(score).toSorted(by(({ id, system }) => `${id} ${system}`)),
  };
}

const saved = async (app, format) => readFileSync(await (await app.save(format)).path(), 'utf8');

appTest('every way out has the same numbers', async (app) => {
  texlens('evaluate', 'set', '--level', 'document,page', '--json', 'r.json', '--csv', 'r.csv', '--markdown', 'r.md', '--latex', 'r.tex', '--html', 'r.html');
  const native = Object.fromEntries(['json', 'csv', 'md', 'tex'].map((ending) => [ending, readFileSync(join(folder, `r.${ending}`), 'utf8')]));
  const wanted = JSON.parse(native.json);
  const pages = numbers(wanted, 'page');
  assert.deepEqual(pages.systems.map(({ system, missing }) => [system, missing]), [['good', 0], ['middling', 2], ['poor', 2]]);
  const csr = pages.systems.map(({ metrics }) => metrics.find(({ metric }) => metric === 'csr'));
  assert.ok(csr.every(({ defined }) => defined === 6), 'what is missing does not compile');

  await app.page.locator('input[webkitdirectory]').first().setInputFiles(join(folder, 'set'));
  await app.page.getByRole('button', { name: /^Add \d+ samples$/ }).click();
  await app.page.getByRole('dialog', { name: 'What you brought' }).waitFor({ state: 'detached' });
  await app.useEngine();
  // Every prediction has its verdict, and the scores that need it.
  await app.page.locator('footer .compiling').waitFor();
  await app.page.locator('footer .compiling').waitFor({ state: 'detached' });
  await app.page.getByRole('button', { name: 'Compare', exact: true }).click();
  const view = app.page.getByRole('region', { name: 'Compare systems' });
  await view.getByRole('heading', { name: /^Leaderboard/ }).waitFor({ timeout: 60_000 });
  await view.getByText('A missing prediction is scored as empty text on every metric, and counted.').waitFor();

  const check = async (how) => {
    const json = JSON.parse(await saved(app, 'JSON'));
    for (const level of ['page', 'document']) assert.deepEqual(numbers(json, level), numbers(wanted, level), `${how}, ${level}`);
    const lines = (text) => text.trim().split('\n').toSorted();
    assert.deepEqual(lines(await saved(app, 'CSV')), lines(native.csv), `${how}, CSV`);
    assert.deepEqual(lines(await saved(app, 'Markdown')), lines(native.md), `${how}, Markdown`);
    assert.deepEqual(lines(await saved(app, 'LaTeX')), lines(native.tex), `${how}, LaTeX`);
  };
  await check('the page');

  // The leaderboard, to the last digit that it shows.
  await view.getByRole('button', { name: 'Pages', exact: true }).click();
  await eventually(async () => (await view.locator('.leaderboard h3').textContent()).includes('6 pages of 3'), 'pages are compared');
  await view.getByRole('button', { name: /^All metrics/ }).click();
  const shown = await view.locator('.leaderboard tbody tr').evaluateAll((rows) => rows.map((row) => [row.querySelector('th').textContent, [...row.querySelectorAll('.mean')].map((mean) => mean.textContent).sort()]));
  const digits = (value) => value.toFixed(3).replace(/^-0\.000$/, '0.000').replace('-', '−');
  for (const { system, metrics, groups } of pages.systems) {
    const values = [...metrics.map(({ mean }) => mean), ...groups.map(({ value }) => value)].filter((value) => value !== null);
    assert.deepEqual(Object.fromEntries(shown)[system], values.map(digits).sort(), system);
  }

  // Only what all systems have.
  const common = JSON.parse(texlens('evaluate', 'set', '--level', 'page', '--common', '--format', 'json')).levels[0];
  await view.getByRole('checkbox', { name: 'Only samples that all systems have' }).check();
  await view.getByText('Only 2 pages with a prediction of every system are compared; 4 more are left out.').waitFor();
  const few = await view.locator('.leaderboard tbody tr').evaluateAll((rows) => rows.map((row) => [row.querySelector('th').textContent, [...row.querySelectorAll('.mean')].map((mean) => mean.textContent).sort()]));
  for (const { system, metrics, groups } of common.systems) {
    const values = [...metrics.map(({ mean }) => mean), ...groups.map(({ value }) => value)].filter((value) => value !== null);
    assert.deepEqual(Object.fromEntries(few)[system], values.map(digits).sort(), `${system}, common`);
  }
  await view.getByRole('checkbox', { name: 'Only samples that all systems have' }).uncheck();

  // What was saved is opened again, alone: the page, and the folder in its archive.
  const kept = {};
  for (const format of ['HTML', 'Folder']) kept[format] = readFileSync(await (await app.save(format)).path());
  for (const [format, name] of [['HTML', 'saved.html'], ['Folder', 'saved.zip']]) {
    await app.page.locator('footer').getByRole('button', { name: /Storage|Works offline/ }).click();
    await app.page.getByRole('button', { name: 'Remove all' }).click();
    await app.page.keyboard.press('Escape');
    await app.drop({ [name]: kept[format] });
    await view.getByRole('heading', { name: /^Leaderboard/ }).waitFor();
    await check(`saved as ${format} and opened again`);
  }
});
