// A newcomer's way through the comparison that comes with the app: without a reload, and in few actions.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { appTest, eventually } from './harness.mjs';

/** The most clicks and keys. */
const ACTIONS = 60;

/** A person, whose clicks and keys are counted. */
class Person {
  actions = [];

  constructor(page) {
    this.page = page;
  }

  async click(locator) {
    await locator.click();
    this.actions.push(`click ${locator}`);
  }

  async press(key) {
    await this.page.keyboard.press(key);
    this.actions.push(`press ${key}`);
  }

  async type(text) {
    for (const key of text) await this.press(key);
  }
}

appTest('a newcomer sees which system is better, where, and why, and shares it', async (app) => {
  const { page } = app;
  const person = new Person(page);
  // A reload would lose this.
  await page.evaluate(() => Object.assign(globalThis, { isSame: true }));
  const button = (name) => page.getByRole('button', { name, exact: true });
  const tab = (name) => app.tabs().getByRole('tab', { name: new RegExp(`^${name}`) });

  // Which system is better, and is the difference more than chance?
  await person.click(button('Try a comparison'));
  const compare = page.getByRole('region', { name: 'Compare systems' });
  const board = compare.getByRole('region', { name: /^Leaderboard/ }).getByRole('table');
  await eventually(async () => (await board.locator('tbody tr').count()) === 3, 'three systems are ranked');
  const best = await board.locator('tbody tr th').first().textContent();
  await compare.locator('.told li').first().waitFor();

  // Where does it fail? The farthest samples of the list lead to the page.
  await person.click(page.getByRole('group', { name: 'View' }).getByRole('button', { name: 'Samples' }));
  await person.press('/');
  await person.type('transit');
  await eventually(async () => (await page.locator('button.sample').count()) < 30, 'the list is filtered');
  await person.press('Escape');
  await person.click(page.locator('button.sample').first());
  await page.locator('.key-scores').waitFor();

  // Why? The score, the differences, the formulas, the compilation.
  await person.click(tab('Scores'));
  await person.click(page.locator('table.scores button').first());
  await person.click(tab('Diff'));
  for (let step = 0; step < 3; step += 1) await person.press('n');
  await page.locator('.source .pointed').first().waitFor();
  await person.click(tab('Formulas'));
  await page.locator('.pair').first().waitFor();
  await person.click(tab('Compile'));
  await person.click(app.compilation().getByRole('button', { name: 'Compile', exact: true }));
  await app.compilation().getByText(/compiles|error/i).first().waitFor();

  // The other system on the same page.
  const systems = page.getByRole('group', { name: /^Systems on / });
  const before = await page.locator('button.sample[aria-current=true]').textContent();
  await person.press(']');
  await eventually(async () => (await page.locator('button.sample[aria-current=true]').textContent()) !== before, 'the next system');
  await systems.waitFor();

  // The result goes to somebody else.
  const download = page.waitForEvent('download');
  await person.press('s');
  await person.click(page.getByRole('dialog').getByRole('button', { name: /^Save/ }).first());
  const saved = readFileSync(await (await download).path(), 'utf8');
  assert.ok(saved.includes(best), 'the page names the best system');

  assert.ok(await page.evaluate(() => globalThis.isSame === true), 'the page was never loaded again');
  assert.ok(person.actions.length < ACTIONS, `${person.actions.length} actions: ${person.actions.join(', ')}`);
}, { keepsItself: true });
