// The sheet with all settings, and asking before something is deleted for good.
import assert from 'node:assert/strict';
import { appTest, eventually } from './harness.mjs';

const PAIR = { 'a.tex': 'We have $x^2$ and $y$. A sentence of more than eight words stands right here.', 'a.pred.tex': 'We have $x^3$ and $y$.' };
const sheetOf = (app) => app.page.getByRole('dialog', { name: 'Settings' });
const topics = (app) => sheetOf(app).getByRole('navigation', { name: 'Topics' });
const root = (app) => app.page.locator('html');

appTest('every topic has its settings, each with label, id and sentence', async (app) => {
  const sheet = await app.settings();
  const ids = [];
  for (const topic of ['Reading pages', 'Scores', 'Formulas', 'Compilation', 'Appearance', 'Storage']) {
    await topics(app).getByRole('button', { name: topic }).click();
    const settings = await sheet.locator('.setting').evaluateAll((all) => all.map((one) => ({
      label: one.querySelector('label')?.textContent,
      control: one.querySelector('label')?.control?.id,
      id: one.querySelector('code')?.textContent,
      about: one.querySelector('.about')?.textContent,
    })));
    assert.ok(settings.length > 0, topic);
    for (const setting of topic === 'Storage' ? [] : settings) {
      assert.ok(setting.label.length > 3 && setting.about.endsWith('.'), JSON.stringify(setting));
      assert.equal(setting.control, setting.id, 'the label belongs to the control');
      ids.push(setting.id);
    }
  }
  assert.equal(new Set(ids).size, ids.length, 'each stands once');
  for (const id of ['ocr.provider', 'ocr.network', 'pdf.dpi', 'view.theme', 'profile', 'cc.undefined_without_bibliography', 'texbleu.tokenizer']) {
    assert.ok(ids.includes(id), id);
  }
});

appTest('settings are searched by label, id, value and sentence', async (app) => {
  const sheet = await app.settings();
  const search = sheet.getByRole('searchbox', { name: 'Search settings' });
  const found = () => sheet.locator('.setting code').allTextContents();
  for (const [query, id] of [['bibliography', 'cc.undefined_without_bibliography'], ['pdf.dpi', 'pdf.dpi'], ['dark', 'view.theme'], ['webgpu', 'ocr.provider']]) {
    await search.fill(query);
    await eventually(async () => (await found()).includes(id), `${query} finds ${id}: ${await found()}`);
  }
  await search.fill('xyzzy');
  await sheet.getByText(/^No setting matches/).waitFor();
  assert.deepEqual(await found(), []);
  await search.fill('');
  await sheet.getByLabel('Network', { exact: true }).waitFor();
});

appTest('a changed setting is marked, reset alone or with all, and that is undone', async (app) => {
  const sheet = await app.settings('Appearance');
  const colours = sheet.getByLabel('Colours', { exact: true });
  await colours.selectOption('Dark');
  await eventually(async () => (await root(app).getAttribute('data-theme')) === 'dark', 'it is dark at once');
  await sheet.getByText('Default: System').waitFor();
  assert.equal(await topics(app).getByRole('button', { name: 'Appearance' }).locator('.count').textContent(), '1');
  await sheet.getByRole('button', { name: 'Reset: Colours' }).click();
  await eventually(async () => (await root(app).getAttribute('data-theme')) === null, 'it is as the system');
  await colours.selectOption('Light');
  await topics(app).getByRole('button', { name: 'Reading pages' }).click();
  await sheet.getByLabel('Resolution of newly added PDFs', { exact: true }).selectOption('300 dpi');
  await sheet.getByText('2 settings are changed.').waitFor();
  await sheet.getByRole('button', { name: 'Reset all' }).click();
  await sheet.getByText('All settings have their defaults.').waitFor();
  await sheet.getByRole('button', { name: 'Undo', exact: true }).click();
  await sheet.getByText('2 settings are changed.').waitFor();
  assert.equal(await sheet.getByLabel('Resolution of newly added PDFs', { exact: true }).inputValue(), '300');

  // All of them outlive a reload.
  await app.page.reload();
  assert.equal(await root(app).getAttribute('data-theme'), 'light');
  await app.settings('Reading pages');
  assert.equal(await sheet.getByLabel('Resolution of newly added PDFs', { exact: true }).inputValue(), '300');
  await sheet.getByRole('button', { name: 'Reset all' }).click();
  await app.page.keyboard.press('Escape');
  // The message offers to undo it, and so does the key.
  const message = app.page.getByRole('region', { name: 'Last change' });
  await message.getByText('all settings').waitFor();
  await app.page.keyboard.press('Control+z');
  await eventually(async () => (await root(app).getAttribute('data-theme')) === 'light', 'the colours are back');
  await message.waitFor({ state: 'detached' });
});

appTest('settings that change scores say so, and score again at once', async (app) => {
  await app.drop(PAIR);
  const before = (await app.scores()).ctp.text;
  const sheet = await app.settings('Scores');
  await sheet.getByText('A change scores the sample again at once.').waitFor();
  const shortest = sheet.locator('.setting').filter({ hasText: 'ctp.min_words' });
  await shortest.getByText('Changes scores').waitFor();
  await shortest.getByRole('spinbutton').fill('100');
  await shortest.getByRole('spinbutton').press('Enter');
  await shortest.getByText('Default: 8').waitFor();
  await app.page.keyboard.press('Escape');
  await eventually(async () => (await app.scores()).ctp.text !== before, 'no sentence is long enough now');
  await app.page.keyboard.press('Control+z');
  await eventually(async () => (await app.scores()).ctp.text === before, 'the score is that of before');
  await topicsAreQuiet(app);
});

/** The settings of the appearance and of reading score nothing. */
async function topicsAreQuiet(app) {
  const sheet = await app.settings('Appearance');
  assert.equal(await sheet.getByText('Changes scores').count(), 0);
  await app.page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
}

appTest('the bottom bar has progress and storage only, and dialogs give the focus back', async (app) => {
  const bar = app.page.getByRole('contentinfo');
  await bar.getByRole('button', { name: 'Storage & offline' }).waitFor();
  assert.equal(await bar.getByRole('combobox').count(), 0);
  assert.deepEqual(await bar.getByRole('button').evaluateAll((all) => all.map((button) => button.textContent)), ['Storage & offline']);
  const open = app.page.getByRole('banner').getByRole('button', { name: 'Settings' });
  await open.focus();
  for (const way of ['Escape', 'Close']) {
    await app.page.keyboard.press('Enter');
    await sheetOf(app).waitFor();
    if (way === 'Escape') await app.page.keyboard.press('Escape');
    else await sheetOf(app).getByRole('button', { name: 'Close' }).last().click();
    await sheetOf(app).waitFor({ state: 'detached' });
    await eventually(() => open.evaluate((button) => button === document.activeElement), `the focus is back after ${way}`);
  }
  // The comma opens them, too, at the topic of the button in the scores.
  await app.page.locator('body').press(',');
  await sheetOf(app).waitFor();
  await sheetOf(app).getByRole('navigation', { name: 'Topics' }).getByRole('button', { name: 'Storage' }).click();
  await sheetOf(app).getByRole('button', { name: 'Storage & offline' }).click();
  await app.page.getByRole('dialog').locator('table.parts').waitFor();
}, { keepsItself: true });

appTest('what cannot be undone is asked for first', async (app) => {
  await app.page.getByRole('button', { name: 'Storage & offline' }).click();
  const row = app.page.getByRole('row').filter({ hasText: 'Sample pages' });
  await row.getByRole('button', { name: /^Keep|^Store|^Download/ }).click();
  const state = row.locator('.state');
  await eventually(async () => (await state.textContent()) !== 'no' && (await row.getByRole('button', { name: 'Delete' }).count()) === 1, 'it is kept');
  const kept = await state.textContent();
  await row.getByRole('button', { name: 'Delete' }).click();
  await row.getByText('It is downloaded again when you need it').waitFor();
  const keep = row.getByRole('group').getByRole('button', { name: 'Keep' });
  await eventually(() => keep.evaluate((button) => button === document.activeElement), 'the harmless answer has the focus');
  await keep.click();
  assert.equal(await state.textContent(), kept, 'nothing is deleted');
  await app.reallyPress('Delete', row);
  await eventually(async () => (await state.textContent()) === 'no', 'it is deleted');
}, { keepsItself: true });

appTest('removals are undone one after the other, and done again', async (app) => {
  await app.drop({ 'a.tex': 'x', 'a.pred.tex': 'y' });
  await app.drop({ 'b.tex': 'x', 'b.pred.tex': 'y' });
  const list = app.page.getByRole('navigation', { name: 'Samples' });
  const count = async () => ((await list.count()) ? Number(await list.locator('h2 .count').textContent()) : 0);
  await eventually(async () => (await count()) === 2, 'two samples');
  for (const left of [1, 0]) {
    await list.getByRole('button', { name: /^Remove / }).first().click({ force: true });
    await eventually(async () => (await count()) === left, `${left} left`);
  }
  const undo = app.page.getByRole('banner').getByRole('button', { name: 'Undo removal' });
  await undo.click();
  await eventually(async () => (await count()) === 1, 'the last one is back');
  await app.page.locator('body').press('Control+z');
  await eventually(async () => (await count()) === 2, 'both are back');
  await app.page.locator('body').press('Control+Shift+z');
  await eventually(async () => (await count()) === 1, 'it is removed again');
  await app.page.locator('body').press('Control+z');
  // In a field, the key belongs to the browser.
  await list.getByRole('searchbox').press('Control+z');
  assert.equal(await count(), 2);
});
