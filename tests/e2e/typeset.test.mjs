// The page's text as TeX sets it: alone, beside the image and over it, with the differences marked.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { appTest, eventually } from './harness.mjs';
import { samplePage } from './pages.mjs';

const NAME = 'subaddresses';

/** Adds a sample page with a prediction, which is the reference after a change. */
async function addPage(app, change, withReference = true) {
  const { image, reference } = samplePage(NAME);
  await app.drop({
    [`${NAME}.png`]: image,
    ...(withReference && { [`${NAME}.tex`]: reference }),
    [`${NAME}.pred.tex`]: change(reference),
  });
  await app.select(NAME);
}

const pane = (app) => app.page.getByRole('region', { name: 'Page', exact: true });
const look = (app, name) => pane(app).getByRole('group', { name: 'Show the page as' }).getByRole('button', { name, exact: true });
const drawing = (app, side = 'prediction') => pane(app).getByRole('img', { name: `Page ${NAME}: the ${side} as TeX sets it` });
const marked = (app, side) => drawing(app, side).locator('.unmatched').count();

/** Asks for the engine that draws. */
async function typeset(app) {
  await look(app, 'Typeset').click();
  await pane(app).getByRole('button', { name: 'Typeset with TeX' }).click();
  await drawing(app).waitFor();
}

appTest('the prediction is typeset by the run that judges it, and its differences are marked', async (app) => {
  await addPage(app, (text) => text.replace('the', 'teh'));
  await app.scores();
  await look(app, 'Typeset').click();
  assert.match(await pane(app).textContent(), /TeX draws formulas and pages\. Download: \d\.\d MB, once/);
  assert.ok(!app.requests.some((url) => url.includes('/tex/')), 'nothing is fetched before it is asked for');
  await typeset(app);
  assert.match(await app.verdict(), /^Compiles, \d pages?/);
  assert.ok(!app.requests.some((url) => url.includes('fragment')), 'the verdict needs no other run');
  assert.equal((await app.scoresWithVerdict()).csr.value, 1);

  const count = await marked(app, 'prediction');
  assert.ok(count >= 1 && count <= 3, `${count} glyphs are marked`);
  await pane(app).getByText(new RegExp(`^${count} glyphs? differs?$`)).waitFor();
  await pane(app).getByRole('group', { name: 'Typeset text' }).getByRole('button', { name: 'Reference' }).click();
  await drawing(app, 'reference').waitFor();
  assert.ok((await marked(app, 'reference')) >= 1);
});

appTest('the drawing lies beside the image or over it, and blinks', async (app) => {
  await addPage(app, (text) => text, false);
  await typeset(app);
  const image = pane(app).getByRole('img', { name: `Page ${NAME}`, exact: true });
  assert.equal(await image.count(), 0);
  await look(app, 'Side by side').click();
  const [left, right] = [await image.boundingBox(), await drawing(app).boundingBox()];
  assert.ok(left.x + left.width <= right.x, 'one is beside the other');

  await look(app, 'Overlay').click();
  const over = await drawing(app).boundingBox();
  const under = await image.boundingBox();
  assert.ok(over.x < under.x + under.width && under.x < over.x + over.width, 'one is over the other');
  const blink = pane(app).getByRole('button', { name: 'Blink' });
  await blink.focus();
  await app.page.keyboard.press('Enter');
  await image.waitFor({ state: 'hidden' });
  await image.waitFor({ state: 'visible' });
  await drawing(app).waitFor({ state: 'hidden' });
  await app.page.keyboard.press('Enter');
  await drawing(app).waitFor({ state: 'visible' });
  assert.equal(await blink.getAttribute('aria-pressed'), 'false');

  // Without motion, every press shows the next picture.
  await app.page.emulateMedia({ reducedMotion: 'reduce' });
  await app.open();
  await app.select(NAME);
  await look(app, 'Overlay').click();
  await drawing(app).waitFor();
  await blink.click();
  await image.waitFor({ state: 'hidden' });
  await app.page.waitForTimeout(1_600);
  assert.ok(await image.isHidden(), 'nothing moves by itself');
  await blink.click();
  await image.waitFor({ state: 'visible' });
  await drawing(app).waitFor({ state: 'hidden' });
  await blink.click();
  await drawing(app).waitFor({ state: 'visible' });
});

appTest('a page that does not compile says why, and is drawn as far as TeX sets it', async (app) => {
  await addPage(app, (text) => text.replace('the', String.raw`the \itz`));
  await typeset(app);
  await pane(app).getByText(/^Does not compile\. Line \d+: .+ The drawing shows what TeX sets nevertheless\.$/).waitFor();
  assert.match(await app.verdict(), /^Does not compile: 1 error/);
});

appTest('a page with a preamble of its own is drawn with its packages', async (app) => {
  const preamble = String.raw`\documentclass[twocolumn]{article}\usepackage{amsmath,amssymb,graphicx,hyperref,xcolor}\begin{document}`;
  await addPage(app, (text) => `${preamble}\\url{a.b}\\textcolor{red}{c}${text}\\end{document}`, false);
  await typeset(app);
  assert.ok(!app.requests.some((url) => /dvi\.fmt|fragment/.test(url)), 'only what documents need is fetched');
  assert.match(await app.verdict(), /^Compiles, \d pages?/);
  assert.ok((await drawing(app).locator('use').count()) > 500);
});

appTest('without an image, both texts are drawn in a tab', async (app) => {
  await app.drop({ 'a.tex': 'One $x$ two.', 'a.pred.tex': 'One $y$ two.' });
  await app.select('a');
  await app.page.getByRole('tab', { name: 'Pages' }).click();
  const pages = app.page.getByRole('group', { name: 'Pages' });
  await pages.getByRole('button', { name: 'Typeset with TeX' }).click();
  for (const side of ['Reference', 'Prediction']) {
    const one = pages.getByRole('region', { name: side });
    await one.getByText('1 glyph differs').waitFor();
    assert.equal(await one.locator('.unmatched').count(), 1);
  }
  assert.match(app.page.url(), /tab=pages/);
});

appTest('the prediction is saved as a document that compiles', async (app) => {
  await addPage(app, (text) => text, false);
  const [download] = await Promise.all([app.page.waitForEvent('download'), app.page.getByRole('button', { name: 'Download .tex' }).click()]);
  assert.equal(download.suggestedFilename(), `${NAME}.tex`);
  const saved = readFileSync(await download.path(), 'utf8');
  assert.match(saved, /\\documentclass\{article\}[\s\S]*\\begin\{document\}[\s\S]*\\end\{document\}\n$/);
  await eventually(async () => saved.includes((await app.prediction()).trim().slice(0, 200)), 'the text is in the document');
});
