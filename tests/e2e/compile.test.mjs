// The TeX engine in the page: loaded on request, its verdict and errors, and the instant check without it.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { appTest, eventually } from './harness.mjs';
import { samplePage } from './pages.mjs';

const GOOD = String.raw`\section{Waves}
The energy of a wave is $E = h\nu$ for each of its quanta.`;
const BAD = String.raw`\section{Waves}
The energy of a wave is $E = h\nu$
for each of \itz quanta.`;

const pair = (name, prediction, reference = GOOD) => ({ [`${name}.ref.tex`]: reference, [`${name}.pred.tex`]: prediction });

const engineRequests = (app) => app.requests.filter((url) => url.includes('/tex/'));

appTest('the engine is fetched when it is asked for, and its errors lead to their places', async (app) => {
  await app.drop({ ...pair('good', GOOD), ...pair('bad', BAD) });
  await app.select('bad');
  assert.equal((await app.scores()).csr.value, null);
  await app.openTab('Compile');
  assert.match(await app.compilation().textContent(), /1 error expected by the instant check.*The TeX engine decides\. Download: \d\.\d MB, once/);
  assert.deepEqual(engineRequests(app), []);

  await app.useEngine();
  assert.match(await app.verdict(), /^Does not compile: 1 error/);
  const error = app.compilation().getByRole('list', { name: 'Errors' }).getByRole('button').first();
  assert.match(await error.textContent(), /^Line 3:\d+.*undefined command/);
  await error.focus();
  await app.page.keyboard.press('Enter');
  const marked = app.page.locator('.source .prediction .pointed');
  assert.equal(await marked.first().textContent(), String.raw`\itz`);
  assert.equal(await error.getAttribute('aria-pressed'), 'true');
  await app.select('good');
  assert.match(await app.verdict(), /^Compiles, 1 page/);
  assert.match(await app.sample('bad').textContent(), /does not compile: 1 error/);
  assert.match(await app.sample('good').textContent(), /, compiles/);
});

// Contains everything that a metric counts, so that the overall score is defined.
const WHOLE = String.raw`\section{Waves} The energy that a wave of this kind carries is given in the table below. It is small. See \cite{planck} and Table~\ref{tab:table_1}.
\[ E = h\nu \]
\begin{table}\begin{tabular}{lr} a & 1 \\ b & 2 \end{tabular}\caption{Energies}\label{tab:table_1}\end{table}
@misc{planck, title={On $h$}}`;

appTest('scores with the verdict are those of the command', async (app) => {
  const changes = {
    subaddresses: (text) => text,
    'validator-sets': (text) => text.replace('$', ''),
    'transit-search': (text) => `${text.replaceAll('the', 'teh')}\n@misc{key, title={On $x$}}`,
  };
  const pages = Object.entries(changes).map(([id, changed]) => {
    const { reference } = samplePage(id);
    return { id, reference, prediction: changed(reference) };
  });
  pages.push({ id: 'whole', reference: WHOLE, prediction: WHOLE.replace('& 2', '& 3') });
  const file = join(mkdtempSync(join(tmpdir(), 'texlens-')), 'pairs.jsonl');
  writeFileSync(file, pages.map((page) => JSON.stringify({ kind: 'page', ...page })).join('\n'));
  const lines = execFileSync(process.env.TEXLENS_CLI, ['score', '--pairs', file], { encoding: 'utf8' }).trim().split('\n');
  const native = Object.fromEntries(lines.map((line) => JSON.parse(line)).map(({ id, metrics }) => [id, metrics]));

  for (const { id, reference, prediction } of pages) await app.drop(pair(id, prediction, reference));
  await app.scores();
  await app.useEngine();
  const shown = {};
  for (const { id } of pages) {
    await app.select(id);
    shown[id] = await app.scoresWithVerdict();
    for (const metric of ['csr', 'usability', 'overall']) {
      const { value } = native[id][metric];
      assert.equal(shown[id][metric].value, value === null ? null : Number(value.toFixed(3)), `${metric} of ${id}`);
    }
  }
  assert.deepEqual(pages.map(({ id }) => shown[id].csr.value), [1, 0, 1, 1]);
  assert.ok(shown.whole.overall.value > 0.5, `overall: ${shown.whole.overall.value}`);
});

appTest('the engine works without a network once it was loaded, also after a reload', async (app) => {
  await app.drop(pair('first', GOOD));
  await app.useEngine();
  await app.verdict();
  // The browser stores the app in the background.
  await app.page.getByRole('contentinfo').getByRole('button', { name: 'Storage & offline' }).waitFor();
  await app.setOffline(true);
  await app.drop(pair('second', BAD));
  await app.select('second');
  assert.match(await app.verdict(), /^Does not compile/);
  await app.setOffline(false);

  // Another session of the same browser: the user is not asked again, and nothing is fetched again.
  await app.page.evaluate(() => sessionStorage.clear());
  await app.open();
  app.requests.length = 0;
  await app.drop(pair('third', BAD));
  await app.select('third');
  assert.match(await app.verdict(), /^Does not compile/);
  assert.deepEqual(engineRequests(app), []);
}, { keepsItself: true });

// A class and packages that the fragment's format lacks.
const OWN = String.raw`\documentclass[twocolumn]{article}
\usepackage{amsmath,tikz}
\begin{document}
The energy is $E = h\nu$. \begin{tikzpicture}\draw (0,0) -- (1,1);\end{tikzpicture}
\end{document}`;

appTest('packages for a prediction with a preamble of its own are fetched when they are asked for', async (app) => {
  await app.drop({ ...pair('good', GOOD), ...pair('own', OWN) });
  await app.select('good');
  await app.useEngine();
  assert.match(await app.verdict(), /^Compiles/);
  assert.ok(!engineRequests(app).some((url) => url.includes('packages')));

  await app.select('own');
  assert.match(await app.compilation().textContent(), /Its preamble needs TeX packages\. Download: \d\.\d MB, once/);
  await app.useEngine();
  const verdict = await app.verdict();
  assert.match(verdict, /^Compiles, 1 page/, await app.compilation().textContent());
  assert.ok(engineRequests(app).some((url) => url.includes('packages')));
});

appTest('repeated errors are one entry, and each place leads to its line', async (app) => {
  const lines = Array.from({ length: 12 }, (_, line) => (line % 3 ? `Line ${line} has \\itz here.` : `Line ${line} is fine.`));
  await app.drop(pair('often', [String.raw`\section{Waves}`, ...lines, String.raw`And one \foo.`].join('\n\n')));
  await app.scores();
  await app.useEngine();
  assert.match(await app.verdict(), /^Does not compile: 9 errors; 1 page still produced/);
  const errors = app.compilation().getByRole('list', { name: 'Errors' });
  assert.equal(await errors.locator(':scope > li').count(), 2, 'two commands, two entries');
  const first = errors.locator(':scope > li').first();
  assert.match(await first.textContent(), /itz.*\u00d7 8/);
  assert.equal(await first.getByRole('button', { name: /^Line 11/ }).count(), 0, 'the places are folded');
  await first.getByText('All 8 places').click();
  const place = first.getByRole('button', { name: /^Line 11:/ });
  await place.focus();
  await app.page.keyboard.press('Enter');
  assert.equal(await place.getAttribute('aria-pressed'), 'true');
  const marked = app.page.locator('.source .prediction .pointed');
  assert.equal(await marked.first().textContent(), String.raw`\itz`);
  const before = await marked.first().evaluate((element) => {
    const range = document.createRange();
    range.setStart(element.closest('.prediction'), 0);
    range.setEndBefore(element);
    return range.toString();
  });
  assert.match(before, /Line 4 has $/, 'the third place is in line 11 of the file');
});

appTest('offline, the engine and its packages are said to be missing, and trying again works', async (app) => {
  await app.drop({ ...pair('own', OWN), ...pair('good', GOOD) });
  await app.select('good');
  await app.scores();
  await app.openTab('Compile');
  await app.compilation().getByText('Not compiled yet.').waitFor();
  // The browser stores the app in the background, but not the engine.
  await app.page.getByRole('contentinfo').getByRole('button', { name: 'Storage & offline' }).waitFor();
  await app.setOffline(true);
  await app.useEngine();
  const again = app.compilation().getByRole('button', { name: 'Try again' });
  await again.waitFor();
  await app.compilation().getByRole('alert').getByText('You are offline and the TeX engine isn\u2019t stored yet.').waitFor();
  await again.click();
  await app.compilation().getByRole('alert').getByText('You are offline').waitFor();
  await app.setOffline(false);
  await again.click();
  assert.match(await app.verdict(), /^Compiles/);

  await app.select('own');
  await app.setOffline(true);
  await app.useEngine();
  await app.compilation().getByRole('alert').getByText('You are offline and the TeX packages that this text needs aren\u2019t stored yet.').waitFor();
  await app.setOffline(false);
  await again.click();
  assert.match(await app.verdict(), /^Compiles/);
  app.errors = app.errors.filter((error) => !/ERR_INTERNET_DISCONNECTED|Failed to fetch|Failed to load resource/.test(error));
}, { keepsItself: true });

appTest('the typeset page stands beside the image, from the tab of errors', async (app) => {
  const { image, reference } = samplePage('subaddresses');
  await app.drop({ 'subaddresses.png': image, 'subaddresses.tex': reference, 'subaddresses.pred.tex': reference });
  await app.scores();
  await app.openTab('Compile');
  await app.page.getByRole('button', { name: 'Hide page' }).click();
  const beside = app.compilation().getByRole('button', { name: 'Typeset page beside the image' });
  assert.equal(await beside.getAttribute('aria-pressed'), 'false');
  await beside.click();
  assert.equal(await beside.getAttribute('aria-pressed'), 'true');
  const page = app.page.getByRole('region', { name: 'Page', exact: true });
  await page.getByRole('button', { name: /^Typeset/ }).last().click();
  const boxes = async () => Promise.all([page.locator('.sheet img'), page.locator('.sheet .print')].map((part) => part.boundingBox()));
  await eventually(async () => (await page.locator('.sheet .print').count()) === 1, 'the page is typeset');
  const [left, right] = await boxes();
  assert.ok(left.x + left.width <= right.x, 'they stand beside each other');
  await beside.click();
  await eventually(async () => (await page.locator('.sheet .print').count()) === 0, 'the image is alone again');
});

appTest('a text without end is an error, and costs no other text', async (app) => {
  await app.drop({ ...pair('endless', String.raw`\def\x{\x}\x`), ...pair('next', GOOD) });
  await app.select('endless');
  await app.useEngine();
  const bar = app.page.locator('footer');
  await bar.getByRole('progressbar', { name: /^Compiling/ }).waitFor();
  assert.match(await app.verdict(), /^Does not compile: 1 error, and TeX gave up/);
  assert.match(await app.compilation().getByRole('list', { name: 'Errors' }).textContent(), /limit/);
  await app.select('next');
  assert.match(await app.verdict(), /^Compiles/);
});

appTest('compiling is cancelled, and an engine that dies is started again', async (app) => {
  await app.drop({ ...pair('endless', String.raw`\def\x{\x}\x`), ...pair('next', GOOD) });
  await app.select('next');
  await app.scores();
  const others = (await app.workers()).length;
  await app.useEngine();
  await app.page.getByRole('button', { name: 'Stop compiling' }).click();
  await app.compilation().getByText('MB, once').waitFor();
  await eventually(async () => (await app.workers()).length === others, 'the engine is ended');
  await app.page.getByRole('button', { name: 'Remove endless' }).click();
  await app.useEngine();
  assert.match(await app.verdict(), /^Compiles/);

  const engine = (await app.workers()).at(-1);
  await engine.end();
  await eventually(async () => {
    const workers = await app.workers();
    return workers.length > others && workers.every(({ id }) => id !== engine.id);
  }, 'another worker runs');
  await app.drop(pair('last', BAD));
  await app.select('last');
  assert.match(await app.verdict(), /^Does not compile/);
});

appTest('what would not compile is marked at once, and listed while it is typed', async (app) => {
  await app.page.getByRole('button', { name: 'Paste LaTeX' }).click();
  const dialog = app.page.getByRole('dialog', { name: 'Add text' });
  const box = dialog.getByLabel('Prediction', { exact: true });
  await box.fill('fine\n');
  const check = dialog.getByRole('region', { name: 'Instant check of the prediction' });
  await check.getByText('No error expected').waitFor();
  await box.pressSequentially(String.raw`größer: \itz`);
  const error = check.getByRole('button', { name: /^Line 2:\d+/ });
  await error.waitFor();
  await error.click();
  const selected = await box.evaluate((/** @type {HTMLTextAreaElement} */ box) => box.value.slice(box.selectionStart, box.selectionEnd));
  assert.equal(selected, String.raw`\itz`);
  assert.ok(await box.evaluate((/** @type {HTMLTextAreaElement} */ box) => box === document.activeElement), 'the caret is in the box');

  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  const mark = app.page.locator('.source .fault.expected');
  assert.equal(await mark.textContent(), String.raw`\itz`);
  assert.match(await mark.getAttribute('title'), /itz/);
  await mark.click();
  assert.match(await app.compilation().locator('.fault.selected').textContent(), /undefined command/);
  assert.deepEqual(engineRequests(app), []);
});

appTest('samples are filtered by what is wrong with them', async (app) => {
  await app.drop({ ...pair('good', GOOD), ...pair('bad', BAD), ...pair('cut', String.raw`\section{Waves}`, `${GOOD} ${'More of it. '.repeat(40)}`) });
  await app.scores();
  await app.useEngine();
  const list = app.page.getByRole('navigation', { name: 'Samples' });
  const filter = list.getByRole('combobox', { name: 'Show samples' });
  const names = () => list.locator('.sample .name').allTextContents();
  await filter.locator('option', { hasText: 'Does not compile (1)' }).waitFor({ state: 'attached' });
  await filter.selectOption({ label: 'Does not compile (1)' });
  assert.deepEqual(await names(), ['bad']);

  const truncation = filter.locator('option', { hasText: /missing text/i });
  await filter.selectOption(await truncation.getAttribute('value'));
  assert.deepEqual(await names(), ['cut']);
  await app.openTab('Scores');
  const chip = app.page.getByRole('region', { name: 'Error types' }).getByRole('button', { name: /missing text/i });
  await chip.click();
  assert.ok((await app.page.getByRole('region', { name: 'Error types' }).locator('.why').textContent()).length > 10);

  // The last listed sample is removed: the list says so, and how to show the others.
  await list.getByRole('button', { name: 'Remove cut' }).click();
  await list.getByText('No sample matches.').waitFor();
  await list.getByRole('button', { name: 'Show all' }).click();
  assert.deepEqual(await names(), ['bad', 'good']);
});
