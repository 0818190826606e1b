// Measures time and memory of the TeX engine and of Debian's pdflatex with the same preamble preloaded, on the sample
// pages, in the same run. Prints tables; asserts nothing about time. Records the results for
// `cargo xtask figures`.
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { launch } from '../chromium.mjs';
import { ONE_CORE, ofBrowser, peak, timed } from './process.mjs';
import { record } from './results.mjs';
import { table } from './table.mjs';

const { TEXLENS_URL: app, TEXLENS_TIMING: timing, TEXLENS_FORMATS: formats } = process.env;
const SAMPLES = readdirSync('www/samples').filter((name) => name.endsWith('.tex'));
const ROUNDS = 20;
const FIRST_USES = 5;

const folder = mkdtempSync(join(tmpdir(), 'texlens-bench-'));
const quantile = (values, share) => [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))];
const median = (values) => quantile(values, 0.5);
const milliseconds = (value) => value.toFixed(value < 10 ? 2 : 0);
const megabytes = (bytes) => (bytes ? `${(bytes / 1e6).toFixed(0)} MB` : '-');

/** In the page: starts the app's TeX worker, and calls it as the app does. */
function openWorker() {
  // The app's policy requires workers made from a blob, with a dynamic import.
  const script = new Blob([`import(${JSON.stringify(new URL('tex-worker.mjs', document.baseURI))}).catch(reportError);`], { type: 'text/javascript' });
  const worker = new Worker(URL.createObjectURL(script), { type: 'module' });
  const hear = (wanted) =>
    new Promise((done, fail) => {
      worker.onerror = (event) => fail(new Error(event.message));
      // A message is a JSON text with its handles beside it; these messages have none.
      worker.onmessage = ({ data: [text] }) => {
        const message = JSON.parse(text);
        if (message.heard?.failed) fail(new Error(message.heard.failed.message));
        if (wanted(message)) done(message);
      };
    });
  const started = hear((message) => message === 'listening');
  globalThis.compile = async (latex) => {
    await started;
    const start = performance.now();
    const request = { compile: { job: 0, latex, pages: [], reference: null, draws: false } };
    worker.postMessage([JSON.stringify({ request })]);
    const { heard } = await hear((message) => message.heard?.event?.compiled);
    const { compilation } = heard.event.compiled;
    return { milliseconds: performance.now() - start, compiles: compilation.compiles };
  };
}

/** Opens a browser that has fetched nothing yet, with a worker that waits for its first text. */
async function openBrowser() {
  const browser = await launch();
  const page = await browser.newPage();
  await page.goto(app);
  await page.evaluate(openWorker);
  return { browser, compile: (latex) => page.evaluate((latex) => globalThis.compile(latex), latex) };
}

/** Starts the engine natively, in one process that answers line by line. */
async function openNative() {
  const [program, ...rest] = [...ONE_CORE, timing];
  const child = spawn(program, rest, { stdio: ['pipe', 'pipe', 'inherit'] });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async () => JSON.parse((await answers.next()).value);
  const { opened } = await next();
  const ask = async (latex) => {
    child.stdin.write(`${JSON.stringify(latex)}\n`);
    return next();
  };
  return { opened, ask, memory: () => peak(child.pid), close: () => child.stdin.end() };
}

/**
 * Prepares Debian's engine with a format dumped from the same preamble; as usual, each text gets a separate process.
 */
function openDebian() {
  const options = { cwd: folder, stdio: /** @type {const} */ ('ignore') };
  cpSync(formats, folder, { recursive: true });
  execFileSync('pdftex', ['-ini', '-interaction=nonstopmode', '-jobname=fragment', '&pdflatex', 'fragment.ini'], options);
  return async (latex) => {
    writeFileSync(join(folder, 'doc.tex'), `\\begin{document}\n${latex}\n\\end{document}\n`);
    const { code, seconds, memory } = await timed(['pdftex', '-fmt=fragment', '-interaction=nonstopmode', '-no-shell-escape', '-draftmode', 'doc.tex'], options);
    return { milliseconds: seconds * 1e3, compiles: code === 0, memory };
  };
}

async function benchFirstUse(latex) {
  const runs = { 'Chromium: fetch, unpack, compile the engine, first text': [], 'native: unpack, compile the engine, first text': [] };
  const [browserRuns, nativeRuns] = Object.values(runs);
  for (let i = 0; i < FIRST_USES; i++) {
    const { browser, compile } = await openBrowser();
    browserRuns.push((await compile(latex)).milliseconds);
    await browser.close();
    const native = await openNative();
    nativeRuns.push(native.opened + (await native.ask(latex)).milliseconds);
    native.close();
  }
  const rows = Object.entries(runs).map(([name, times]) => [name, milliseconds(median(times))]);
  table(`First use, from this machine's server (median of ${FIRST_USES})`, ['', 'ms'], rows);
  return { 'chromium.first': median(browserRuns) / 1e3, 'native.first': median(nativeRuns) / 1e3 };
}

async function benchTexts(texts) {
  const { browser, compile } = await openBrowser();
  const native = await openNative();
  const debian = openDebian();
  const times = { chromium: [], native: [], debian: [], check: [] };
  let debianMemory = 0;
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [name, latex] of texts) {
      const answers = { chromium: await compile(latex), native: await native.ask(latex), debian: await debian(latex) };
      const verdicts = new Set(Object.values(answers).map(({ compiles }) => compiles));
      if (verdicts.size > 1) throw new Error(`${name}: ${JSON.stringify(answers)}`);
      debianMemory = Math.max(debianMemory, answers.debian.memory);
      // The first round includes loading on first use.
      if (round === 0) continue;
      for (const [route, { milliseconds }] of Object.entries(answers)) times[route].push(milliseconds);
      times.check.push(answers.native.check);
    }
  }
  const memory = { chromium: await ofBrowser(browser, peak), native: native.memory(), debian: debianMemory };
  await browser.close();
  native.close();
  const names = {
    debian: "Debian's pdftex, same preamble preloaded, with process start",
    native: 'engine natively (wasmtime)',
    chromium: 'engine in Chromium, with messages to the worker',
    check: 'instant check, natively',
  };
  const rows = Object.entries(names).map(([route, name]) => [
    name,
    milliseconds(median(times[route])),
    milliseconds(quantile(times[route], 0.9)),
    (median(times[route]) / median(times.debian)).toFixed(route === 'check' ? 4 : 2),
    megabytes(memory[route]),
  ]);
  table(`Milliseconds a page, the ${texts.length} sample pages, ${ROUNDS} rounds, one thread each`, ['', 'median', 'p90', 'ratio', 'peak memory'], rows);
  const page = (route) => median(times[route]) / 1e3;
  return {
    'chromium.page': page('chromium'),
    'chromium.ratio': page('chromium') / page('debian'),
    'chromium.peak': memory.chromium,
    'native.page': page('native'),
    'native.ratio': page('native') / page('debian'),
    'native.peak': memory.native,
    'debian.page': page('debian'),
    'debian.peak': memory.debian,
    'check.page': page('check'),
  };
}

const texts = SAMPLES.map((name) => [name, readFileSync(join('www/samples', name), 'utf8')]);
record('tex', { ...(await benchFirstUse(texts[0][1])), ...(await benchTexts(texts)) });
rmSync(folder, { recursive: true });
