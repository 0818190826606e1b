// Measures the time of CDM from LaTeX alone, and that of the programs of the official tool, on the same formulas in the
// same run, on one core each. Prints a table; asserts nothing about time. Records the results for `cargo xtask figures`.
import { execFileSync } from 'node:child_process';
import { ONE_CORE } from './process.mjs';
import { record } from './results.mjs';
import { table } from './table.mjs';

const { TEXLENS_SPEED: speed, TEXLENS_PYTHON: python } = process.env;
const PARTS = { node: 'start of Node', latex: 'pdfLaTeX', ghostscript: 'Ghostscript', boxes: 'boxes, by numpy' };

/** Runs a program on one core and returns the JSON that it prints. */
function measure(command, input = '') {
  const [program, ...rest] = [...ONE_CORE, ...command];
  return JSON.parse(execFileSync(program, rest, { input, encoding: 'utf8', maxBuffer: 1 << 26, stdio: ['pipe', 'pipe', 'inherit'] }));
}

const own = measure([speed]);
const official = measure([python, 'xtask/bench/cdm.py'], JSON.stringify(own.coloured));
const count = own.coloured.length;
if (official.drawn < 0.9 * count) throw new Error(`only ${official.drawn} of ${count} formulas were drawn`);
// Both sides count their fastest round.
const fastest = Math.min(...own.rounds);
const ownFormula = fastest / own.formulas;
const seconds = Object.values(official.seconds).reduce((sum, part) => sum + part, 0);
const officialFormula = seconds / count;
const milliseconds = (value) => (value * 1e3).toFixed(1);
const parts = Object.entries(PARTS).map(([part, name]) => [`  ${name}`, milliseconds(official.seconds[part] / count), '', '']);
table(
  `${count} formulas, one core`,
  ['', 'ms a formula', 'formulas a second', 'times as fast'],
  [
    ['texlens, natively: tokens, TeX, boxes and matching', milliseconds(ownFormula), (1 / ownFormula).toFixed(0), (officialFormula / ownFormula).toFixed(0)],
    ['programs of the official tool', milliseconds(officialFormula), (1 / officialFormula).toFixed(1), '1'],
    ...parts,
  ],
);
console.log('texlens in WebAssembly is not measured: the app does not typeset formulas yet.');
record('cdm', {
  formulas: count,
  'native.formula': ownFormula,
  'native.rate': 1 / ownFormula,
  'native.first': own.opened + own.rounds[0],
  'official.formula': officialFormula,
  'official.rate': 1 / officialFormula,
  'official.node': official.seconds.node / count,
  'official.latex': official.seconds.latex / count,
  'official.ghostscript': official.seconds.ghostscript / count,
  'official.boxes': official.seconds.boxes / count,
  speed: officialFormula / ownFormula,
});
