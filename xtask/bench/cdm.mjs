// Measures the time of CDM from LaTeX alone, and that of the programs of the official tool, on the same formulas in the
// same run, on one core each. Prints a table; asserts nothing about time. Records the results for `cargo xtask figures`.
import { execFileSync } from 'node:child_process';
import { offerNpmModule } from '../../tests/e2e/npm-module.mjs';
import { launch } from '../chromium.mjs';
import { ONE_CORE } from './process.mjs';
import { record } from './results.mjs';
import { table } from './table.mjs';

const { TEXLENS_URL: site, TEXLENS_SPEED: speed, TEXLENS_PYTHON: python } = process.env;
const PARTS = { node: 'start of Node', latex: 'pdfLaTeX', ghostscript: 'Ghostscript', boxes: 'boxes, by numpy' };

/** Runs a program on one core and returns the JSON that it prints. */
function measure(command, input = '') {
  const [program, ...rest] = [...ONE_CORE, ...command];
  return JSON.parse(execFileSync(program, rest, { input, encoding: 'utf8', maxBuffer: 1 << 26, stdio: ['pipe', 'pipe', 'inherit'] }));
}

/**
 * Returns the seconds of rounds in Chromium, in one thread: the first round of scores, which loads and compiles the
 * engine, further rounds of scores, and rounds of drawings.
 */
async function inChromium({ pairs, formulas }, rounds) {
  const browser = await launch();
  const page = await browser.newPage();
  await offerNpmModule(page);
  // The engine's files and the module are all that the page needs.
  await page.route('**/blank.html', (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  await page.goto(new URL('blank.html', site).href);
  const seconds = await page.evaluate(
    async ({ pairs, formulas, rounds }) => {
      const { default: init, Scorer, TexEngine } = await import('./npm/texlens.js');
      await init();
      let engine;
      const open = async () => {
        const file = async (path) => new Uint8Array(await (await fetch(path)).arrayBuffer());
        engine = new TexEngine(new TextDecoder().decode(await file('./tex/manifest.json')));
        for (const [name, path] of Object.entries(engine.missingForFormulas())) engine.add(name, await file(`./tex/${path}`));
      };
      const score = () => {
        const scorer = new Scorer({ metrics: ['cdm_unimernet', 'cdm_omnidocbench', 'cdm_structural', 'visual_exact'] });
        scorer.useLooks(engine.typeset(pairs.flat()));
        for (const [reference, prediction] of pairs) scorer.score('formula', reference, prediction);
      };
      const draw = () => {
        const missing = engine.draw(formulas).filter((svg) => !svg).length;
        if (missing > formulas.length / 10) throw new Error(`${missing} of ${formulas.length} formulas are not drawn`);
      };
      const timed = async (...works) => {
        const start = performance.now();
        for (const work of works) await work();
        return (performance.now() - start) / 1e3;
      };
      const repeated = async (work) => {
        const seconds = [];
        for (let round = 0; round < rounds; round++) seconds.push(await timed(work));
        return seconds;
      };
      return { first: await timed(open, score), rounds: await repeated(score), drawn: await repeated(draw) };
    },
    { pairs, formulas, rounds },
  );
  await browser.close();
  return seconds;
}

const own = measure([speed]);
const web = await inChromium(own, own.rounds.length);
const official = measure([python, 'xtask/bench/cdm.py'], JSON.stringify(own.coloured));
const count = own.coloured.length;
if (official.drawn < 0.9 * count) throw new Error(`only ${official.drawn} of ${count} formulas were drawn`);
// All sides count their fastest round.
const perFormula = (rounds) => Math.min(...rounds) / own.formulas.length;
const [ownFormula, webFormula] = [own, web].map(({ rounds }) => perFormula(rounds));
const [ownDrawing, webDrawing] = [own, web].map(({ drawn }) => perFormula(drawn));
const seconds = Object.values(official.seconds).reduce((sum, part) => sum + part, 0);
const officialFormula = seconds / count;
const milliseconds = (value) => (value * 1e3).toFixed(1);
const parts = Object.entries(PARTS).map(([part, name]) => [`  ${name}`, milliseconds(official.seconds[part] / count), '', '']);
table(
  `${count} formulas, one core`,
  ['', 'ms a formula', 'formulas a second', 'times as fast'],
  [
    ['texlens, natively: tokens, TeX, boxes and matching', milliseconds(ownFormula), (1 / ownFormula).toFixed(0), (officialFormula / ownFormula).toFixed(0)],
    ['texlens in Chromium, with both variants of CDM and the metrics of layouts', milliseconds(webFormula), (1 / webFormula).toFixed(0), (officialFormula / webFormula).toFixed(0)],
    ['texlens, natively: TeX and SVG alone', milliseconds(ownDrawing), (1 / ownDrawing).toFixed(0), ''],
    ['texlens in Chromium: TeX and SVG alone', milliseconds(webDrawing), (1 / webDrawing).toFixed(0), ''],
    ['programs of the official tool', milliseconds(officialFormula), (1 / officialFormula).toFixed(1), '1'],
    ...parts,
  ],
);
record('cdm', {
  formulas: count,
  'native.formula': ownFormula,
  'native.rate': 1 / ownFormula,
  'native.first': own.opened + own.rounds[0],
  'native.drawing': ownDrawing,
  'chromium.formula': webFormula,
  'chromium.rate': 1 / webFormula,
  'chromium.first': web.first,
  'chromium.drawing': webDrawing,
  'chromium.speed': officialFormula / webFormula,
  'official.formula': officialFormula,
  'official.rate': 1 / officialFormula,
  'official.node': official.seconds.node / count,
  'official.latex': official.seconds.latex / count,
  'official.ghostscript': official.seconds.ghostscript / count,
  'official.boxes': official.seconds.boxes / count,
  speed: officialFormula / ownFormula,
});
