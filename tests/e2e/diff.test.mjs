// The text diff: white space, moved paragraphs, replacements, and the order of the steps.
import assert from 'node:assert/strict';
import { appTest, eventually } from './harness.mjs';

const FIRST = 'A ring is a set with two operations that are called addition and multiplication.';
const SECOND = 'In a field, each element but zero has an inverse, and the order of a product does not matter.';
const THIRD = 'The integers are a ring, and the rational numbers are a field.';
const REFERENCE = [FIRST, SECOND, THIRD].join('\n\n');
// The first paragraph stands behind the second one, a line is broken elsewhere, and a word is another one.
const PREDICTION = [SECOND.replace('inverse, and', 'inverse,\nand'), FIRST, THIRD.replace('rational', 'real')].join('\n\n');

async function openDiff(app) {
  await app.drop({ 'rings.ref.tex': REFERENCE, 'rings.pred.tex': PREDICTION });
  await app.scores();
  const tab = app.page.getByRole('tab', { name: /^Diff/ });
  await tab.click();
  await app.page.locator('.source .moved').first().waitFor();
  return { tab, tools: app.page.locator('#result-body .toolbar').first(), texts: app.page.getByRole('region', { name: 'Text of both sides' }) };
}

appTest('a paragraph that moved is told from one that is lost, and its ends lead to each other', async (app) => {
  const { tab, tools, texts } = await openDiff(app);
  assert.match(await tab.textContent(), /3/, 'two ends of a move and a replacement');
  assert.equal((await texts.locator('.text.reference .moved').textContent()).trim(), FIRST);
  assert.equal((await texts.locator('.text.prediction .moved').textContent()).trim(), FIRST);
  assert.equal(await texts.locator('.text.reference .missing').textContent(), 'rational');
  assert.equal(await texts.locator('.text.prediction .extra').textContent(), 'real');

  await app.page.keyboard.press('n');
  await tools.getByText('1 of 3 Moved').waitFor();
  await texts.locator('.text.reference .moved.pointed').waitFor();
  await tools.getByRole('button', { name: 'Show the other place' }).click();
  await texts.locator('.text.prediction .moved.pointed').waitFor();
  await tools.getByText('2 of 3 Moved').waitFor();
  await app.page.keyboard.press('n');
  await tools.getByText('3 of 3 Replaced').waitFor();
  assert.equal(await tools.getByRole('button', { name: 'Show the other place' }).count(), 0);
});

appTest('white space is equal until it is shown, and the largest difference can come first', async (app) => {
  const { tab, tools, texts } = await openDiff(app);
  assert.equal(await texts.locator('.space').count(), 0);
  await tools.getByLabel('White space').check();
  assert.deepEqual(await texts.locator('.space').allTextContents(), ['\u2423', '\u23ce\n']);
  await eventually(async () => /4/.test(await tab.textContent()), 'the line break counts');
  await tools.getByLabel('Largest first').check();
  const kinds = [];
  for (let step = 1; step <= 4; step += 1) {
    await app.page.keyboard.press('n');
    await tools.getByText(`${step} of 4`).waitFor();
    kinds.push(await tools.locator('.kind').textContent());
  }
  assert.deepEqual(kinds, ['Moved', 'Moved', 'Replaced', 'White space']);
  await tools.getByLabel('White space').uncheck();
  assert.equal(await texts.locator('.space').count(), 0);
  assert.match(await tab.textContent(), /3/);
});

appTest('explanations of a score name what they show', async (app) => {
  await app.drop({ 'rings.ref.tex': `${THIRD} Every field is one.`, 'rings.pred.tex': `${THIRD.replace('rational', 'real')}  Every field is one.` });
  await app.scores();
  await app.openTab('Scores');
  await app.page.locator('table.scores button', { hasText: 'ds' }).first().click();
  const explanation = app.page.locator('.spans .place');
  const seen = [];
  const count = Number((await explanation.locator('.position').textContent()).split(' of ')[1]);
  for (let step = 1; step <= count; step += 1) {
    await explanation.getByText(`${step} of ${count}`).waitFor();
    const quotes = await explanation.locator('code').allTextContents();
    assert.ok(quotes.length > 0 && quotes.every((quote) => quote.length > 0), `place ${step} says what it is`);
    seen.push(await explanation.locator('p').textContent());
    await app.page.keyboard.press('n');
  }
  assert.ok(seen.some((text) => /in both texts/.test(text)), `both sides of a replacement are one place: ${seen}`);
  await eventually(async () => /1 of/.test(await explanation.textContent()), 'after the last place comes the first');
});
