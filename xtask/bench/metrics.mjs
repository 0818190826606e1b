// Measures the time of the metrics and of the Python tools on the same pairs in the same run. Prints tables; asserts
// nothing about time. Records the results for `cargo xtask figures`.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch } from '../chromium.mjs';
import { range, record } from './results.mjs';
import { table } from './table.mjs';
import { offerNpmModule } from '../../tests/e2e/npm-module.mjs';

const { TEXLENS_URL: app, TEXLENS_CLI: cli, TEXLENS_THROUGHPUT: throughput, TEXLENS_PYTHON: python } = process.env;
/** TexOCR's page metrics that need only the texts. */
const PAGE_METRICS = ['sa', 'cc', 'rv', 'ds', 'baseline', 'ctp', 'fa', 'ta'];
const OUTLINE = 'outline of both texts, once for all metrics';
const BROWSER_ROUNDS = 200;
const LONGEST_FORMULA = 500;
/** The libraries' metrics by figure: how many times as fast texlens is, on formulas. */
const SPEEDS = {
  'speed.bleu': ['bleu', 'sacrebleu', 'chrf', 'chrf_pp'],
  'speed.rouge': ['rouge1', 'rouge2', 'rougel', 'rougelsum'],
  'speed.errors': ['wer', 'cer', 'mer', 'wil'],
  'speed.indel': ['indel_similarity'],
  'speed.edits': ['edit_similarity'],
  'speed.edits.listed': ['edit_similarity with differences'],
};

const folder = mkdtempSync(join(tmpdir(), 'texlens-bench-'));
const microseconds = ({ seconds, pairs }) => (seconds / pairs) * 1e6;
const number = (value) => (value >= 100 ? value.toFixed(0) : value.toPrecision(3));
const lines = (pairs) => pairs.map((pair) => JSON.stringify(pair)).join('\n');

/** Returns the oracle's pairs that are as short as formulas; the others are pages. */
function formulas() {
  const { pairs } = JSON.parse(readFileSync('crates/metrics/tests/oracle/text.json', 'utf8'));
  return pairs.filter(({ ref, pred }) => ref.trim() && pred.trim() && ref.length < LONGEST_FORMULA);
}

/** Returns the sample pages, as the built-in OCR reads them. */
function pages() {
  const names = readdirSync('www/samples').filter((name) => name.endsWith('.png'));
  execFileSync(cli, ['ocr', ...names.map((name) => `www/samples/${name}`), '--out', folder], { stdio: 'ignore' });
  return names.map((name) => {
    const text = name.replace(/png$/, 'tex');
    return { ref: readFileSync(join('www/samples', text), 'utf8'), pred: readFileSync(join(folder, text), 'utf8') };
  });
}

function measure(program, ...args) {
  return JSON.parse(execFileSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 26, stdio: ['ignore', 'pipe', 'inherit'] }));
}

/** Returns the time of texlens for a row of a library. */
function counterpart(ours, { metric, unit }) {
  // texlens always reports where the texts differ; the library is timed with and without that.
  return ours.find((row) => row.metric === metric.replace(' with differences', '') && row.unit === unit);
}

/** Returns how many times as fast texlens is with some metrics on formulas; undefined if a library is missing. */
function speed(metrics, ours, theirs) {
  const rows = theirs.filter(({ metric, unit }) => unit === 'formula' && metrics.includes(metric));
  if (rows.length < metrics.length) return undefined;
  return range(rows.map((row) => microseconds(row) / microseconds(counterpart(ours, row))));
}

function compare(unit, ours, theirs) {
  const rows = theirs
    .filter((row) => row.unit === unit)
    .map((row) => {
      const our = counterpart(ours, row);
      if (!our) return [row.metric, row.library, '-', number(microseconds(row)), '-'];
      return [row.metric, row.library, number(microseconds(our)), number(microseconds(row)), `${number(microseconds(row) / microseconds(our))} ×`];
    });
  table(`Microseconds a ${unit}, one thread`, ['metric', 'library', 'texlens', 'library', 'texlens is faster'], rows);
}

function listAlone(unit, ours, theirs) {
  const compared = new Set(theirs.filter((row) => row.unit === unit).map(({ metric }) => metric));
  const rows = ours.filter((row) => row.unit === unit && !compared.has(row.metric)).map((row) => [row.metric, number(microseconds(row))]);
  table(`Microseconds a ${unit}, metrics without a counterpart`, ['metric', 'texlens'], rows);
}

/**
 * Returns milliseconds per page for all of TexOCR's text metrics together, by the module's `Scorer`. The texts are
 * parsed again for each round.
 */
async function inBrowser(pairs) {
  const browser = await launch();
  const page = await browser.newPage();
  await offerNpmModule(page);
  await page.goto(app);
  const milliseconds = await page.evaluate(
    async ([pairs, metrics, rounds]) => {
      const { default: init, Scorer } = await import('./npm/texlens.js');
      await init();
      const scorer = new Scorer({ metrics, spans: false });
      const round = () => {
        for (const { ref, pred } of pairs) scorer.score('page', ref, pred);
      };
      let fastest = Infinity;
      for (let i = 0; i < rounds; i++) {
        const start = performance.now();
        round();
        fastest = Math.min(fastest, performance.now() - start);
      }
      return fastest / pairs.length;
    },
    [pairs, PAGE_METRICS, BROWSER_ROUNDS],
  );
  await browser.close();
  return milliseconds;
}

function growth(rows) {
  const lengths = [...new Set(rows.map(({ characters }) => characters))].sort((a, b) => a - b);
  const metrics = [...new Set(rows.map(({ metric }) => metric))];
  const cell = (metric, length) => {
    const row = rows.find(({ metric: of, characters }) => of === metric && characters === length);
    return row ? number(row.seconds * 1e3) : '-';
  };
  table('Milliseconds a pair by length in characters', ['metric', ...lengths], metrics.map((metric) => [metric, ...lengths.map((length) => cell(metric, length))]));
}

const files = { formula: join(folder, 'formulas.jsonl'), page: join(folder, 'pages.jsonl') };
const pagePairs = pages();
writeFileSync(files.formula, lines(formulas()));
writeFileSync(files.page, lines(pagePairs));

const ours = measure(throughput, files.formula, files.page);
const theirs = measure(python, 'xtask/bench/metrics.py', files.formula, files.page);
for (const [library, reason] of Object.entries(theirs.skipped)) console.log(`${library} is skipped: ${reason}`);
for (const unit of ['formula', 'page']) {
  compare(unit, ours.throughput, theirs.throughput);
  listAlone(unit, ours.throughput, theirs.throughput);
}
// Metrics that are not defined on any of these pages take negligible time and have no row.
const together = ours.throughput.filter(({ metric, unit }) => unit === 'page' && [OUTLINE, ...PAGE_METRICS].includes(metric));
const native = together.reduce((sum, row) => sum + microseconds(row), 0) / 1e3;
const wasm = await inBrowser(pagePairs);
table(`TexOCR's metrics but csr, together, on the ${pagePairs.length} sample pages as the built-in OCR reads them`, ['', 'ms a page'], [
  ['native', native.toFixed(3)],
  ['WebAssembly in Chromium', wasm.toFixed(3)],
]);
growth(ours.growth);
const speeds = Object.entries(SPEEDS).map(([figure, metrics]) => [figure, speed(metrics, ours.throughput, theirs.throughput)]);
record('metrics', { native: native / 1e3, wasm: wasm / 1e3, ...Object.fromEntries(speeds) });
rmSync(folder, { recursive: true });
