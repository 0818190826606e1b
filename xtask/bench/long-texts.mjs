// Measures the cost of the longest texts that are scored, made to be slow: the time of scoring natively, how long the
// page is unresponsive in Chromium, and how soon removing a text frees its worker. Prints tables; asserts nothing about
// time. Records the results for `cargo xtask figures`.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch } from '../chromium.mjs';
import { watch } from './frames.mjs';
import { record } from './results.mjs';
import { table } from './table.mjs';

const { TEXLENS_URL: url, TEXLENS_LONG_TEXTS: example } = process.env;
/** Time limit for a step; a longer step is an error. */
const LIMIT = 120_000;
/** Texts that are slow in the page: many differences, many formulas, one construct without an end. */
const SHOWN = ['three words', 'dollars', 'open environments', 'characters of three bytes', 'inline formulas', 'the same formula', 'displays', 'one long formula', 'braces', 'lines', 'definitions', 'headings'];

const lines = execFileSync(example, { encoding: 'utf8', maxBuffer: 1 << 26 }).trim().split('\n').map((line) => JSON.parse(line));
const roles = [...new Set(lines.map(({ role }) => role))];
const texts = [...new Set(lines.map(({ text }) => text))];
const of = (text, role) => lines.find((line) => line.text === text && line.role === role);
table('Seconds of computing to score a text of 512 KiB, natively; as', ['', ...roles, 'slowest'], [
  ...texts.map((text) => [text, ...roles.map((role) => of(text, role).seconds.toFixed(2)), of(text, 'both').slowest[0]?.join(' ') ?? '']),
  ['at most', ...roles.map((role) => Math.max(...texts.map((text) => of(text, role).seconds)).toFixed(2)), ''],
]);

const folder = mkdtempSync(join(tmpdir(), 'texlens-bench-'));
execFileSync(example, { env: { ...process.env, WRITE: folder } });
const pair = (name) => [join(folder, `${name}.tex`), join(folder, `${name}.pred.tex`)];
for (const path of pair('short')) writeFileSync(path, 'A short text with $x^2$.');

const browser = await launch();
const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' });
context.setDefaultTimeout(LIMIT);
const page = await context.newPage();
const longest = async () => Math.round(await page.evaluate(() => globalThis.longest()));
const open = async () => {
  await page.goto('about:blank');
  await page.goto(url);
  await page.getByRole('heading', { name: 'texlens', level: 1 }).waitFor();
  await page.evaluate(watch);
};
const bring = async (files) => {
  const waiting = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose files' }).first().click();
  await (await waiting).setFiles(files);
};
const clear = async () => {
  await page.evaluate(async () => {
    for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name);
  });
};

const rows = [];
for (const name of SHOWN) {
  await open();
  const start = Date.now();
  await bring(pair(name));
  await page.locator('.source .row').first().waitFor();
  const shown = await longest();
  await page.locator('table.scores').waitFor();
  const seconds = (Date.now() - start) / 1000;
  const scored = await longest();
  await page.getByRole('tab', { name: /^Formulas/ }).click();
  await page.waitForTimeout(1500);
  const formulas = await longest();
  await page.getByRole('tab', { name: /^LaTeX/ }).click();
  await page.waitForTimeout(500);
  const source = await longest();
  const nodes = await page.evaluate(() => document.querySelectorAll('*').length);
  rows.push({ name, seconds, frames: [shown, scored, formulas, source], nodes });
  await clear();
}
table('In the page: seconds to the scores; longest frame in milliseconds; nodes', ['', 'scored, s', 'texts shown', 'scores shown', 'formulas', 'LaTeX again', 'nodes'],
  rows.map(({ name, seconds, frames, nodes }) => [name, seconds.toFixed(1), ...frames, nodes]));

await open();
await bring(pair('three words'));
await page.locator('.busy').first().waitFor();
await page.waitForTimeout(1000);
const removed = Date.now();
await page.getByRole('button', { name: 'Remove three words' }).click();
await bring(pair('short'));
await page.locator('table.scores').waitFor();
const others = (Date.now() - removed) / 1000;
table('A long text is removed while it is scored', ['', 'seconds'], [['another text has its scores after', others.toFixed(1)]]);
await browser.close();
rmSync(folder, { recursive: true });
record('texts', {
  pairs: lines.length,
  'native.slowest': Math.max(...lines.map(({ seconds }) => seconds)),
  'shown.pairs': rows.length,
  'shown.slowest': Math.max(...rows.map(({ seconds }) => seconds)),
  'shown.frame': Math.max(...rows.flatMap(({ frames }) => frames)) / 1e3,
  removed: others,
});
