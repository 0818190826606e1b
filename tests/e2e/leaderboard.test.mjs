// Leaderboards in the page: the tables are those of the command, columns sort, and rows that are not comparable stay apart.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Screens } from './accessibility.mjs';
import { texlens, texlensIn } from './command.mjs';
import { appTest, copied, copyAs, eventually, ORIGIN } from './harness.mjs';

/** Twelve formulas, and the predictions of a system, of which some are wrong. */
const formulas = (system, wrong) =>
  Array.from({ length: 12 }, (_, at) => ({ id: `f${at}`, kind: 'formula', reference: `x_{${at}} + \\frac{a}{b}`, [`pred_${system}`]: at < wrong ? `y^{${at}}` : `x_{${at}} + \\frac{a}{b}` }))
    .map((formula) => JSON.stringify(formula))
    .join('\n');

const view = (app) => app.page.getByRole('region', { name: 'Leaderboard', exact: true });
const button = (app, name) => view(app).getByRole('button', { name, exact: true });
const idle = (app) => view(app).locator('.screen-stage').waitFor({ state: 'detached' });
const boards = (app) => view(app).locator('.board');

async function show(app) {
  await app.page.getByRole('group', { name: 'View' }).getByRole('button', { name: 'Leaderboard' }).click();
  await view(app).waitFor();
}

const firstRow = (app, board) => boards(app).nth(board).locator('tbody tr').first().textContent();

appTest('open samples, opened evaluations and printed tables are ranked as the command does it', async (app) => {
  const folder = mkdtempSync(join(tmpdir(), 'leaderboard-'));
  for (const [system, wrong] of [['other', 7], ['apart', 3]]) {
    writeFileSync(join(folder, `${system}.jsonl`), formulas(system, wrong));
  }
  const evaluate = (system, ...more) => texlens('evaluate', join(folder, `${system}.jsonl`), '--texts', '--json', join(folder, `${system}.json`), ...more);
  evaluate('other');
  evaluate('apart', '--set', 'texbleu.max_n=2');

  await app.drop({ 'mine.jsonl': formulas('mine', 2) });
  await app.page.locator('.plan .button.primary').click();
  await show(app);
  await boards(app).first().waitFor();
  await idle(app);
  assert.equal(await boards(app).count(), 1);

  // The evaluation of the same formulas joins the table; the one with another setting is kept apart, with the reason.
  await app.letGo({ 'other.json': readFileSync(join(folder, 'other.json'), 'utf8'), 'apart.json': readFileSync(join(folder, 'apart.json'), 'utf8'), 'notes.json': '{}' });
  await view(app).getByText(/notes\.json: this is not a texlens report/).waitFor();
  await idle(app);
  const measured = await boards(app).count();
  await view(app).getByLabel('TexOCR', { exact: true }).check();
  await eventually(async () => (await boards(app).count()) === measured + 1, 'the printed tables are shown');
  await idle(app);

  // The same tables as the command's, to the last sentence.
  writeFileSync(join(folder, 'open samples'), readFileSync(await (await app.save('JSON')).path()));
  const command = texlensIn(folder, 'leaderboard', 'open samples', 'other.json', 'apart.json', '--printed', 'texocr', '--format', 'markdown');
  const tables = [];
  for (let board = 0; board <= measured; board += 1) {
    tables.push(await copied(app, copyAs(boards(app).nth(board), 'Copy as Markdown')));
  }
  // Markdown escapes colons.
  const date = /\d{4}-\d\d-\d\dT[\d:\\]+Z/g;
  const [expected] = command.split('\n**Not comparable**');
  assert.equal(tables.join('\n').replace(date, 'DATE').trim(), expected.replace(date, 'DATE').trim());

  // Sorting: the best first, then the worst first, by keyboard.
  const texocr = measured;
  const sort = boards(app).nth(texocr).getByRole('columnheader', { name: 'FA', exact: true });
  await sort.getByRole('button').focus();
  await app.page.keyboard.press('Enter');
  await eventually(async () => (await firstRow(app, texocr)).startsWith('Infinity-Parser-7B'), 'the best by FA is first');
  assert.equal(await sort.getAttribute('aria-sort'), 'descending');
  await app.page.keyboard.press('Enter');
  await eventually(async () => !(await firstRow(app, texocr)).startsWith('Infinity-Parser-7B'), 'the order is reversed');
  assert.equal(await sort.getAttribute('aria-sort'), 'ascending');
  assert.match(await firstRow(app, texocr), /printed, not measured/);
  const tsv = await copied(app, copyAs(boards(app).nth(texocr), 'Copy as TSV'));
  assert.equal(tsv.trim().split('\n').length, 27);

  // Files and samples can be taken away.
  await button(app, 'Remove apart.json').click();
  await view(app).getByLabel('open samples').uncheck();
  await button(app, 'Remove other.json').click();
  await eventually(async () => (await boards(app).count()) === 1, 'only the printed table is left');
});

appTest('the screens of leaderboards, reached by their address', async (app) => {
  const screens = new Screens();
  await view(app).getByText('Which systems can be ranked together?').waitFor();
  await screens.check(app.page, 'leaderboard-begin');
  for (const name of ['TexOCR', 'pdf-parse-bench', 'TeXBLEU']) await view(app).getByLabel(name, { exact: true }).check();
  await eventually(async () => (await boards(app).count()) === 5, 'every set is shown');
  await idle(app);
  await view(app).getByText('Protocol and sources').first().click();
  await screens.check(app.page, 'leaderboard-printed');
  screens.done();
}, { url: `${ORIGIN}/#view=leaderboard` });
