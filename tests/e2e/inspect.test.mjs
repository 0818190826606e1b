// A user who examines results finds the important ones, sees systems side by side, takes notes, and can share the
// address of what is shown.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { folder } from './files.mjs';
import { appTest, eventually } from './harness.mjs';

const list = (app) => app.page.getByRole('navigation', { name: 'Samples' });
const names = (app) => list(app).locator('button.sample .name').allTextContents();
const shown = (app) => list(app).locator('[aria-current] .name').textContent();

const reference = (n) => `The first paragraph says the same.\n\nA sum $x_{${n}} + y^2 = z$ stands here.\n\n\\[ \\frac{a_${n}}{b} \\]\n\nAnd $\\alpha$ ends it.`;

/** Three pages; the first system is right on one of them, the second on another, the third on none. */
function threeSystems() {
  const ids = [1, 2, 10];
  const files = {
    'set/manifest.jsonl': ids
      .map((n) => JSON.stringify({ id: `p${n}`, reference: `ref/p${n}.tex`, language: n === 2 ? 'de' : 'en' }))
      .join('\n'),
  };
  for (const n of ids) {
    files[`set/ref/p${n}.tex`] = reference(n);
    files[`set/one/p${n}.tex`] = n === 1 ? reference(n) : reference(n).replace('y^2', 'y_2');
    files[`set/two/p${n}.tex`] = n === 2 ? reference(n) : reference(n).replace('\\frac{a', '\\frac{\\badcommand{q').replace('ends', 'end');
    files[`set/three/p${n}.tex`] = `Another text altogether, number ${n}, with $q$.`;
  }
  return join(folder(files), 'set');
}

async function bring(app) {
  await app.page.locator('input[webkitdirectory]').first().setInputFiles(threeSystems());
  await app.page.locator('.plan .button.primary').click();
  await eventually(async () => (await list(app).locator('.state.scored').count()) === 9, 'nine are scored');
}

appTest('samples are searched, sorted and filtered, and the address says what is shown', async (app) => {
  await bring(app);
  const search = list(app).getByRole('searchbox', { name: 'Search samples' });
  const sort = list(app).getByRole('combobox', { name: 'Sort samples' });
  const show = list(app).getByRole('combobox', { name: 'Show samples' });
  await sort.selectOption({ label: 'By name' });
  await eventually(async () => (await names(app)).join().startsWith('p1 · one,p1 · three,p1 · two,p2 · one'), 'as people count');
  await sort.selectOption('#ds');
  await eventually(async () => /three$/.test((await names(app))[0]), 'the worst come first');
  await list(app).getByRole('button', { name: /^Worst first/ }).click();
  await eventually(async () => ['p1 · one', 'p2 · two'].includes((await names(app))[0]), 'the best come first');

  await app.page.locator('h1').click();
  await app.page.keyboard.press('/');
  await app.page.keyboard.type('tag:language=de system:t');
  await eventually(async () => (await names(app)).join() === 'p2 · two,p2 · three', 'tags and systems are searched');
  await list(app).getByText('2 of 9 listed.').waitFor();
  const address = app.page.url();
  assert.match(address, /#sample=p2\+%C2%B7\+two&search=tag%3Alanguage%3Dde\+system%3At&sort=-ds$/);
  await search.fill('\\badcommand');
  await eventually(async () => (await names(app)).length === 2, 'texts are searched');
  await search.fill('nowhere to be found');
  await list(app).getByText('No sample matches.').waitFor();
  await list(app).getByRole('button', { name: 'Show all' }).click();
  await eventually(async () => (await names(app)).length === 9, 'all are listed');
  await show.selectOption({ label: 'Systems disagree' });
  await eventually(async () => (await names(app)).length === 9, 'they do on every page');
  await show.selectOption('different');
  await eventually(async () => (await names(app)).length === 7, 'two are right');

  // The samples belong to this tab, so the same tab opens the address.
  await app.page.goto('about:blank');
  await app.page.goto(address);
  await eventually(async () => (await names(app)).join() === 'p2 · two,p2 · three', 'the address brings the list back');
  assert.equal(await shown(app), 'p2 · two');
  await app.page.keyboard.press('j');
  await eventually(async () => (await shown(app)) === 'p2 · three', 'the next one');
  await app.page.goBack();
  await eventually(async () => (await shown(app)) === 'p2 · two', 'back to the one before');
});

appTest('systems stand beside each other, and formulas are walked through', async (app) => {
  await bring(app);
  await app.select('p10 · one');
  const systems = app.page.getByRole('group', { name: 'Systems on p10' });
  await eventually(async () => (await systems.getByRole('listitem').count()) === 3, 'three systems');
  await app.page.keyboard.press(']');
  await eventually(async () => (await shown(app)) === 'p10 · three', 'the next system');
  await app.page.keyboard.press('[');
  await eventually(async () => (await shown(app)) === 'p10 · one', 'and back');
  await systems.getByLabel('Compare with').selectOption('two');

  const columns = app.page.locator('.source.threefold');
  await columns.waitFor();
  assert.deepEqual(await columns.locator('.source-head h3').allTextContents(), ['Reference ref/p10.tex', 'Prediction one', 'Compare with two']);
  const row = columns.locator('.row.differs').first();
  assert.equal((await row.locator('.text').nth(1).locator('.extra').allTextContents()).join(''), '_');
  await app.page.getByLabel('Hide equal').check();
  await columns.getByText('1 equal paragraph').waitFor();
  assert.ok((await columns.locator('.missing-beside').count()) > 0, 'where the other one differs is marked in the reference');

  await app.page.getByRole('tab', { name: /^Formulas/ }).click();
  const table = app.page.getByRole('table', { name: 'Formulas of both sides' });
  assert.deepEqual(await table.getByRole('columnheader').allTextContents(), ['Reference', 'Prediction', 'two']);
  await app.page.keyboard.press('n');
  const pointed = table.locator('.pair.pointed');
  assert.match(await pointed.locator('.verdict').textContent(), /^1 different/);
  await app.page.keyboard.press('n');
  assert.match(await pointed.locator('.verdict').textContent(), /^2 same/);
  assert.match(await pointed.getByRole('cell').nth(2).textContent(), /Undefined control sequence|badcommand/);
  await pointed.getByRole('button', { name: 'in source' }).click();
  await app.page.locator('.source .pointed').first().waitFor();
  await app.page.getByRole('button', { name: 'Formula 2' }).click();
  await pointed.waitFor();
});

appTest('tags and comments are found again, kept, and travel with the saved evaluation', async (app) => {
  await bring(app);
  await app.select('p2 · three');
  await app.openTab('Scores');
  const notes = app.page.locator('.notes');
  await notes.locator('summary').click();
  await notes.getByText('language: de').waitFor();
  await notes.getByLabel('New tag').fill('hopeless');
  await app.page.keyboard.press('Enter');
  await notes.getByRole('button', { name: 'Remove tag hopeless' }).waitFor();
  await notes.getByLabel('Comment').fill('Reads <b>nothing</b>.');
  await notes.locator('summary').focus();
  const show = list(app).getByRole('combobox', { name: 'Show samples' });
  await show.selectOption('marked');
  await eventually(async () => (await names(app)).join() === 'p2 · three', 'only the marked one');
  await app.page.waitForTimeout(1_500);
  await app.page.reload();
  await eventually(async () => (await names(app)).join() === 'p2 · three', 'it is as it was');
  assert.equal(await notes.getByLabel('Comment').inputValue(), 'Reads <b>nothing</b>.');
  await notes.getByRole('button', { name: 'Remove tag hopeless' }).click();
  await eventually(async () => (await notes.getByRole('button', { name: 'Remove tag hopeless' }).count()) === 0, 'the tag is gone');
});

appTest('everything is scored again with other settings, which outlive a reload', async (app) => {
  await app.drop({ 'a.tex': 'These five words stand here. And a longer sentence of more than eight words stands behind it.', 'a.pred.tex': 'And a longer sentence of more than eight words stands behind it.' });
  const ctp = async () => (await app.scores()).ctp.value;
  assert.equal(await ctp(), 1, 'short sentences do not count');
  await app.openSettings();
  const sheet = app.page.getByRole('dialog', { name: 'Settings' });
  const shortest = sheet.getByLabel('Shortest sentence', { exact: true });
  await sheet.getByText('All settings have their defaults.').waitFor();
  await shortest.fill('-1');
  await shortest.press('Enter');
  await sheet.getByText(/\u201c-1\u201d is not possible/).waitFor();
  await shortest.fill('3');
  await shortest.press('Enter');
  await sheet.getByText('1 setting is changed.').waitFor();
  await sheet.getByRole('button', { name: 'Close' }).last().click();
  await sheet.waitFor({ state: 'detached' });
  await eventually(async () => (await ctp()) === 0, 'now the first one counts, which is missing');
  const report = readFileSync(await (await app.save()).path(), 'utf8');
  assert.match(report, /ctp\.min_words[^0-9]{1,40}3\D/, 'the report says so');
  await app.page.waitForTimeout(1_500);
  await app.page.reload();
  await app.openSettings();
  assert.equal(await shortest.inputValue(), '3');
});

appTest('a tokeniser of TeXBLEU is stored, used, named in reports, and removed', async (app) => {
  const { page } = app;
  await page.getByRole('button', { name: 'Paste LaTeX' }).click();
  await page.getByLabel('Reference').fill('a+b+c=d');
  await page.getByLabel('Prediction').fill('a+b+c=e');
  await page.getByRole('dialog').getByText('Formula', { exact: true }).click();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  assert.equal((await app.scores()).texbleu_old.value, null, 'no tokeniser is bundled');
  const sheet = page.getByRole('dialog', { name: 'Settings' });
  const tokens = sheet.getByLabel('Tokens of TeXBLEU', { exact: true });
  const open = () => app.settings('Formulas');
  const choose = (name, text) => sheet.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
  const tokeniser = readFileSync('crates/metrics/tests/oracle/tokenizer.json', 'utf8');
  await open();
  await choose('other.json', tokeniser.replace('"Whitespace"', '"ByteLevel"'));
  await sheet.getByText('other.json cannot be used: the tokeniser has pre_tokenizer.type = "ByteLevel"').waitFor();
  await choose('large.json', ' '.repeat(17 << 20));
  await sheet.getByText(/^large\.json has 17\.8 MB/).waitFor();
  assert.equal(await tokens.inputValue(), 'texlens', 'nothing is chosen');
  await choose('my tokenizer.json', tokeniser);
  await eventually(async () => (await tokens.inputValue()).startsWith('sha256:'), 'the file is chosen');
  const chosen = await tokens.inputValue();
  await sheet.getByRole('button', { name: 'Close' }).last().click();
  const old = async () => (await app.scores()).texbleu_old.value;
  await eventually(async () => Math.abs((await old()) - (3 / 7) ** 0.25) < 1e-3, 'the score is that of these tokens');
  const report = readFileSync(await (await app.save()).path(), 'utf8');
  assert.ok(report.includes(chosen), 'the report names the file by its hash');

  await page.waitForTimeout(1_500);
  await page.reload();
  await open();
  assert.equal(await tokens.inputValue(), chosen, 'the browser has kept it');
  await app.reallyPress('Remove my tokenizer.json', sheet);
  await eventually(async () => (await tokens.inputValue()) === 'texlens', 'the default tokens are chosen');
  await eventually(async () => (await tokens.locator('option').count()) === 2, 'the file is gone');
});
