// Scores a parser's page against its reference, and lists the wrong formulas.
//
//     npm install texlens
//     node score.mjs REFERENCE.tex PREDICTION.md
import { readFileSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { Scorer, formulaPairs, metrics, toLatex } from 'texlens';

/** @type {Record<string, import('texlens').Syntax>} */
const SYNTAX = { '.md': 'markdown', '.mmd': 'markdown', '.html': 'html', '.tex': 'latex' };

/** @param {string} path */
function read(path) {
  return toLatex(readFileSync(path, 'utf8'), SYNTAX[extname(path)] ?? 'auto');
}

const [referencePath, predictionPath] = process.argv.slice(2);
if (!referencePath || !predictionPath) {
  console.error('usage: node score.mjs REFERENCE.tex PREDICTION.md');
  process.exit(2);
}
const reference = read(referencePath);
const prediction = read(predictionPath);

const names = new Map(metrics().map((metric) => [metric.id, metric.name]));
const scorer = new Scorer({ metrics: ['sa', 'cc', 'rv', 'ds', 'ctp', 'fa', 'ta'], spans: false });
for (const { metric, outcome } of scorer.score('page', reference, prediction)) {
  const value = outcome.state === 'defined' ? outcome.value.toFixed(3) : `not defined: ${outcome.reason}`;
  console.log(`${metric.padEnd(4)} ${names.get(metric)}: ${value}`);
}

const wrong = formulaPairs('page', reference, prediction).filter((pair) => !pair.exact);
console.log(`\n${wrong.length} formulas of ${basename(predictionPath)} differ`);
for (const pair of wrong) {
  console.log(`  ${pair.reference?.latex ?? '(none)'}  ->  ${pair.prediction?.latex ?? '(none)'}`);
}
