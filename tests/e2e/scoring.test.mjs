import assert from 'node:assert/strict';
import { appTest, eventually } from './harness.mjs';

const REFERENCE = String.raw`\section{Waves}
The energy that a wave of this kind carries is $E = h\nu$ for each of its quanta. Its momentum is
\begin{equation} p = \frac{h}{\lambda}. \end{equation}
Both hold for every wave in an empty and endless space.`;

appTest('two texts are scored without a model', async (app) => {
  await app.drop({ 'waves.ref.tex': REFERENCE, 'waves.pred.tex': REFERENCE });
  const same = await app.scores();
  for (const id of ['ds', 'ctp', 'sa', 'baseline']) assert.ok(id in same, `${id} is listed`);
  assert.equal(same.ds.value, 1);
  assert.equal(same.sa.value, 1);
  assert.equal(same.ctp.value, 1);

  await app.drop({ 'other.ref.tex': REFERENCE, 'other.pred.tex': REFERENCE.replace(String.raw`\lambda`, String.raw`\nu`).replace('Waves', 'Tides') });
  await app.select('other');
  const different = await app.scores();
  assert.ok(different.ds.value > 0.9 && different.ds.value < 1, `ds of a small change: ${different.ds.value}`);
  assert.ok(different.sa.value < 1, `sa of another heading: ${different.sa.value}`);
});

appTest('a score shows the places that explain it', async (app) => {
  await app.drop({ 'waves.ref.tex': REFERENCE, 'waves.pred.tex': REFERENCE.replace('Waves', 'Tides') });
  await app.scores();
  await app.openTab('Scores');
  await app.page.locator('table.scores button', { hasText: 'sa' }).first().click();
  const explanation = app.page.locator('.spans');
  await explanation.waitFor();
  assert.match(await explanation.textContent(), /1 of \d+/);
  assert.match(await app.page.locator('#result-body').textContent(), /Waves[\s\S]*Tides|Tides[\s\S]*Waves/);
});

appTest('a score says what it means and how it is measured', async (app) => {
  await app.drop({ 'waves.ref.tex': REFERENCE, 'waves.pred.tex': REFERENCE.replace('Waves', 'Tides') });
  await app.scores();
  await app.openTab('Scores');
  await app.page.locator('table.scores button', { hasText: 'sa' }).first().click();
  const explanation = app.page.locator('.spans');
  assert.match(await explanation.textContent(), /0 of 1 .*“Tides”.*missing: “Waves”/);
  await explanation.getByRole('button', { name: 'How it is measured' }).click();
  const guide = app.page.getByRole('dialog', { name: 'How it is measured' });
  // The texts are fetched when the dialog opens.
  await eventually(async () => /Precision: matched predicted titles/.test(await guide.textContent()), 'the metric is explained');
  await guide.getByLabel('Metric').selectOption('ctp');
  await eventually(async () => /ctp\.min_words = 8/.test(await guide.textContent()), 'another metric is explained');
  await app.page.keyboard.press('Escape');
  await guide.waitFor({ state: 'detached' });
});

appTest('formulas are rendered side by side with MathML', async (app) => {
  await app.drop({ 'waves.ref.tex': REFERENCE, 'waves.pred.tex': REFERENCE.replace(String.raw`\lambda`, String.raw`\nu`) });
  await app.scores();
  await app.page.getByRole('tab', { name: /^Formulas/ }).click();
  const pairs = app.page.locator('.pair');
  assert.equal(await pairs.count(), 2);
  assert.equal(await app.page.locator('.pair.different').count(), 1);
  await eventually(async () => (await app.page.locator('.pair.different .katex-html .mfrac').count()) === 2, 'both formulas are rendered');
  assert.equal(await app.page.locator('.pair.different math mfrac').count(), 2);
  const fonts = await app.page.evaluate(async () => {
    await document.fonts.ready;
    return [...document.fonts].filter((font) => font.status === 'loaded').map((font) => font.family);
  });
  assert.ok(fonts.includes('KaTeX_Main') && fonts.includes('KaTeX_Math'), `fonts in use: ${fonts}`);
});

appTest('texts are typed in as well', async (app) => {
  await app.page.getByRole('button', { name: 'Paste LaTeX' }).click();
  await app.page.getByLabel('Reference').fill('a + b');
  await app.page.getByLabel('Prediction').fill('a + c');
  await app.page.getByRole('dialog').getByText('Formula', { exact: true }).click();
  await app.page.getByRole('button', { name: 'Add', exact: true }).click();
  const scores = await app.scores();
  assert.equal(scores.exact.value, 0);
  assert.ok(scores.texbleu_aligned.value < 1);
  assert.notEqual(scores.texbleu.value, null, 'the model for formulas was fetched');
  assert.ok(scores.edit_similarity.value > 0 && scores.edit_similarity.value < 1);
  await app.page.getByRole('tab', { name: /^Formulas/ }).click();
  await eventually(async () => (await app.page.locator('.pair.different .katex-html').count()) === 2, 'both formulas are rendered');
});
