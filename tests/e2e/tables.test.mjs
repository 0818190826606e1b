// The tables of both sides: compared when their tab is open, with the cells marked that differ.
import assert from 'node:assert/strict';
import { appTest, eventually } from './harness.mjs';

const TABLE = String.raw`\section{Costs} The table has the costs.
\begin{table}\begin{tabular}{lr} item & cost \\ pen & 1.5 \\ paper & 20 \end{tabular}\caption{Costs}\label{tab:table_1}\end{table}`;

appTest('tables stand side by side, and cells that differ are marked', async (app) => {
  await app.drop({ 'costs.ref.tex': TABLE, 'costs.pred.tex': TABLE.replace('1.5', '7.5').replace(String.raw`\\ paper & 20`, '') });
  const scores = await app.scores();
  assert.ok(scores.teds.value < 1 && scores.teds.value > 0.5, `teds of a changed table: ${scores.teds.value}`);
  assert.ok(scores.teds_structure.value > scores.teds.value);
  await app.page.getByRole('tab', { name: 'Tables' }).click();
  const pair = app.page.getByRole('region', { name: 'Table 1' });
  await pair.waitFor();
  assert.match(await pair.textContent(), /3 cells different/);
  const side = (name) => pair.getByRole('group', { name });
  assert.equal(await side('Reference').locator('td.different').textContent(), '1.5');
  assert.equal(await side('Prediction').locator('td.different').textContent(), '7.5');
  assert.deepEqual(await side('Reference').locator('td.missing').allTextContents(), ['paper', '20']);
  assert.match(new URL(app.page.url()).hash, /tab=tables/);

  // Texts without tables say so.
  await app.drop({ 'more.ref.tex': 'Nothing.', 'more.pred.tex': 'Nothing.' });
  await app.select('more');
  await eventually(async () => /Neither text has a table/.test(await app.page.locator('#result-body').textContent()), 'no tables');
});
