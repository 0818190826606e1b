// Imports that need a person: columns without a known meaning, answers with remarks, other encodings, missing texts.
import assert from 'node:assert/strict';
import { appTest, eventually } from './harness.mjs';

const sheet = (app) => app.page.getByRole('dialog', { name: 'Review import' });
const list = (app) => app.page.getByRole('navigation', { name: 'Samples' });
const meaning = (app, column) => sheet(app).getByLabel(`Meaning of ${column}`, { exact: true });
const focused = (app) => app.page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent);

const lines = (records) => records.map((record) => JSON.stringify(record)).join('\n');

appTest('columns are asked for where their names do not say all, and any of them can be a tag', async (app) => {
  const records = ['easy', 'hard', 'hard'].map((level, index) => ({
    id: `f${index}`,
    gold_latex: `x_${index}`,
    nougat: index === 1 ? 'y' : `x_${index}`,
    level,
    source: index === 0 ? 'book' : 'paper',
  }));
  await app.drop({ 'run.jsonl': lines(records) });
  await sheet(app).getByRole('tab', { name: /^Lists/, selected: true }).waitFor();
  // Several columns are left, so that only the reference is guessed.
  await sheet(app).getByText('The meaning of gold_latex is a guess. Check it.').waitFor();
  assert.equal(await meaning(app, 'gold_latex').inputValue(), 'reference');
  assert.equal(await meaning(app, 'nougat').inputValue(), '');
  assert.equal(await focused(app), 'Meaning of gold_latex', 'nothing useful would happen at a press of Enter');
  await sheet(app).getByRole('button', { name: 'Add 3 references' }).waitFor();
  assert.match(await sheet(app).locator('.records').textContent(), /x_1/, 'examples are shown');
  await meaning(app, 'nougat').selectOption('prediction');
  await sheet(app).getByRole('button', { name: 'Score 3 formulas' }).waitFor();
  await meaning(app, 'level').selectOption('tag');
  await eventually(async () => (await meaning(app, 'level').inputValue()) === 'tag', 'the level is a tag');
  await meaning(app, 'source').selectOption('tag');
  await eventually(async () => (await meaning(app, 'source').inputValue()) === 'tag', 'the source is a tag');
  await sheet(app).getByRole('button', { name: 'Score 3 formulas' }).click();
  await app.select('f1');
  assert.equal((await app.scores()).exact.value, 0);
  await list(app).getByRole('searchbox').fill('tag:level=hard tag:source=paper');
  await eventually(async () => (await list(app).locator('button.sample').count()) === 2, 'two samples have the tags');
});

appTest('the only columns that are left are guessed, and the guess is marked', async (app) => {
  await app.drop({ 'run.jsonl': lines([{ id: 'a', gold_latex: 'x', nougat: 'x' }]) });
  await sheet(app).getByText('The meaning of gold_latex and nougat is a guess. Check it.').waitFor();
  assert.equal(await meaning(app, 'nougat').inputValue(), 'prediction');
  assert.equal(await sheet(app).getByLabel('System of nougat', { exact: true }).inputValue(), 'nougat');
  await sheet(app).getByRole('button', { name: 'Score 1 formula' }).click();
  assert.equal((await app.scores()).exact.value, 1);
});

const PAGE = String.raw`\section{Tides}
The moon pulls at the sea, as was said long ago.
`;
const ANSWER = `Sure! Here is the LaTeX:\n\`\`\`latex\n${PAGE}\`\`\`\nLet me know if you need more.`;

appTest('remarks around the LaTeX of answers are removed with a notice, and stay if that is wanted', async (app) => {
  const files = { 'p1.ref.tex': PAGE, 'p1.pred.tex': ANSWER };
  await app.drop(files);
  const toast = app.page.getByRole('status', { name: 'Text removed around the LaTeX' });
  await toast.getByText('Removed text around the LaTeX of 1 file').waitFor();
  assert.equal((await app.scores()).ds.value, 1);
  assert.equal(await app.prediction(), PAGE);
  await toast.getByRole('button', { name: 'View' }).click();
  const dialog = app.page.getByRole('dialog', { name: 'Text removed around the LaTeX' });
  assert.deepEqual(await dialog.locator('pre').allTextContents(), ['Sure! Here is the LaTeX:', 'Let me know if you need more.']);
  await dialog.getByRole('checkbox', { name: /^Remove code fences/ }).uncheck();
  await app.page.keyboard.press('Escape');
  await app.page.getByRole('button', { name: 'Undo import' }).click();
  await app.drop(files);
  assert.equal(await app.prediction(), ANSWER);
  assert.equal(await toast.count(), 0);
  // The choice is remembered.
  await app.open();
  const sheet = await app.settings('Reading pages');
  assert.equal(await sheet.getByLabel('Fences and remarks around LaTeX', { exact: true }).inputValue(), 'keep');
});

appTest('a text that is not Unicode is read as Latin-1 if the person says so', async (app) => {
  const latin1 = (text) => Buffer.from(text, 'latin1');
  await app.drop({ 'p1.ref.tex': 'Un caf\u00e9 noir.', 'p1.pred.tex': latin1('Un caf\u00e9 noir.') });
  await app.refusals().getByText(/is not UTF-8: byte 0xE9/i).waitFor();
  await app.refusals().getByText('Un caf\u00e9 noir.').waitFor();
  await app.refusals().getByRole('button', { name: 'Read as Latin-1' }).click();
  assert.equal((await app.scores()).ds.value, 1);
  assert.equal(await app.refusals().count(), 0);
  assert.equal(await list(app).locator('button.sample').count(), 1);

  // Both sides at once.
  await app.drop({ 'p2.ref.tex': latin1('Th\u00e9 vert.'), 'p2.pred.tex': latin1('Th\u00e9 noir.') });
  await app.refusals().getByRole('button', { name: 'Read all as Latin-1' }).click();
  await app.select('p2');
  const { ds } = await app.scores();
  assert.ok(ds.value > 0.5 && ds.value < 1, `${ds.value}`);

  // A list is asked about before it is imported.
  await app.drop({ 'run.csv': latin1('id,reference,prediction\nq7,\u00e9,\u00e9\n') });
  await sheet(app).getByText(/run\.csv is not UTF-8/).waitFor();
  await sheet(app).getByText('q7,\u00e9,\u00e9').waitFor();
  await sheet(app).getByRole('button', { name: 'Read as Latin-1' }).click();
  await sheet(app).getByRole('button', { name: 'Score 1 formula' }).click();
  await app.select('q7');
  assert.equal((await app.scores()).exact.value, 1);
});

appTest('a sample gets the reference and the predictions that it lacks', async (app) => {
  await app.drop({ 'alone.pred.tex': 'Some words of a page.' });
  await app.page.getByText(/^No reference/).waitFor();
  await app.page.getByRole('button', { name: 'Add reference' }).click();
  const dialog = app.page.getByRole('dialog');
  const chooser = await app.chooser(() => dialog.getByRole('button', { name: 'Choose file' }).click());
  await chooser.setFiles({ name: 'truth.md', mimeType: 'text/markdown', buffer: Buffer.from('Some *words* of a page.') });
  await app.scores();
  assert.equal(await list(app).locator('button.sample').count(), 1);
  await app.page.getByRole('button', { name: 'Undo import' }).click();
  await app.page.getByText(/^No reference/).waitFor();

  await app.page.getByRole('button', { name: 'Add reference' }).click();
  await dialog.getByLabel('Reference', { exact: true }).fill('Some words of a page.');
  await dialog.getByRole('button', { name: 'Add reference' }).click();
  assert.equal((await app.scores()).ds.value, 1);

  // From the menu, for another system, which shares the reference.
  const menu = app.page.getByLabel('Actions for this sample', { exact: true });
  await menu.click();
  await app.page.getByRole('button', { name: 'Replace reference' }).waitFor();
  await app.page.getByRole('button', { name: 'Add prediction' }).click();
  await dialog.getByLabel('Prediction', { exact: true }).fill('Some words.');
  await dialog.getByLabel('System').fill('nougat');
  await dialog.getByRole('button', { name: 'Add prediction' }).click();
  await app.sample('nougat').waitFor();
  assert.ok((await app.scores()).ds.value < 1);
  await app.page.getByRole('button', { name: 'Undo import' }).click();
  await eventually(async () => (await list(app).locator('button.sample').count()) === 1, 'the prediction is gone');
});

appTest('a reference without a prediction offers to add one', async (app) => {
  await app.drop({ 'p1.reference.tex': 'One two.', 'p2.reference.tex': 'Three.', 'notes.md': 'x' });
  await sheet(app).getByRole('button', { name: 'Add 2 references' }).click();
  await app.select('p1');
  await app.page.getByRole('button', { name: 'Add prediction' }).first().click();
  const dialog = app.page.getByRole('dialog', { name: 'Add prediction' });
  await dialog.getByLabel('Prediction', { exact: true }).fill('One two.');
  await dialog.getByRole('button', { name: 'Add prediction' }).click();
  assert.equal((await app.scores()).ds.value, 1);
});
