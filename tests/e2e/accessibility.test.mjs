// Every screen is accessible: by keyboard, with a screen reader, in light and dark, from 320 pixels to 4K, and without
// motion.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { start as startJudge } from '../judge-server/server.mjs';
import { Screens } from './accessibility.mjs';
import { zip } from './archives.mjs';
import { appTest, eventually } from './harness.mjs';
import { samplePage } from './pages.mjs';

/** Time for several rounds of axe on a busy machine. */
const LONG = 900_000;

/** A test that checks screens; it reports the faults of all screens at its end. */
function screensTest(name, body) {
  appTest(
    name,
    async (app) => {
      const screens = new Screens();
      await body(app, screens);
      screens.done();
    },
    { timeout: LONG },
  );
}


const dialog = (app) => app.page.getByRole('dialog');

async function close(app) {
  await app.page.keyboard.press('Escape');
  await isGone(app);
}

/** Waits until a closed dialog has left the page: until then it blocks all keys. */
function isGone(app) {
  return app.page.locator('dialog').waitFor({ state: 'detached' });
}

/** Reads and scores a page with its reference. */
async function readPage(app) {
  const { image, reference } = samplePage('subaddresses');
  await app.runOn('WebAssembly');
  await app.drop({ 'subaddresses.png': image, 'subaddresses.tex': reference });
  await app.read('subaddresses');
  await app.scores();
}

const PAIR = {
  'a.tex': 'We have $x^2$, $y$ and \\[ \\sum_{i=1}^{n} \\frac{a_i}{b} = S_n \\] but $z$.',
  'a.pred.tex': 'We have $x^3$, $y$ and \\[ \\sum_{i=1}^{n} \\frac{a_i}{c} = S_n \\text{score: 10} \\] but $\\frac{1}{2$.',
};

screensTest('before there is anything: welcome, text, help, storage', async (app, screens) => {
  await app.page.getByRole('heading', { name: 'Sample pages' }).waitFor();
  await screens.check(app.page, 'welcome');
  await app.page.keyboard.press('t');
  await dialog(app).waitFor();
  await screens.check(app.page, 'text');
  await close(app);
  await app.page.keyboard.press('?');
  await dialog(app).waitFor();
  await screens.check(app.page, 'help');
  await close(app);
  await app.page.keyboard.press('Control+k');
  await dialog(app).waitFor();
  await screens.check(app.page, 'commands');
  await close(app);
  await app.settings('Appearance');
  await screens.check(app.page, 'settings of the appearance');
  await close(app);
  await app.page.getByRole('contentinfo').getByRole('button', { name: /^Storage/ }).click();
  await dialog(app).locator('table.parts').waitFor();
  await screens.check(app.page, 'storage');
});

screensTest('a page that is read: source, formulas, scores, boxes, a correction', async (app, screens) => {
  await readPage(app);
  await screens.check(app.page, 'page and source');

  // A score shows the passages that explain it, and how it is measured.
  await app.openTab('Scores');
  await screens.check(app.page, 'all scores');
  await app.page.locator('table.scores').getByRole('button', { name: /^Formula/ }).first().click();
  await app.page.locator('.spans').waitFor();
  await screens.check(app.page, 'score', { tab: false });
  await app.page.getByRole('button', { name: /How it is measured/ }).click();
  await dialog(app).waitFor();
  await screens.check(app.page, 'guide');
  await close(app);

  await app.page.getByRole('tab', { name: /Formulas/ }).click();
  await screens.check(app.page, 'page and formulas');

  const view = app.page.getByRole('group', { name: 'View' });
  await view.getByRole('button', { name: 'Formulas' }).click();
  const list = app.page.getByRole('region', { name: 'Formulas of all samples' });
  await list.getByRole('button', { name: 'Typeset' }).click();
  await list.locator('.drawn svg').first().waitFor();
  await list.locator('.score').first().waitFor();
  await screens.check(app.page, 'formulas of all samples');
  await view.getByRole('button', { name: 'Samples' }).click();

  for (const layer of ['Confidence', 'Glyphs']) {
    await app.page.getByRole('group', { name: 'Boxes on the page' }).getByRole('button', { name: layer }).click();
    await app.page.keyboard.press('u');
    await screens.check(app.page, `boxes: ${layer}`, { tab: false });
  }
  await app.page.keyboard.press('e');
  await dialog(app).getByRole('img').waitFor();
  await screens.check(app.page, 'correction');
});

appTest('nothing moves while a page is read', async (app) => {
  await app.page.emulateMedia({ reducedMotion: 'reduce' });
  // WebKit heeds the preference from the next page on.
  await app.open();
  await app.runOn('WebAssembly');
  let busy = 0;
  const { image } = samplePage('halo-model');
  await app.drop({ 'halo-model.png': image });
  const state = app.sample('halo-model').locator('.state');
  while ((await state.evaluate((element) => element.classList.contains('busy') || element.textContent === 'waiting'))) {
    busy += 1;
    assert.deepEqual(await app.page.evaluate(() => document.getAnimations().length), 0);
  }
  assert.ok(busy > 0, 'it was looked at while the page was read');
});

screensTest('two texts, a verdict, a judge', async (app, screens) => {
  const judge = await startJudge();
  app.mayReach(judge.url);
  try {
    await app.drop(PAIR);
    await app.scores();
    await app.useEngine();
    await app.verdict();
    await screens.check(app.page, 'texts');
    await app.openSettings();
    await dialog(app).getByRole('group').first().waitFor();
    await screens.check(app.page, 'settings of the scores');
    await dialog(app).getByRole('searchbox', { name: 'Search settings' }).fill('texbleu');
    await screens.check(app.page, 'settings that were searched');
    await close(app);
    await app.page.getByRole('tab', { name: /Formulas/ }).click();
    await app.page.getByRole('button', { name: 'Ask a judge' }).click();
    await screens.check(app.page, 'judge, empty', { tab: false });
    await dialog(app).getByLabel('Address').fill(`${judge.url}/v1`);
    await dialog(app).getByLabel('Model').fill('gpt-5-mini');
    await dialog(app).getByLabel('Key').fill('a-key-of-this-test');
    await dialog(app).getByText('The first request, as it is sent').click();
    await screens.check(app.page, 'judge, what is sent');
  } finally {
    await judge.close();
  }
});

const RUN = {
  'gt/p1.tex': String.raw`\section{Tides} The moon $m$ pulls at the sea. \[ F = \frac{G m}{r^2} \]`,
  'gt/p2.tex': String.raw`\section{Winds} The sun warms the air. \[ v = \sqrt{2 p / \rho} \]`,
  'nougat/p1.md': '# Tides\n\nThe moon $m$ pulls at the sea.\n\n$$F = \\frac{G m}{r^2}$$',
  'nougat/p2.md': '# Wind\n\nThe sun warms the air.\n\n$$v = \\sqrt{2 p / \\rho}$$',
  'marker/p1.md': '# Tides\n\nThe moon $m$ pulls.\n\n$$F = \\frac{G M}{r^2}$$',
  'marker/p2.md': '',
  'pairs.csv': 'id,reference,prediction\n1,x^2,x^3\n2,y,y\n',
  'notes.docx': 'of no use',
};

screensTest('the plan of what was brought, and what could not be used', async (app, screens) => {
  await app.drop({ 'run.zip': zip(RUN) });
  await dialog(app).getByRole('tab', { name: /Samples/ }).waitFor();
  const tabs = await dialog(app).getByRole('tab').allTextContents();
  assert.ok(tabs.length >= 3, tabs.join(', '));
  for (const tab of tabs) {
    await dialog(app).getByRole('tab', { name: tab, exact: true }).click();
    await screens.check(app.page, `plan: ${tab.replaceAll(/\d/g, '')}`);
  }
  await dialog(app).locator('.button.primary').click();
  await isGone(app);
  await app.scores();

  // Two systems on one page side by side, with people's ratings, tags and a choice of systems.
  await app.select('p1 · nougat');
  const systems = app.page.getByRole('group', { name: 'Systems on p1' });
  await systems.getByRole('combobox').selectOption({ index: 1 });
  await app.openTab('Scores');
  await app.page.getByText('Tags and comment').click();
  await app.page.getByLabel('New tag').fill('tides');
  await app.page.getByLabel('New tag').press('Enter');
  await screens.check(app.page, 'tags', { tab: false });
  await app.texts();
  await app.page.getByLabel('Sort samples').selectOption('name');
  await app.page.getByLabel('Search samples').fill('p');
  await app.page.getByRole('status').filter({ hasText: 'listed' }).waitFor();
  await screens.check(app.page, 'systems beside each other');
  await app.page.getByRole('tab', { name: /Formulas/ }).click();
  await screens.check(app.page, 'formulas of two systems');
  await app.page.getByRole('button', { name: 'Show all' }).click();

  await app.drop({ 'empty.png': '', 'text.png': 'not an image' });
  await app.refusals().waitFor();
  await app.page.getByRole('navigation', { name: 'Samples' }).getByRole('button', { name: /^Remove/ }).first().click();
  await app.page.getByRole('region', { name: 'Last change' }).waitFor();
  await screens.check(app.page, 'toasts');
});

screensTest('what needs a person: columns, encodings, remarks, missing texts', async (app, screens) => {
  const latin1 = (text) => Buffer.from(text, 'latin1');
  await app.drop({
    'run.jsonl': '{"id": "a", "gold_latex": "x", "nougat": "y"}\n',
    'list.csv': latin1('id,reference,prediction\n1,\u00e9,\u00e9\n'),
  });
  await dialog(app).getByText(/is a guess/).waitFor();
  await screens.check(app.page, 'plan: guesses');
  await close(app);
  const answer = 'Here is the LaTeX:\n```latex\nSome words.\n```';
  await app.drop({ 'p1.ref.tex': latin1('Th\u00e9 vert.'), 'p1.pred.tex': answer });
  await app.refusals().getByRole('button', { name: 'Read as Latin-1' }).waitFor();
  await screens.check(app.page, 'toasts: latin-1 and remarks');
  await app.page.getByRole('button', { name: 'View', exact: true }).click();
  await screens.check(app.page, 'removed text');
  await close(app);
  await app.page.getByLabel('Actions for this sample', { exact: true }).click();
  await app.page.getByRole('listitem').getByRole('button', { name: 'Add prediction' }).click();
  await screens.check(app.page, 'add prediction');
  await close(app);
});

/** Four pages of two documents and two systems, with a tag and people's ratings. */
function runOfTwo() {
  const pages = ['doc1/001', 'doc1/002', 'doc2/001', 'doc2/002'];
  /** @type {Record<string, string>} */
  const files = {};
  const records = pages.map((id, index) => {
    const latex = String.raw`\section{Part ${index}} The water rises and falls twice on most days, and $h = a_${index} \cos(\omega t)$.`;
    files[`set/${id}.tex`] = latex;
    files[`set/good/${id}.tex`] = index === 3 ? latex.replace('water', 'watre') : latex;
    files[`set/poor/${id}.tex`] = latex.replaceAll(/\\[a-z]+/g, '').slice(0, 20 + 20 * index);
    return { id, document: id.slice(0, 4), page: 1 + (index % 2), reference: `${id}.tex`, columns: 1 + (index % 2) };
  });
  files['set/manifest.jsonl'] = records.map((record) => JSON.stringify(record)).join('\n');
  const ratings = ['id,system,rater,rating', ...pages.flatMap((id, index) => [`${id},good,x,${9 - index}`, `${id},poor,x,${1 + index}`])];
  return { files, ratings: ratings.join('\n') };
}

screensTest('systems compared: leaderboard, differences, tags, ratings', async (app, screens) => {
  const { files, ratings } = runOfTwo();
  await app.drop({ 'set.zip': zip(files) });
  await app.page.locator('.plan .button.primary').click();
  await isGone(app);
  await app.scores();
  await app.drop({ 'ratings.csv': ratings });
  await app.page.getByRole('button', { name: 'Compare', exact: true }).click();
  const view = app.page.getByRole('region', { name: 'Compare systems' });
  await view.getByRole('heading', { name: /^Leaderboard/ }).waitFor();
  await view.getByRole('button', { name: 'Pages', exact: true }).click();
  await view.getByRole('heading', { name: /^Leaderboard.*4 pages of/ }).waitFor();
  await view.locator('table.correlations').waitFor();
  await eventually(() => view.locator('.told li').count(), 'differences in words', 60_000);
  await screens.check(app.page, 'compare');
  await view.getByRole('button', { name: /^All metrics/ }).click();
  await view.locator('summary', { hasText: 'differences in numbers' }).click();
  await view.getByRole('combobox', { name: 'Tag' }).selectOption('columns');
  await view.getByRole('region', { name: /by columns$/ }).getByRole('table').first().waitFor();
  await screens.check(app.page, 'compare, all of it');
});

screensTest('a document, and a report of it that was saved', async (app, screens) => {
  await app.runOn('WebAssembly');
  await app.drop({ 'paper.pdf': readFileSync('crates/pdf/tests/data/three-pages.pdf'), 'paper.tex': 'A paper with $x^2$ and more of it.' });
  const add = app.page.locator('.plan .button.primary');
  const document = app.page.getByRole('navigation', { name: 'Samples' }).locator('li.document');
  await add.or(document).first().waitFor();
  if (await add.count()) await add.click();
  await document.waitFor();
  await eventually(async () => (await document.locator('.state.scored').count()) > 0, 'the document is scored', 300_000);
  await document.locator('button.sample').click();
  await document.getByRole('button', { name: /^Pages of/ }).click();
  await screens.check(app.page, 'document');

  await app.page.keyboard.press('s');
  await eventually(async () => !(await app.saveSheet().locator('.size').allTextContents()).includes('…'), 'all sizes are known');
  await screens.check(app.page, 'save');
  await app.page.keyboard.press('Escape');
  const download = await app.save();
  const copy = `${await download.path()}.html`;
  await download.saveAs(copy);
  const reader = await app.otherWindow({ offline: true });
  const report = await reader.newPage();
  await report.goto(pathToFileURL(copy).href);
  await screens.check(report, 'report', { tab: false });
  await reader.close();
});

screensTest('samples that are not kept, an import that was interrupted, half an image', async (app, screens) => {
  // Another tab stores its samples.
  const first = app.page;
  app.page = await first.context().newPage();
  await app.open();
  await app.drop({ 'half.png': samplePage('subaddresses').image.subarray(0, 60_000), 'half.pred.tex': 'a text', 'half.tex': 'a text' });
  await app.page.getByRole('status', { name: 'Samples that are not kept' }).getByText('1 sample is not kept').waitFor();
  await app.page.getByText(/^The image file is cut off: \d+ % of its lines are missing/).waitFor();
  await screens.check(app.page, 'not kept');
  await app.page.close();
  app.page = first;
  await app.page.evaluate(async () => {
    const opening = indexedDB.open('texlens-work');
    const database = await new Promise((done) => (opening.onsuccess = () => done(opening.result)));
    const names = ['gt', 'nougat'].flatMap((folder) => Array.from({ length: 400 }, (_, index) => `run/${folder}/p${index}.tex`));
    const files = names.map((path) => ({ path, place: { on_disk: { size: 7 } } }));
    const writing = database.transaction('imports', 'readwrite');
    writing.objectStore('imports').put(JSON.stringify({ version: 1, import: 7, steps: [], shown: null, pieces: 400, tries: 0, files }), '7/agreement');
    await new Promise((done) => (writing.oncomplete = done));
    database.close();
  });
  await app.open();
  await app.page.getByRole('status', { name: 'Interrupted import' }).waitFor();
  await screens.check(app.page, 'interrupted import');
  await app.reallyPress('Discard the rest');
  await app.page.getByRole('status', { name: 'Interrupted import' }).waitFor({ state: 'detached' });
});
