import assert from 'node:assert/strict';
import { appTest, eventually } from './harness.mjs';

appTest('a sample page is read and scored at one click', async (app) => {
  await app.runOn('WebAssembly');
  await app.page.getByRole('button', { name: 'Try a page' }).click();
  const sample = app.page.locator('button.sample[aria-current=true]');
  await sample.waitFor();
  await app.page.locator('.key-scores').waitFor({ timeout: 120_000 });
  const scores = await app.scores();
  assert.ok(scores.ds.value > 0.8, `ds: ${scores.ds.value}`);
  assert.equal(scores.baseline.value, 1);
  // The licence of the page is shown beside it.
  assert.match(await app.page.locator('body').textContent(), /(MIT|BSD|CC BY)/);
});

appTest('a prediction is pasted with the name of its system', async (app) => {
  await app.page.getByRole('button', { name: 'Paste LaTeX' }).click();
  const dialog = app.page.getByRole('dialog', { name: 'Add text' });
  await dialog.getByLabel('Reference', { exact: true }).fill('We have $x^2$.');
  await dialog.getByLabel('Prediction', { exact: true }).fill('We have $x^3$.');
  await dialog.getByLabel('System', { exact: true }).fill('A model');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await app.scores();
  assert.deepEqual(await app.page.locator('.source-head h3').allTextContents(), ['Reference pasted text', 'Prediction A model']);
  await app.page.getByRole('button', { name: 'Add text' }).first().click();
  assert.deepEqual(await dialog.locator('datalist option').evaluateAll((options) => options.map((option) => option.getAttribute('value'))), ['A model']);
});

appTest('of two texts whose names do not say it, a person says which is the reference', async (app) => {
  const heads = () => app.page.locator('.source-head h3').allTextContents();
  await app.drop({ 'gt.tex': 'We have $x^2$.', 'pred.tex': 'We have $x^3$.' });
  await app.scores();
  assert.equal(await app.page.getByText(/the reference\? It came first/).count(), 0, 'these names say it');
  await app.drop({ 'zeta.tex': 'We have $y^2$.', 'alpha.tex': 'We have $y^3$.' });
  await app.select('zeta');
  const question = app.page.locator('.question');
  await question.getByText('Is zeta.tex the reference?').waitFor();
  assert.deepEqual(await heads(), ['Reference zeta.tex', 'Prediction alpha.tex']);

  // The question remains after the page is reloaded.
  await app.page.waitForTimeout(1500);
  await app.page.goto('about:blank');
  await app.open();
  await app.select('zeta');
  await question.getByRole('button', { name: 'No, swap sides' }).click();
  await question.waitFor({ state: 'detached' });
  await eventually(async () => (await heads()).join() === 'Reference alpha.tex,Prediction zeta.tex', 'the sides are swapped');
});
