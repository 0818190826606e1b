// How formulas look: typeset on request, scored as by the command, drawn, and listed across all samples.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { texlens } from './command.mjs';
import { appTest, eventually } from './harness.mjs';

const FORMULAS = [
  { id: 'raised', kind: 'formula', reference: '2^2', prediction: '2_2' },
  { id: 'spelled', kind: 'formula', reference: String.raw`{a \over b}+x^{i}_{j}`, prediction: String.raw`\frac{a}{b}+x_j^i` },
  { id: 'sum', kind: 'formula', reference: String.raw`\sum_{i=1}^n \alpha_i`, prediction: String.raw`\sum_{i=1}^{n} a_i` },
  { id: 'broken', kind: 'formula', reference: 'x+1', prediction: String.raw`\frac{x+1` },
];

/** The scores of the command, by sample and metric. */
function native(pairs) {
  const file = join(mkdtempSync(join(tmpdir(), 'texlens-')), 'pairs.jsonl');
  writeFileSync(file, pairs.map((pair) => JSON.stringify(pair)).join('\n'));
  const lines = texlens('score', '--pairs', file, '--typeset', '--tex', 'www/tex').trim().split('\n').map((line) => JSON.parse(line));
  return Object.fromEntries(lines.map(({ id, metrics }) => [id, metrics]));
}

const jsonl = (pairs) => pairs.map((pair) => JSON.stringify(pair)).join('\n');

const add = (app) => app.page.locator('.plan .button.primary').click();

const look = (app) => app.page.getByRole('region', { name: 'Look of the formulas' });

appTest('formulas are typeset on request, and have the scores of the command', async (app) => {
  await app.drop({ 'formulas.jsonl': jsonl(FORMULAS) });
  await add(app);
  await app.select('raised');
  assert.equal((await app.scores()).visual_exact.value, null);
  await app.openTab('Scores');
  assert.match(await look(app).textContent(), /TeX draws formulas and pages\. Download: \d\.\d MB, once/);
  assert.deepEqual(app.requests.filter((url) => url.includes('/tex/')), [], 'nothing is fetched before');

  await look(app).getByRole('button', { name: 'Typeset' }).click();
  const says = { raised: 'They look different', spelled: 'They look the same', sum: 'They look different', broken: 'Not typeset' };
  const wanted = native(FORMULAS);
  for (const [id, words] of Object.entries(says)) {
    await app.select(id);
    await eventually(async () => (await look(app).textContent()).startsWith(words), `${id}: ${words}`);
    const shown = await app.scores();
    for (const [metric, { value }] of Object.entries(wanted[id])) {
      assert.equal(shown[metric].value, value === null ? null : Number(value.toFixed(3)), `${id}, ${metric}`);
    }
  }
  assert.equal(wanted.spelled.cdm_structural.value, 1);
  assert.ok(wanted.raised.cdm_structural.value < 1);
});

const PAGE = String.raw`\section{Waves} The energy is $E = h\nu$, the momentum
\[ p = \frac{h}{\lambda}, \] and the speed $c = \lambda\nu$ is the same for all.`;

appTest('the formulas of all samples are listed, drawn by TeX, and ordered by any metric', async (app) => {
  await app.drop({
    'waves.ref.tex': PAGE,
    'waves.pred.tex': PAGE.replace(String.raw`\lambda}`, String.raw`\nu}`).replace('$E = h\\nu$', '$E=h \\nu{}$').replace('and the speed $c = \\lambda\\nu$', 'and the speed'),
    'more.jsonl': jsonl(FORMULAS),
  });
  await add(app);
  await app.page.getByRole('group', { name: 'View' }).getByRole('button', { name: 'Formulas' }).click();
  const cards = app.page.locator('.formula-card');
  const screen = app.page.getByRole('region', { name: 'Formulas of all samples' });
  await eventually(async () => (await cards.count()) === 7, 'seven pairs');
  await screen.getByRole('button', { name: 'Typeset' }).click();
  await eventually(async () => (await screen.locator('.drawn svg').count()) >= 10, 'drawings');
  assert.equal(await screen.locator('.katex').count(), 0);
  const momentum = cards.filter({ hasText: 'waves · prediction, formula 2' });
  await momentum.locator('.score').first().waitFor();
  assert.ok((await momentum.locator('.drawn .unmatched').count()) > 0, 'the wrong symbol is marked');
  assert.match(await momentum.locator('del').textContent(), /lambda/);

  await screen.getByLabel('Order').selectOption('cdm_structural');
  await eventually(async () => /^(raised|broken|waves)/.test(await cards.first().textContent()), 'the worst comes first');
  const last = await cards.last().textContent();
  assert.ok(/spelled|broken|waves · prediction, formula 1/.test(last), last);

  await screen.getByRole('combobox', { name: /^Show/ }).selectOption('same_look');
  await eventually(async () => (await cards.count()) >= 1 && (await cards.allTextContents()).every((text) => /spelled|waves · prediction, formula 1/.test(text)), 'pairs with the same look');
  await screen.getByRole('combobox', { name: /^Show/ }).selectOption('missing');
  await eventually(async () => (await cards.count()) === 1, 'the missing formula');
  assert.match(await cards.textContent(), /waves · prediction, formula 3/);
  await screen.getByRole('combobox', { name: /^Show/ }).selectOption('all');

  // By keyboard to a card, and from there to its sample.
  await screen.getByLabel('Order').selectOption('');
  await screen.locator('.cards').focus();
  await app.page.keyboard.press('ArrowDown');
  await eventually(async () => (await app.page.locator('.formula-card.pointed').count()) === 1, 'a card is pointed at');
  assert.match(new URL(app.page.url()).hash, /view=formulas&formula=1/);
  const spelled = cards.filter({ hasText: 'spelled' }).locator('.score', { hasText: 'cdm_structural' });
  await eventually(async () => (await spelled.count()) === 1, 'the samples themselves are typeset as well');
  const [download] = await Promise.all([app.page.waitForEvent('download'), screen.getByRole('button', { name: 'Save the list' }).click()]);
  const lines = readFileSync(await download.path(), 'utf8').trim().split('\n').map((line) => JSON.parse(line));
  assert.equal(lines.length, 7);
  assert.equal(lines.find(({ case: name }) => name === 'spelled').scores.cdm_structural, 1);
  await screen.locator('.cards').focus();
  await app.page.keyboard.press('Enter');
  await app.page.getByRole('tab', { name: /^Formulas/, selected: true }).waitFor();
});
