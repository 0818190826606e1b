// Measures how the matrix copes with 10,000 samples of 20 systems, when all of them are scored. Prints a table; asserts
// nothing about time. Records the results for `cargo xtask figures`.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chooser, formula, misread, openApp, scrolled } from './many.mjs';
import { ofBrowser, peak } from './process.mjs';
import { record } from './results.mjs';
import { table } from './table.mjs';

const SAMPLES = 10_000;
const SYSTEMS = 20;
/** Pixels that one turn of a mouse's wheel scrolls. */
const WHEEL = 100;
/** Turns of the wheel that are measured. */
const TURNS = 300;

const folder = mkdtempSync(join(tmpdir(), 'texlens-bench-'));

/** Writes one list with the predictions of all systems; a system misreads another third of the formulas than the next. */
function makeList() {
  const lines = Array.from({ length: SAMPLES }, (_, index) => {
    const reference = formula(index);
    const predictions = Array.from({ length: SYSTEMS }, (_, system) => [`system ${system + 1}`, misread(reference, index + system)]);
    return JSON.stringify({ id: `f${index}`, kind: 'formula', reference, predictions: Object.fromEntries(predictions) });
  });
  const list = join(folder, 'systems.jsonl');
  writeFileSync(list, `${lines.join('\n')}\n`);
  return list;
}

const { browser, page } = await openApp();
const longest = () => page.evaluate(() => globalThis.longest());
await chooser('Choose files', makeList())(page);
await page.getByRole('button', { name: /^Score 10,000 formulas of 20 systems/ }).click();
await page.evaluate(async () => {
  await globalThis.whenTrue(() => document.querySelector('nav li button.sample') && !document.querySelector('.importing'));
  await globalThis.whenTrue(() => !document.querySelector('nav [aria-label="Work"]'));
});
await longest();
const opened = await page.evaluate(async () => {
  const start = performance.now();
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'm', bubbles: true }));
  return (await globalThis.whenTrue(() => document.querySelector('.matrix-grid .line .cell'))) - start;
});
const frames = { open: await longest() };
const rows = page.locator('.matrix-grid');
frames.wheel = await (async () => {
  await longest();
  await rows.evaluate(
    async (rows, [wheel, turns]) => {
      for (let turn = 0; turn < turns; turn++) {
        rows.scrollBy(0, wheel);
        await new Promise((done) => requestAnimationFrame(done));
      }
    },
    [WHEEL, TURNS],
  );
  return longest();
})();
frames.bar = await scrolled(rows, longest);
const memory = { module: await page.evaluate(() => globalThis.memory_.buffer.byteLength), processes: await ofBrowser(browser, peak) };
await browser.close();
rmSync(folder, { recursive: true });

const milliseconds = (value) => value.toFixed(0);
table(`Matrix of ${SAMPLES} samples and ${SYSTEMS} systems`, ['', ''], [
  ['key pressed to the first cell, ms', milliseconds(opened)],
  ['longest frame while it opens, ms', milliseconds(frames.open)],
  ['… while the wheel turns', milliseconds(frames.wheel)],
  ['… while the bar is dragged from end to end in two seconds', milliseconds(frames.bar)],
  ["the page's module, MB", (memory.module / 1e6).toFixed(0)],
  ['page processes, workers included, peak, MB', (memory.processes / 1e6).toFixed(0)],
]);
record('matrix', {
  open: opened / 1e3,
  'frame.open': frames.open / 1e3,
  'frame.wheel': frames.wheel / 1e3,
  'frame.bar': frames.bar / 1e3,
  module: memory.module,
  peak: memory.processes,
});
