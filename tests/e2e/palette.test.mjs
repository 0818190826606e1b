// The command palette.
import assert from 'node:assert/strict';
import { appTest, eventually } from './harness.mjs';

const PAIR = { 'a.tex': 'We have $x^2$ and $y$.', 'a.pred.tex': 'We have $x^3$ and $y$.' };
const palette = (app) => app.page.getByRole('dialog', { name: 'Commands' });
const field = (app) => palette(app).getByRole('combobox', { name: 'Search commands and samples' });
const options = (app) => palette(app).getByRole('option');
const chosen = (app) => palette(app).getByRole('option', { selected: true });

async function open(app) {
  await app.page.keyboard.press('Control+k');
  await palette(app).waitFor();
}

/** Runs the best match of what is typed. */
async function run(app, query, label) {
  await open(app);
  await field(app).fill(query);
  await eventually(async () => (await chosen(app).locator('.label').textContent()) === label, `${query} finds ${label}`);
  await app.page.keyboard.press('Enter');
  await palette(app).waitFor({ state: 'detached' });
}

appTest('it is a combobox with a list, and gives the focus back', async (app) => {
  const button = app.page.getByRole('banner').getByRole('button', { name: 'Commands' });
  await button.click();
  await palette(app).waitFor();
  assert.ok(await field(app).evaluate((input) => input === document.activeElement), 'one can type at once');
  assert.equal(await field(app).getAttribute('aria-controls'), await palette(app).getByRole('listbox').getAttribute('id'));
  const active = async () => app.page.locator(`#${await field(app).getAttribute('aria-activedescendant')}`);
  const first = await (await active()).locator('.label').textContent();
  await app.page.keyboard.press('ArrowDown');
  await eventually(async () => (await (await active()).locator('.label').textContent()) !== first, 'the next one');
  assert.equal(await (await active()).getAttribute('aria-selected'), 'true');
  await app.page.keyboard.press('ArrowUp');
  await app.page.keyboard.press('ArrowUp');
  await eventually(async () => (await options(app).last().getAttribute('aria-selected')) === 'true', 'before the first comes the last');
  const inSight = await options(app).last().evaluate((row) => {
    const [list, own] = [row.closest('[role=listbox]').getBoundingClientRect(), row.getBoundingClientRect()];
    return own.top >= list.top - 1 && own.bottom <= list.bottom + 1;
  });
  assert.ok(inSight, 'the chosen one is in sight');
  await app.page.keyboard.press('Control+k');
  await palette(app).waitFor({ state: 'detached' });
  await eventually(() => button.evaluate((element) => element === document.activeElement), 'the focus is back');
});

appTest('commands run, show their keys, and say why they are not possible', async (app) => {
  await open(app);
  await field(app).fill('save as csv');
  const csv = options(app).filter({ hasText: 'Save as CSV' });
  assert.equal(await csv.getAttribute('aria-disabled'), 'true');
  await csv.getByText('There are too few samples.').waitFor();
  await csv.click({ force: true });
  assert.ok(await palette(app).isVisible(), 'it does nothing');
  await app.page.keyboard.press('Escape');
  await palette(app).waitFor({ state: 'detached' });

  await run(app, 'dark', 'Dark colours');
  const theme = () => app.page.locator('html').getAttribute('data-theme');
  await eventually(async () => (await theme()) === 'dark', 'it is dark');
  await run(app, 'undo', 'Undo');
  await eventually(async () => (await theme()) === null, 'it is as the system');
  await app.drop(PAIR);
  await app.scores();
  const download = app.page.waitForEvent('download');
  await run(app, 'csv', 'Save as CSV');
  assert.equal((await download).suggestedFilename(), 'a.scores.csv');
  await run(app, 'tab compile', 'Show the tab Compile');
  await app.tabs().getByRole('tab', { name: /^Compile/, selected: true }).waitFor();
  await run(app, 'leaderb', 'Show the leaderboard');
  await app.page.getByRole('heading', { name: /^Leaderboard/ }).waitFor();
  await run(app, 'show samples', 'Show the samples');
  await run(app, 'settings form', 'Settings: Formulas');
  const sheet = app.page.getByRole('dialog', { name: 'Settings' });
  await sheet.getByLabel('Draw formulas with').waitFor();
  await app.page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });

  // Keys stand beside commands, and in the help, from the same list.
  await open(app);
  await field(app).fill('add text');
  assert.equal(await options(app).filter({ hasText: 'Add text' }).first().locator('kbd').textContent(), 't');
  await app.page.keyboard.press('Escape');
  await palette(app).waitFor({ state: 'detached' });
  await run(app, 'help', 'Help');
  const help = app.page.getByRole('dialog', { name: 'Help' });
  await help.getByText('Add text', { exact: true }).waitFor();
  assert.deepEqual(await help.locator('dt', { hasText: 'Ctrl' }).first().locator('kbd').allTextContents(), ['Ctrl', 'K']);
});

appTest('what was used comes first, at the next visit, too', async (app) => {
  await run(app, 'dark colours', 'Dark colours');
  await run(app, 'storage off', 'Storage & offline');
  await app.page.keyboard.press('Escape');
  await app.page.reload();
  await app.page.getByRole('banner').waitFor();
  await open(app);
  const recent = palette(app).getByRole('group', { name: 'Recently used' });
  assert.deepEqual(await recent.locator('.label').allTextContents(), ['Storage & offline', 'Dark colours']);
  await app.page.keyboard.press('Enter');
  await app.page.getByRole('dialog').locator('table.parts').waitFor();
});

appTest('it opens from a field, but replaces no dialog', async (app) => {
  await app.drop({ ...PAIR, 'b.tex': 'x', 'b.pred.tex': 'y' });
  const search = app.page.getByRole('navigation', { name: 'Samples' }).getByRole('searchbox');
  await search.focus();
  await open(app);
  await app.page.keyboard.press('Escape');
  await palette(app).waitFor({ state: 'detached' });
  await eventually(() => search.evaluate((input) => input === document.activeElement), 'the focus is back');
  await run(app, 'search samples', 'Search the samples');
  await eventually(() => search.evaluate((input) => input === document.activeElement), 'the field has the focus');
  await app.page.locator('body').press('Escape');
  await app.page.getByRole('button', { name: 'Add text' }).click();
  await app.page.getByLabel('Reference').fill('unsent');
  await app.page.keyboard.press('Control+k');
  assert.equal(await app.page.getByLabel('Reference').inputValue(), 'unsent');
});

appTest('samples are found by page and system among thousands without lag', async (app) => {
  const [pages, systems] = [1_500, ['alpha', 'beta', 'gamma', 'delta']];
  const lines = Array.from({ length: pages }, (_, page) => JSON.stringify({
    id: `paper-${String(page).padStart(4, '0')}`, reference: 'x', predictions: Object.fromEntries(systems.map((system) => [system, 'y'])),
  }));
  await app.letGo({ 'set.jsonl': lines.join('\n') });
  const list = app.page.getByRole('navigation', { name: 'Samples' });
  const add = app.page.getByRole('button', { name: /^(Add|Score) [\d,]+ / });
  await add.or(list).first().waitFor();
  if (await add.count()) await add.click();
  await eventually(async () => (await list.count()) > 0 && Number((await list.locator('h2 .count').textContent()).replace(',', '')) === pages * systems.length, 'all samples are there', 120_000);
  await app.page.getByRole('button', { name: 'Cancel', exact: true }).first().click().catch(() => {});
  await open(app);
  await app.page.evaluate(() => {
    globalThis.longest = 0;
    let last = performance.now();
    const frame = (now) => {
      globalThis.longest = Math.max(globalThis.longest, now - last);
      last = now;
      if (globalThis.longest >= 0) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
  await field(app).pressSequentially('1234 gamma', { delay: 30 });
  const found = palette(app).getByRole('group', { name: 'Samples' }).getByRole('option');
  await eventually(async () => (await found.count()) === 1, `one sample: ${await found.allTextContents()}`);
  const longest = await app.page.evaluate(() => globalThis.longest);
  console.log(`# longest frame while searching ${pages * systems.length} samples: ${longest.toFixed(0)} ms`);
  assert.ok(longest < 400, `${longest} ms`);
  await found.click();
  await palette(app).waitFor({ state: 'detached' });
  assert.match(await list.locator('button.sample[aria-current=true]').textContent(), /paper-1234.*gamma/);
});
