// The whole loop in one page without a network: make pages, read their images and their PDFs, bring another system's
// output, score, compare, save.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { unzip, zip } from './archives.mjs';
import { appTest, eventually } from './harness.mjs';

/** The number of pages. Reading an image takes most of the time. */
const PAGES = Number(process.env.TEXLENS_MADE_PAGES ?? 3);
/** What the browser stores for this loop. */
const PARTS = [
  'Reading pages on the processor', 'TeXBLEU', 'TeX engine', 'Formulas and pages as TeX draws them', 'LaTeX packages', 'Formulas for made pages', 'Drawing pages of PDFs',
];

const view = (app) => app.page.getByRole('region', { name: 'Make pages' });
const list = (app) => app.page.getByRole('navigation', { name: 'Samples' });
const sheet = (app) => app.page.getByRole('dialog', { name: 'Review import' });
const screen = (app, name) => app.page.getByRole('group', { name: 'View' }).getByRole('button', { name, exact: true }).click();

/** Accepts the plan of an import, and waits until all samples are read. */
async function accept(app, samples) {
  await sheet(app).locator('.button.primary').click();
  await eventually(async () => (await list(app).locator('h2 .count').textContent()) === String(samples), `${samples} samples are in the list`);
  const states = () => list(app).locator('.state').evaluateAll((states) => states.map((state) => (state.classList.contains('busy') ? 'busy' : state.textContent)));
  await eventually(async () => !(await states()).some((state) => ['busy', 'waiting'].includes(state)), 'all are read and scored', 240_000);
  assert.ok(!(await states()).includes('failed'));
}

appTest('pages are made, read, scored, compared and saved without a network', async (app) => {
  await app.page.getByRole('button', { name: 'Storage & offline' }).click();
  for (const title of PARTS) {
    const part = app.page.getByRole('row').filter({ hasText: title });
    await part.getByRole('button', { name: 'Keep' }).click();
    await eventually(async () => (await part.locator('.state').textContent()) === 'yes', `${title} is kept`);
  }
  app.network.isUp = false;
  await app.open();
  await app.runOn('WebAssembly');

  await screen(app, 'Make pages');
  await view(app).getByRole('textbox', { name: /^Pages/ }).fill(String(PAGES));
  await view(app).getByRole('textbox', { name: /^Resolutions/ }).fill('120');
  await view(app).getByRole('button', { name: 'Make pages', exact: true }).click();
  await view(app).locator('.progress').waitFor();
  await view(app).locator('.progress').waitFor({ state: 'detached', timeout: 120_000 });
  const [download] = await Promise.all([app.page.waitForEvent('download'), view(app).getByRole('button', { name: /^Save all/ }).click()]);
  const made = unzip(readFileSync(await download.path()));

  // The images are read by OCR, the PDFs from their text.
  await view(app).getByRole('button', { name: /^Add images/ }).click();
  await accept(app, PAGES);
  await screen(app, 'Make pages');
  await view(app).getByRole('button', { name: /^Add PDFs/ }).click();
  await accept(app, 2 * PAGES);

  // The output of another system comes with the same pages: it is dropped onto their plan.
  const outputs = Object.entries(made).filter(([path]) => path.startsWith('dataset/references/'));
  const hasty = Object.fromEntries(outputs.map(([path, latex]) => [path.split('/').at(-1), String(latex).replaceAll(/\b(the|de|der|la)\b/g, 'x')]));
  await screen(app, 'Make pages');
  await view(app).getByRole('button', { name: /^Add images/ }).click();
  await sheet(app).waitFor();
  await app.letGo({ 'hasty.zip': zip(hasty) });
  await sheet(app).getByText(/hasty/).first().waitFor();
  await accept(app, 3 * PAGES);

  await screen(app, 'Compare');
  const compare = app.page.getByRole('region', { name: 'Compare systems' });
  await compare.getByRole('heading', { name: /^Leaderboard/ }).waitFor();
  const board = await compare.textContent();
  for (const system of ['texlens OCR', 'PDF', 'hasty']) assert.ok(board.includes(system), system);

  const report = readFileSync(await (await app.save()).path(), 'utf8');
  assert.ok(report.includes('hasty') && report.includes('texlens OCR'));
  app.network.isUp = true;
}, { keepsItself: true });
