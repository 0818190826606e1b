// The first screen: what it offers, and how far each offer is from a result.
import assert from 'node:assert/strict';
import { ORIGIN, appTest, eventually } from './harness.mjs';

const SYSTEMS = ['Accurate OCR', 'Fast OCR', 'Tesseract'];

/** The button of an offer. */
const offer = (app, name) => app.page.getByRole('button', { name, exact: true });

/** Opens the comparison; returns the systems of the leaderboard with their first mean, best first. */
async function tryComparison(app) {
  await offer(app, 'Try a comparison').click();
  const view = app.page.getByRole('region', { name: 'Compare systems' });
  const board = view.getByRole('region', { name: /^Leaderboard/ }).getByRole('table');
  await board.locator('tbody tr').nth(2).waitFor();
  assert.match(await view.getByRole('heading', { level: 3 }).first().textContent(), /^Leaderboard.*10 pages of 5 documents/, 'the result comes first');
  return board.locator('tbody tr').evaluateAll((rows) => rows.map((row) => ({ system: row.querySelector('th').textContent, mean: Number(row.querySelector('.mean').textContent) })));
}

function checkBoard(board) {
  assert.deepEqual(board.map(({ system }) => system).sort(), [...SYSTEMS].sort());
  assert.equal(board.at(-1).system, 'Tesseract', 'a system that writes no formulas is the last one');
  assert.ok(board[0].mean > board[2].mean + 0.1, JSON.stringify(board));
}

appTest('one action leads from the empty app to the comparison of three systems, and one back', async (app) => {
  await offer(app, 'Try a comparison').waitFor();
  const pictured = await app.page.locator('.bars .bar').evaluateAll((bars) => bars.map((bar) => ({ system: bar.textContent, mean: Number(getComputedStyle(bar).getPropertyValue('--mean')) })));
  assert.ok(!app.log.some((url) => url.startsWith(`${ORIGIN}/demo/`)), 'the comparison is fetched on request only');
  const board = await tryComparison(app);
  checkBoard(board);
  assert.deepEqual(pictured, board, 'the picture of the first screen shows what was measured');

  // Each page has its image, its licence and the predictions of all systems.
  await app.page.getByRole('group', { name: 'View' }).getByRole('button', { name: 'Samples' }).click();
  await app.select('commit-messages \u00b7 Tesseract');
  await app.page.locator('.credit').getByText('ethereum/research').waitFor();
  await app.page.locator('.credit').getByText('MIT', { exact: true }).waitFor();
  await app.page.getByRole('group', { name: 'View' }).getByRole('button', { name: 'Compare' }).click();

  await app.page.getByRole('banner').getByRole('button', { name: 'Undo import' }).click();
  await offer(app, 'Try a page').waitFor();
  // A page that is tried then is shown alone.
  await offer(app, 'Try a page').click();
  await app.page.locator('button.sample[aria-current=true]').getByText('subaddresses').waitFor();
});

appTest('the comparison needs no network once the sample pages are kept', async (app) => {
  await app.page.getByRole('button', { name: 'Storage & offline' }).click();
  const row = app.page.getByRole('row').filter({ hasText: 'Sample pages' });
  await row.getByRole('button', { name: 'Keep' }).click();
  await eventually(async () => (await row.locator('.state').textContent()) === 'yes', 'the sample pages are kept');
  await app.page.keyboard.press('Escape');
  app.network.isUp = false;
  await app.open();
  checkBoard(await tryComparison(app));
  app.network.isUp = true;
}, { keepsItself: true });

appTest('sample pages have thumbnails, and say where they come from', async (app) => {
  const pages = app.page.getByRole('list', { name: 'Sample pages' }).getByRole('listitem');
  await pages.first().waitFor();
  assert.equal(await pages.count(), 5);
  for (const page of await pages.all()) {
    await page.scrollIntoViewIfNeeded();
    await eventually(() => page.locator('img').evaluate((/** @type {HTMLImageElement} */ image) => image.complete && image.naturalWidth >= 200), 'the thumbnail is loaded');
    assert.equal(await page.getByRole('link').count(), 2, 'source and licence');
  }
  assert.ok(!app.log.some((url) => /\/samples\/.*png/.test(url)), 'no page is fetched in full');
  await pages.nth(1).getByRole('button').click();
  await app.page.locator('button.sample[aria-current=true]').getByText('halo-model').waitFor();
});

appTest('LaTeX is checked while it is pasted', async (app) => {
  await offer(app, 'Paste LaTeX').click();
  await app.page.getByRole('dialog').getByLabel('Prediction').fill('\\[ \\frac{1}{2 \\]');
  await app.page.getByRole('list', { name: 'Expected errors' }).getByRole('listitem').first().waitFor();
});
