// Writes the results of a bench for `cargo xtask figures`.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

/** The figures that benches give, with the units in which the documentation shows them. */
const KNOWN = 'xtask/bench/figures.json';

/**
 * Writes `target/bench/BENCH.json`. A figure is a number, or the lowest and the highest of several runs. Times are in
 * seconds, sizes in bytes, shares in parts of 1. Figures that are undefined or not numbers count as not measured. Fails
 * after writing if a figure is not in the list.
 * @param {string} bench
 * @param {Record<string, number | [low: number, high: number] | undefined>} figures
 */
export function record(bench, figures) {
  const known = Object.keys(JSON.parse(readFileSync(KNOWN, 'utf8'))[bench]);
  const measured = Object.entries(figures).filter(([, value]) => [value].flat().every(Number.isFinite));
  const folder = join(process.env.CARGO_TARGET_DIR ?? 'target', 'bench');
  const { version } = JSON.parse(readFileSync('pkg/package.json', 'utf8'));
  const results = { date: new Date().toISOString().slice(0, 10), version, processors: availableParallelism(), figures: Object.fromEntries(measured) };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${bench}.json`), `${JSON.stringify(results, undefined, 1)}\n`);
  const missing = known.filter((name) => !(name in results.figures));
  if (missing.length) console.log(`not measured: ${missing.join(', ')}`);
  const others = Object.keys(figures).filter((name) => !known.includes(name));
  if (others.length) throw new Error(`add these figures of ${bench} to ${KNOWN}: ${others.join(', ')}`);
}

/**
 * Returns the lowest and the highest of some numbers.
 * @param {number[]} values
 * @returns {[low: number, high: number]}
 */
export function range(values) {
  return [Math.min(...values), Math.max(...values)];
}
