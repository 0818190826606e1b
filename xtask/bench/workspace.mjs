// Measures how the app copes with many samples: 10,000 pages and 100,000 formulas are imported, scored and scrolled
// through. The command runs on the same files in the same run, the pages three times since their files make the
// times vary. Prints tables; asserts nothing about time. Records the results for `cargo xtask figures`.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { chooser, formula, misread, openApp, scrolled } from './many.mjs';
import { ofBrowser, peak, timed } from './process.mjs';
import { range, record } from './results.mjs';
import { table } from './table.mjs';

const { TEXLENS_CLI: cli } = process.env;
const FORMULAS = 100_000;
const PAGES = 10_000;
/** Number of runs with the pages; the formulas have one. */
const PAGE_RUNS = 3;

const folder = mkdtempSync(join(tmpdir(), 'texlens-bench-'));
const megabytes = (bytes) => `${(bytes / 1e6).toFixed(0)} MB`;
const MEASURES = {
  plan: ({ app }) => app.times.plan / 1e3,
  first: ({ app }) => app.times.row / 1e3,
  last: ({ app }) => app.times.rows / 1e3,
  scored: ({ app }) => app.times.scored / 1e3,
  cards: ({ app }) => app.times.cards / 1e3,
  command: ({ cli }) => cli.seconds,
  ratio: ({ app, cli }) => app.times.scored / 1e3 / cli.seconds,
};
/** Measures whose highest value of all runs counts. */
const HIGHEST = {
  frame: ({ app }) => Math.max(...Object.values(app.frames)) / 1e3,
  module: ({ app }) => app.memory.module,
  peak: ({ app }) => app.memory.processes,
};

function page(index, written) {
  const paragraph = (n) =>
    `The value of $${written(formula(index + n), index + n)}$ on page ${index} follows from the estimate of line ${n}, as was shown before by others \\cite{key${n}}.`;
  const lines = Array.from({ length: 12 }, (_, n) => paragraph(n));
  return `\\section{Part ${index}}\n${lines.join('\n')}\n\\begin{equation}\n${written(formula(index), index)}\n\\end{equation}\n`;
}

/** Writes 100,000 records to one list. */
function makeFormulas() {
  const lines = Array.from({ length: FORMULAS }, (_, index) => {
    const reference = formula(index);
    return JSON.stringify({ id: `f${index}`, kind: 'formula', reference, prediction: misread(reference, index) });
  });
  const list = join(folder, 'formulas.jsonl');
  writeFileSync(list, `${lines.join('\n')}\n`);
  return list;
}

/** Writes 20,000 files to two folders. */
function makePages() {
  const root = join(folder, 'pages');
  for (let index = 0; index < PAGES; index++) {
    const name = `${String(index % 100).padStart(2, '0')}/p${String(index).padStart(5, '0')}.tex`;
    for (const [part, written] of Object.entries({ reference: (latex) => latex, model: misread })) {
      const file = join(root, part, name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, page(index, written));
    }
  }
  return root;
}

/** Imports files and reports how long everything takes. */
async function bring(choose, count) {
  const { browser, page } = await openApp();
  const longest = () => page.evaluate(() => globalThis.longest());
  const planned = page.evaluate(
    () =>
      new Promise((done) => {
        // The browser itself needs seconds to process the choice; the time after that is the app's.
        document.addEventListener('change', () => {
          const start = performance.now();
          globalThis.afresh();
          globalThis.whenTrue(() => document.querySelector('dialog.plan li, dialog.plan tbody tr')).then((end) => done(end - start));
        }, { capture: true, once: true });
      }),
  );
  await choose(page);
  const times = { plan: await planned };
  const frames = { plan: await longest() };
  const add = page.getByRole('button', { name: new RegExp(`^Add ${count.toLocaleString('en')} samples`) });
  await add.waitFor();
  const added = page.evaluate(async () => {
    await new Promise((done) => document.addEventListener('click', done, { capture: true, once: true }));
    const start = performance.now();
    const first = await globalThis.whenTrue(() => document.querySelector('nav li button.sample'));
    const all = await globalThis.whenTrue(() => !document.querySelector('.importing'));
    return { row: first - start, rows: all - start, start };
  });
  await add.click();
  const { start, ...rows } = await added;
  Object.assign(times, rows);
  frames.add = await longest();
  const list = page.getByRole('navigation', { name: 'Samples' }).locator('ul').first();
  frames.scroll = await scrolled(list, longest);
  const done = await page.evaluate(() => globalThis.whenTrue(() => !document.querySelector('nav [aria-label="Work"]')));
  times.scored = done - start;
  frames.score = await longest();
  frames.scrollScored = await scrolled(list, longest);
  const cards = page.locator('.formula-list .cards');
  times.cards = await page.evaluate(async () => {
    const start = performance.now();
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'f', bubbles: true }));
    return (await globalThis.whenTrue(() => document.querySelector('.formula-list .cards > li:not(.gap)'))) - start;
  });
  frames.cards = await longest();
  frames.scrollCards = await scrolled(cards, longest);
  const memory = { module: await page.evaluate(() => globalThis.memory_.buffer.byteLength), processes: await ofBrowser(browser, peak) };
  await browser.close();
  return { times, frames, memory };
}

/**
 * Runs the command on the same files: scores, means and intervals, without the TeX engine, which the app starts only on
 * request. The output is discarded.
 */
async function command(what) {
  const env = { ...process.env, TEXLENS_TEX: join(folder, 'no-engine') };
  const { code, seconds, memory } = await timed([cli, 'evaluate', ...what, '--format', 'json', '--resamples', '100'], { cwd: folder, env });
  if (code !== 0) throw new Error(`texlens evaluate ended with ${code}`);
  return { seconds, memory };
}

const list = makeFormulas();
const root = makePages();
const formulaRuns = [{ app: await bring(chooser('Choose files', list), FORMULAS), cli: await command([list]) }];
const pageRuns = [];
for (let run = 0; run < PAGE_RUNS; run++) pageRuns.push({ app: await bring(chooser('Choose folder', root), PAGES), cli: await command([root]) });
const cases = {
  [`${FORMULAS} formulas in a list`]: formulaRuns,
  [`${PAGES} pages in ${2 * PAGES} files`]: pageRuns,
};
rmSync(folder, { recursive: true });

/** Returns a row with the lowest and the highest value of the runs. */
function row(name, measure, shown) {
  const cells = Object.values(cases).map((runs) => [...new Set(range(runs.map(measure)).map(shown))].join(' to '));
  return [name, ...cells];
}
const head = ['', ...Object.keys(cases)];
const twoPlaces = (value) => value.toFixed(2);
table('Seconds', head, [
  row('files chosen to the first rows of the plan', MEASURES.plan, twoPlaces),
  row('plan accepted to the first row of the list', MEASURES.first, twoPlaces),
  row('… to the last row', MEASURES.last, twoPlaces),
  row('… to the last score', MEASURES.scored, twoPlaces),
  row('list of all formulas opened to its first card', MEASURES.cards, twoPlaces),
  row('texlens evaluate, one core, plan and scores', MEASURES.command, twoPlaces),
  row('ratio, to the last score', MEASURES.ratio, twoPlaces),
]);
const milliseconds = (value) => value.toFixed(0);
table('Longest frame, milliseconds', head, [
  row('while the plan is made', ({ app }) => app.frames.plan, milliseconds),
  row('while rows come', ({ app }) => app.frames.add, milliseconds),
  row('scrolling while texts are scored', ({ app }) => app.frames.scroll, milliseconds),
  row('while texts are scored', ({ app }) => app.frames.score, milliseconds),
  row('scrolling when all is scored', ({ app }) => app.frames.scrollScored, milliseconds),
  row('while the list of all formulas opens', ({ app }) => app.frames.cards, milliseconds),
  row('scrolling the list of all formulas', ({ app }) => app.frames.scrollCards, milliseconds),
]);
table('Memory', head, [
  row("the page's module", HIGHEST.module, megabytes),
  row('page processes, workers included, peak', HIGHEST.peak, megabytes),
  row('texlens evaluate, peak', ({ cli }) => cli.memory, megabytes),
]);

/** @type {Record<string, number | [low: number, high: number]>} */
const figures = {};
for (const [what, runs] of Object.entries({ formulas: formulaRuns, pages: pageRuns })) {
  for (const [name, measure] of Object.entries(MEASURES)) figures[`${what}.${name}`] = range(runs.map(measure));
  for (const [name, measure] of Object.entries(HIGHEST)) figures[`${what}.${name}`] = Math.max(...runs.map(measure));
}
record('workspace', figures);
