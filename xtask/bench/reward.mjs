// Measures how fast completions are rewarded on one core, beside `texlens score`, which calculates all metrics of pages,
// on the same pairs in the same run. Prints a table; asserts nothing about time. Records the results for `cargo xtask figures`.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chance } from '../../tests/e2e/chance.mjs';
import { timed } from './process.mjs';
import { range, record } from './results.mjs';
import { table } from './table.mjs';

const { TEXLENS_CLI: cli } = process.env;
/** Number of times that each sample page is taken. */
const COPIES = 60;
const COMPLETIONS = 8;
const RUNS = 3;

const folder = mkdtempSync(join(tmpdir(), 'texlens-bench-'));
// Without the engine, `csr` is no test.
const env = { ...process.env, TEXLENS_TEX: join(folder, 'no-engine') };
const random = chance(1);

/** Replaces a share of the letters. */
function misread(latex, share) {
  return latex.replace(/[a-z]/g, (letter) => (random() < share ? String.fromCharCode(97 + Math.floor(random() * 26)) : letter));
}

function pages() {
  const names = readdirSync('www/samples').filter((name) => name.endsWith('.tex'));
  return Array.from({ length: COPIES }, (_, copy) => names.map((name) => {
    const reference = readFileSync(join('www/samples', name), 'utf8');
    const completions = Array.from({ length: COMPLETIONS }, (_, index) => (index ? misread(reference, 0.002 * 1.6 ** index) : reference));
    return { id: `${name} ${copy}`, reference, completions };
  })).flat();
}

const given = pages();
const [grouped, single] = ['pages.jsonl', 'pairs.jsonl'].map((name) => join(folder, name));
writeFileSync(grouped, given.map((page) => JSON.stringify(page)).join('\n'));
writeFileSync(single, given.flatMap(({ id, reference, completions }) => completions.map((prediction, index) => JSON.stringify({ id: `${id} ${index}`, reference, prediction }))).join('\n'));

async function seconds(...command) {
  const { code, seconds } = await timed([cli, ...command], { env });
  if (code !== 0) throw new Error(`texlens ${command[0]} ended with ${code}`);
  return seconds;
}

const runs = [];
for (let run = 0; run < RUNS; run++) {
  runs.push({
    reward: await seconds('reward', '--jobs', '1', grouped),
    score: await seconds('score', '--format', 'json', '--pairs', single),
  });
}
rmSync(folder, { recursive: true });

const count = given.length * COMPLETIONS;
const rate = range(runs.map(({ reward }) => count / reward));
const ratio = range(runs.map(({ reward, score }) => score / reward));
const shown = (values, digits) => [...new Set(values.map((value) => value.toFixed(digits)))].join(' to ');
table(`${count} completions of ${given.length} pages, one core, ${RUNS} runs`, ['measure', 'value'], [
  ['completions a second', shown(rate, 0)],
  ['texlens score, with all metrics, takes this many times as long', shown(ratio, 2)],
]);
record('reward', { completions: count, rate, ratio });
