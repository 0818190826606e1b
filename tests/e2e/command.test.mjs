// The app and the command share one core: the page shows the command's numbers.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ORIGIN, appTest } from './harness.mjs';
import { samplePage } from './pages.mjs';
import { replaceNpmModule } from './npm-module.mjs';

const folder = mkdtempSync(join(tmpdir(), 'texlens-'));

function texlens(...args) {
  return execFileSync(process.env.TEXLENS_CLI, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

function file(name, content) {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

appTest('a page read and scored here has the numbers of the command', async (app) => {
  const { image, reference } = samplePage('validator-sets');
  await app.runOn('WebAssembly');
  await app.drop({ 'page.png': image, 'page.tex': reference });
  await app.read('page');
  const prediction = await app.prediction();
  await app.useEngine();
  const shown = await app.scoresWithVerdict();

  // The same texts give the same scores.
  const answer = JSON.parse(texlens('score', '--reference', file('r.tex', reference), '--prediction', file('p.tex', prediction)));
  const ids = Object.keys(answer.metrics);
  assert.ok(ids.length >= 4, `${ids}`);
  for (const id of ids) {
    const { value } = answer.metrics[id];
    assert.equal(shown[id].value, value === null ? null : Number(value.toFixed(3)), id);
  }

  // The same image gives the same LaTeX. The two runtimes round differently, so a few glyphs may differ.
  texlens('ocr', file('page.png', image), '--out', folder);
  const native = readFileSync(join(folder, 'page.tex'), 'utf8');
  const agreement = JSON.parse(texlens('score', '--reference', file('n.tex', native), '--prediction', file('p.tex', prediction)));
  assert.ok(agreement.metrics.ds.value > 0.995, `the texts agree by ${agreement.metrics.ds.value}`);
});

const PAGE = samplePage('validator-sets').reference;
const TABLE = String.raw`\begin{table}\begin{tabular}{lr} a & 1.5 \\ b & 20\% \\ c & 3,000 \end{tabular}\caption{T}\label{tab:table_1}\end{table}`;
const CITING = String.raw`\section{One} As Table~\ref{tab:table_1} shows, see \cite{1,2}. ${TABLE} \[ \frac{a}{b} = \left( c \right) \]
@misc{1, title={A}}
@misc{2, title={B}}`;
/** @type {{ kind: import('texlens').Kind, id: string, reference?: string, prediction?: string, pages?: { reference: string, prediction: string }[] }[]} */
const PAIRS = [
  { id: 'page', kind: 'page', reference: PAGE, prediction: PAGE.replaceAll('the', 'teh').replaceAll('\\nu', 'v') },
  { id: 'citing', kind: 'page', reference: CITING, prediction: CITING.replace('3,000', '3000').replace('\\ref', '\\eqref').replace('@misc{2, title={B}}', '') },
  { id: 'empty', kind: 'page', reference: PAGE, prediction: '' },
  { id: 'document', kind: 'document', pages: [{ reference: PAGE, prediction: PAGE }, { reference: CITING, prediction: PAGE }] },
  { id: 'formula', kind: 'formula', reference: String.raw`\frac{a}{b}+\sqrt{x_1^2}`, prediction: String.raw`a/b+\sqrt{x^2_1}` },
  { id: 'symbol', kind: 'formula', reference: String.raw`\sum_{i=1}^n \alpha_i`, prediction: String.raw`\sum_{i=1}^{n} a_i` },
];

appTest('the module draws formulas as the command does', async (app) => {
  const formulas = [String.raw`\frac{a}{b}`, String.raw`\undefined`, ''];
  texlens('render', '--formula', '--tex', 'www/tex', file('drawn.tex', formulas[0]));
  replaceNpmModule(app.network, ORIGIN);
  const [drawn, ...others] = await app.page.evaluate(async (formulas) => {
    const { default: init, TexEngine } = await import('./npm/texlens.js');
    await init();
    const file = async (path) => new Uint8Array(await (await fetch(path)).arrayBuffer());
    const engine = new TexEngine(new TextDecoder().decode(await file('./tex/manifest.json')));
    for (const [name, path] of Object.entries(engine.missingForFormulas())) engine.add(name, await file(`./tex/${path}`));
    return engine.draw(formulas);
  }, formulas);
  // Both number the ids of the glyphs in their own way.
  const withoutIds = (svg) => svg.replace(/(id="|href="#)[^"]*"/g, '$1"');
  assert.equal(withoutIds(drawn), withoutIds(readFileSync(join(folder, 'drawn.svg'), 'utf8')));
  assert.deepEqual(others, [null, null]);
});

appTest('every metric has the same value in the module and in the command', async (app) => {
  const lines = PAIRS.map((pair) => JSON.stringify(pair)).join('\n');
  const tokeniser = 'crates/metrics/tests/oracle/tokenizer.json';
  const native = texlens('score', '--pairs', file('pairs.jsonl', lines), '--typeset', '--tex', 'www/tex', '--texbleu-tokenizer', tokeniser).trim().split('\n').map((line) => JSON.parse(line));
  replaceNpmModule(app.network, ORIGIN);
  const web = await app.page.evaluate(async ({ pairs, tokeniser }) => {
    const { default: init, Scorer, TexEngine } = await import('./npm/texlens.js');
    await init();
    const file = async (path) => new Uint8Array(await (await fetch(path)).arrayBuffer());
    const engine = new TexEngine(new TextDecoder().decode(await file('./tex/manifest.json')));
    const compile = async (prediction) => {
      for (const [name, path] of Object.entries(engine.missing(prediction))) engine.add(name, await file(`./tex/${path}`));
      return engine.compile(prediction);
    };
    const scorer = new Scorer();
    scorer.useTexbleu(await file('./models/texbleu.bin'));
    scorer.useTexbleuTokenizer(new TextEncoder().encode(tokeniser));
    for (const [name, path] of Object.entries(engine.missingForFormulas())) engine.add(name, await file(`./tex/${path}`));
    const formulas = pairs.filter(({ kind }) => kind === 'formula');
    scorer.useLooks(engine.typeset(formulas.flatMap(({ reference, prediction }) => [reference, prediction])));
    const side = (pair, name) => pair.pages?.map((page) => page[name]) ?? pair[name];
    const scores = [];
    for (const pair of pairs) {
      const prediction = side(pair, 'prediction');
      const verdicts = pair.kind === 'formula' ? [] : [await compile(prediction), await compile(side(pair, 'reference'))];
      scores.push(scorer.score(pair.kind, side(pair, 'reference'), prediction, ...verdicts));
    }
    return scores;
  }, { pairs: PAIRS, tokeniser: readFileSync(tokeniser, 'utf8') });
  for (const [index, { id, metrics }] of native.entries()) {
    const values = Object.fromEntries(web[index].map(({ metric, outcome }) => [metric, outcome.state === 'defined' ? outcome.value : null]));
    assert.deepEqual(Object.keys(values), Object.keys(metrics), id);
    for (const [metric, { value }] of Object.entries(metrics)) {
      // Exponentials and logarithms may differ in their last digit.
      const same = value === null ? values[metric] === null : Math.abs(values[metric] - value) < 1e-12;
      assert.ok(same, `${id}, ${metric}: ${values[metric]} in the module, ${value} in the command`);
    }
  }
});
