// Measures seconds per page, natively and in WebAssembly, by stage, in comparison with Tesseract.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ONE_CORE, computed, ofBrowser } from '../process.mjs';
import { range } from '../results.mjs';
import { table } from '../table.mjs';
import { openApp, peakOfApp, recogniseOnce, stages } from './app.mjs';
import { PAGES, image, megabytes, ratio, seconds, succeeding } from './pages.mjs';
import { openTesseract, peakOfTesseract } from './tesseract.mjs';

const { TEXLENS_CLI: cli } = process.env;
/** Number of runs. The fastest counts, since other processes only add time. */
const ROUNDS = 5;
const STAGES = ['image', 'preparation', 'network', 'tiles', 'glyphs', 'typesetting'];

const total = (stages) => STAGES.reduce((sum, stage) => sum + stages[stage], 0);

/** Keeps the minimum for each page: wall-clock seconds, CPU seconds, and seconds by stage. */
class Runs {
  constructor() {
    this.seconds = {};
    this.cpu = {};
    this.stages = {};
  }

  add(id, seconds, cpu, stages) {
    this.seconds[id] = Math.min(this.seconds[id] ?? Infinity, seconds);
    this.cpu[id] = Math.min(this.cpu[id] ?? Infinity, cpu);
    if (stages && !(total(this.stages[id] ?? stages) < total(stages))) this.stages[id] = stages;
  }

  mean(measure) {
    return PAGES.reduce((sum, id) => sum + this[measure][id], 0) / PAGES.length;
  }
}

/** Returns the figures of a place, `native` or `chromium`. */
function figures(place, texlens, tesseract, memory) {
  const ratios = PAGES.map((id) => texlens.seconds[id] / tesseract.seconds[id]);
  const slowest = PAGES.reduce((a, b) => (texlens.seconds[b] > texlens.seconds[a] ? b : a));
  const all = PAGES.reduce((sum, id) => sum + total(texlens.stages[id]), 0);
  const share = (...stages) => PAGES.reduce((sum, id) => sum + stages.reduce((sum, stage) => sum + texlens.stages[id][stage], 0), 0) / all;
  const values = {
    page: texlens.mean('seconds'),
    'page.tesseract': tesseract.mean('seconds'),
    ratio: texlens.mean('seconds') / tesseract.mean('seconds'),
    'ratio.range': range(ratios),
    'cpu.ratio': texlens.mean('cpu') / tesseract.mean('cpu'),
    slowest: texlens.seconds[slowest],
    'slowest.stages': total(texlens.stages[slowest]) / 1e3,
    peak: memory.texlens,
    'peak.tesseract': memory.tesseract,
    'share.image': share('image'),
    'share.preparation': share('preparation'),
    'share.network': share('network'),
    'share.glyphs': share('tiles', 'glyphs'),
    'share.typesetting': share('typesetting'),
  };
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [`${place}.${name}`, value]));
}

/** Prints the results of both programs, which read each page in the same run, one directly after the other. */
function compare(title, other, texlens, tesseract, memory) {
  const cells = (ours, theirs) => [seconds(ours), seconds(theirs), ratio(ours, theirs)];
  const both = (of) => [...cells(of(texlens, 'seconds'), of(tesseract, 'seconds')), ...cells(of(texlens, 'cpu'), of(tesseract, 'cpu'))];
  const rows = PAGES.map((id) => [id, ...both((runs, measure) => runs[measure][id])]);
  rows.push(['mean', ...both((runs, measure) => runs.mean(measure))]);
  rows.push(['peak memory', megabytes(memory.texlens), megabytes(memory.tesseract), ratio(memory.texlens, memory.tesseract), '', '', '']);
  table(`${title}, quickest of ${ROUNDS}; by the clock, then computing`, ['page', 'texlens', other, 'ratio', 'texlens', other, 'ratio'], rows);
  const byStage = PAGES.map((id) => [id, ...STAGES.map((stage) => texlens.stages[id][stage].toFixed(1)), total(texlens.stages[id]).toFixed(0)]);
  table('Milliseconds by stage in the quickest run', ['page', ...STAGES, 'all'], byStage);
}

export async function benchNative() {
  const folder = mkdtempSync(join(tmpdir(), 'texlens-bench-'));
  const timings = join(folder, 'timings.jsonl');
  const [texlens, tesseract, memory] = [new Runs(), new Runs(), { texlens: 0, tesseract: 0 }];
  for (let round = 0; round < ROUNDS; round++) {
    for (const id of PAGES) {
      const ours = await succeeding([cli, 'ocr', image(id), '--threads', '1', '--out', join(folder, 'out'), '--force', '--timings', timings]);
      const theirs = await succeeding(['tesseract', image(id), join(folder, 'tesseract')], { OMP_THREAD_LIMIT: '1' });
      texlens.add(id, ours.seconds, ours.cpu, JSON.parse(readFileSync(timings, 'utf8')).milliseconds);
      tesseract.add(id, theirs.seconds, theirs.cpu);
      memory.texlens = Math.max(memory.texlens, ours.memory);
      memory.tesseract = Math.max(memory.tesseract, theirs.memory);
    }
  }
  rmSync(folder, { recursive: true });
  compare(`Native, whole command, one thread${ONE_CORE.length ? ' on one core' : ''}`, 'tesseract', texlens, tesseract, memory);
  return figures('native', texlens, tesseract, memory);
}

/** Runs a function in a browser that returns its seconds; returns these and the CPU seconds of the page's processes. */
async function inBrowser(browser, run) {
  const before = await ofBrowser(browser, computed);
  const time = await run();
  return [time, (await ofBrowser(browser, computed)) - before];
}

export async function benchBrowser() {
  const [texlens, tesseract] = [new Runs(), new Runs()];
  const app = await openApp();
  const other = await openTesseract();
  // The first page also loads runtime and model.
  await recogniseOnce(app.page, image(PAGES[0]));
  await other.recognise(PAGES[0]);
  for (let round = 0; round < ROUNDS; round++) {
    for (const id of PAGES) {
      const ours = await inBrowser(app.browser, () => recogniseOnce(app.page, image(id)));
      texlens.add(id, ...ours, await stages(app.page));
      tesseract.add(id, ...(await inBrowser(other.browser, () => other.recognise(id))));
    }
  }
  await app.browser.close();
  await other.close();
  const memory = { texlens: await peakOfApp(PAGES.map(image)), tesseract: await peakOfTesseract(PAGES) };
  compare('In Chromium, WebAssembly, one thread, loading not counted, from the file to the result on the screen', 'tesseract.js', texlens, tesseract, memory);
  return figures('chromium', texlens, tesseract, memory);
}
