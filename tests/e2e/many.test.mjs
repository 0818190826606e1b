import assert from 'node:assert/strict';
import { appTest, eventually } from './harness.mjs';

const COUNT = 1200;

appTest('a thousand pairs are scored while the list stays small', async (app) => {
  /** @type {Record<string, string>} */
  const files = {};
  for (let index = 0; index < COUNT; index++) {
    const lines = (formula) => Array.from({ length: 30 }, (_, line) => `The value ${formula} of line ${line} on page ${index}.`).join('\n');
    files[`p${String(index).padStart(4, '0')}.tex`] = lines(`$x_{${index}}$`);
    files[`p${String(index).padStart(4, '0')}.pred.tex`] = lines(`$x_${index}$`);
  }
  await app.drop(files);
  await app.page.locator('.plan .button.primary').click();
  const list = app.page.getByRole('navigation', { name: 'Samples' });
  const work = list.getByRole('group', { name: 'Work' });
  await work.getByRole('button', { name: 'Pause' }).click();
  await list.locator('.count').filter({ hasText: String(COUNT) }).waitFor();
  // Started work finishes, then everything pauses.
  const open = () => work.getByText(/[1-9]\d* to score/).textContent();
  await eventually(async () => {
    const before = await open();
    await new Promise((done) => setTimeout(done, 500));
    return before === (await open());
  }, 'it pauses');
  assert.ok((await list.locator('li:not(.gap)').count()) < 150, 'rows out of sight are not drawn');

  await work.getByRole('button', { name: 'Resume' }).click();
  await eventually(async () => (await work.count()) === 0, 'all are scored');

  await list.locator('ul').first().evaluate((element) => element.scrollTo(0, element.scrollHeight));
  const last = app.sample(`p${COUNT - 1}`);
  await last.waitFor();
  assert.match(await last.textContent(), /DS/);
  // Only values were kept for this sample; its passages are found again when it is shown.
  await app.select(`p${COUNT - 1}`);
  await app.scores();
  await eventually(async () => (await app.page.getByRole('tab', { name: /Formulas/ }).textContent()).match(/\d/), 'its formulas are there');
});
