import assert from 'node:assert/strict';
import { appTest } from './harness.mjs';

appTest('a sample page is read and scored at one click', async (app) => {
  await app.runOn('WebAssembly');
  await app.page.getByRole('button', { name: 'Try a sample page' }).click();
  const sample = app.page.locator('button.sample[aria-current=true]');
  await sample.waitFor();
  await app.page.locator('table.scores').waitFor({ timeout: 120_000 });
  const scores = await app.scores();
  assert.ok(scores.ds.value > 0.8, `ds: ${scores.ds.value}`);
  assert.equal(scores.baseline.value, 1);
  // Whose page it is stands beside it.
  assert.match(await app.page.locator('body').textContent(), /(MIT|BSD|CC BY)/);
});
