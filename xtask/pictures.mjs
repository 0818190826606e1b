// Takes the screenshots of README.md and docs/tutorial.md from a served app: CHROMIUM=… node xtask/pictures.mjs ADDRESS.
// `cargo xtask pictures` runs it.
import { resolve } from 'node:path';
import { launch } from './chromium.mjs';

const [address] = process.argv.slice(2);
const browser = await launch();

for (const [colorScheme, name] of /** @type {const} */ ([['light', 'screenshot'], ['dark', 'screenshot-dark']])) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, colorScheme, serviceWorkers: 'block' });
  await readSample(page);
  await page.locator('svg.overlay rect.role-display-math').first().click();
  await page.locator('.prediction .pointed').first().waitFor();
  await page.screenshot({ path: `docs/${name}.png`, animations: 'disabled' });
  await page.close();
}

const page = await browser.newPage({ viewport: { width: 1100, height: 540 }, colorScheme: 'light', serviceWorkers: 'block' });
/**
 * Takes a screenshot of the window, or of a part of it.
 * @param {string} name
 * @param {Pick<import('playwright-core').Locator, 'screenshot'>} [part]
 */
const shoot = (name, part = page) => part.screenshot({ path: `docs/tutorial-${name}.png`, animations: 'disabled' });
const list = page.getByRole('navigation', { name: 'Samples' });
await readSample(page);
await shoot('page');

await list.locator('input[webkitdirectory]').setInputFiles(resolve('www/samples'));
const sheet = page.getByRole('dialog', { name: 'Review import' });
await sheet.getByText(/predictions of 2 systems/).waitFor();
await shoot('plan');

await sheet.locator('.button.primary').click();
await list.getByRole('listitem').filter({ hasText: 'halo-model · texlens' }).locator('button.sample').click();
await page.getByRole('tab', { name: /Formulas/ }).click();
await page.locator('.pair').first().waitFor();
await page.setViewportSize({ width: 1400, height: 760 });
await shoot('formulas', page.locator('section.result'));

await page.getByRole('button', { name: 'Compare', exact: true }).click();
const compare = page.getByRole('region', { name: 'Compare systems' });
await compare.getByText('3 of 3 systems').click();
await compare.getByRole('checkbox', { name: /^texlens OCR/ }).uncheck();
await compare.getByText('2 of 3 systems').click();
await compare.getByRole('heading', { name: /^Leaderboard/ }).waitFor();
await compare.locator('.told li').first().waitFor();
await page.setViewportSize({ width: 1100, height: 620 });
await shoot('compare');
await browser.close();

/** Opens the sample page, and waits until it is read and scored. */
async function readSample(page) {
  page.setDefaultTimeout(120_000);
  await page.goto(address);
  await page.getByRole('button', { name: 'Try a page' }).click();
  // Low windows have no room for the key scores.
  await page.getByText('subaddresses was scored.').waitFor();
}
