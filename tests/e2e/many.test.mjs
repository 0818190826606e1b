import assert from 'node:assert/strict';
import { appTest, eventually } from './harness.mjs';

const COUNT = 1200;

appTest('a thousand pairs are scored while the list stays small', async (app) => {
  const files = {};
  for (let index = 0; index < COUNT; index++) {
    files[`p${String(index).padStart(4, '0')}.tex`] = `The value $x_{${index}}$ of page ${index}.`;
    files[`p${String(index).padStart(4, '0')}.pred.tex`] = `The value $x_${index}$ of page ${index}.`;
  }
  await app.drop(files);
  await app.page.getByRole('button', { name: `Add ${COUNT} samples` }).click();
  const list = app.page.getByRole('navigation', { name: 'Samples' });
  await list.locator('.count').filter({ hasText: String(COUNT) }).waitFor();
  const work = list.getByRole('group', { name: 'Work' });
  await work.getByText(/to score/).waitFor();
  assert.ok((await list.locator('li:not(.gap)').count()) < 150, 'rows out of sight are not drawn');

  await work.getByRole('button', { name: 'Pause' }).click();
  await work.getByRole('button', { name: 'Go on' }).click();
  await eventually(async () => (await work.count()) === 0, 'all are scored');

  await list.locator('ul').first().evaluate((element) => element.scrollTo(0, element.scrollHeight));
  const last = app.sample(`p${COUNT - 1}`);
  await last.waitFor();
  assert.match(await last.textContent(), /DS/);
  // Only values were kept of it; the places are found again for the one who looks.
  await app.select(`p${COUNT - 1}`);
  await app.page.locator('table.scores').waitFor();
  await eventually(async () => (await app.page.getByRole('tab', { name: /Formulas/ }).textContent()).match(/1/), 'its formulas are there');
});
