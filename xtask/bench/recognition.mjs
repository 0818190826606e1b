// Size, speed and memory, beside Tesseract on the same pages in the same run. Prints tables; asserts nothing about time.
import { createServer } from 'node:http';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import { sizes } from '../sizes.mjs';
import { launch } from './browser.mjs';
import { ONE_CORE, browserPeak, timed } from './process.mjs';
import { table } from './table.mjs';

const { TEXLENS_URL: app, TEXLENS_CLI: cli } = process.env;
const PAGES = readdirSync('www/samples').filter((name) => name.endsWith('.png')).map((name) => name.slice(0, -4));
const PAINTS = 5;

const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];
const seconds = (value) => `${value.toFixed(2)} s`;
const megabytes = (bytes) => `${(bytes / 1e6).toFixed(bytes < 1e7 ? 2 : 0)} MB`;

/** Runs a command that has to succeed, as `timed` does. */
async function succeeding(command, environment = {}) {
  const result = await timed(command, { env: { ...process.env, ...environment } });
  if (result.code !== 0) throw new Error(`${command.join(' ')}: exit code ${result.code}`);
  return result;
}

/** Files of node_modules on an origin of their own, for tesseract.js. */
async function serveModules() {
  const types = { '.js': 'text/javascript', '.wasm': 'application/wasm', '.html': 'text/html' };
  const server = createServer((request, response) => {
    if (request.url === '/') return response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>bench</title>');
    const path = resolve(`node_modules${new URL(request.url, 'http://localhost').pathname}`);
    try {
      const content = readFileSync(path);
      response.writeHead(200, { 'content-type': types[extname(path)] ?? 'application/octet-stream' }).end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return server;
}

async function benchSizes() {
  const compressed = sizes('dist');
  const browser = await launch();
  const page = await browser.newPage();
  const fetched = new Set();
  page.context().on('request', (request) => {
    if (request.url().startsWith(app)) fetched.add(new URL(request.url()).pathname.slice(1) || 'index.html');
  });
  const total = (names) => [...names].reduce((sum, name) => sum + (compressed[name]?.compressed ?? 0), 0);
  await page.goto(app);
  await page.getByRole('heading', { name: 'texlens' }).waitFor();
  await page.waitForLoadState('networkidle');
  const paint = new Set(fetched);
  await recognise(page, PAGES[0]);
  const recognition = new Set(fetched);
  await browser.close();
  table('Bytes to fetch (brotli)', ['', 'bytes'], [
    ['before first paint', megabytes(total(paint))],
    ['  of which module and its JavaScript', megabytes(total([...paint].filter((name) => name.startsWith('pkg/'))))],
    ['before first recognition', megabytes(total(recognition))],
    ['  of which runtime', megabytes(total([...recognition].filter((name) => name.startsWith('ort/'))))],
    ['  of which model', megabytes(total([...recognition].filter((name) => name.startsWith('models/'))))],
  ]);
}

async function benchPaint() {
  const times = [];
  for (let i = 0; i < PAINTS; i++) {
    const browser = await launch();
    const page = await browser.newPage();
    await page.goto(app);
    await page.getByRole('heading', { name: 'texlens' }).waitFor();
    times.push(
      await page.evaluate(
        () =>
          new Promise((done) => {
            new PerformanceObserver((list) => {
              const first = list.getEntriesByName('first-contentful-paint')[0];
              if (first) done({ paint: first.startTime, ready: performance.now() });
            }).observe({ type: 'paint', buffered: true });
          }),
      ),
    );
    await browser.close();
  }
  table(`Time in Chromium from this machine's server, fresh profile (median of ${PAINTS})`, ['', 'ms'], [
    ['first paint', median(times.map(({ paint }) => paint)).toFixed(0)],
    ['app shown', median(times.map(({ ready }) => ready)).toFixed(0)],
  ]);
}

async function benchNative() {
  const folder = mkdtempSync(join(tmpdir(), 'texlens-bench-'));
  const rows = [];
  const sums = { texlens: 0, tesseract: 0 };
  const memory = { texlens: 0, tesseract: 0 };
  for (const id of PAGES) {
    const image = `www/samples/${id}.png`;
    const texlens = await succeeding([cli, 'ocr', image, '--threads', '1', '--out', join(folder, id)]);
    const tesseract = await succeeding(['tesseract', image, join(folder, `${id}.tesseract`)], { OMP_THREAD_LIMIT: '1' });
    sums.texlens += texlens.seconds;
    sums.tesseract += tesseract.seconds;
    memory.texlens = Math.max(memory.texlens, texlens.memory);
    memory.tesseract = Math.max(memory.tesseract, tesseract.memory);
    rows.push([id, seconds(texlens.seconds), seconds(tesseract.seconds), (texlens.seconds / tesseract.seconds).toFixed(2)]);
  }
  rmSync(folder, { recursive: true });
  rows.push(['mean', seconds(sums.texlens / PAGES.length), seconds(sums.tesseract / PAGES.length), (sums.texlens / sums.tesseract).toFixed(2)]);
  rows.push(['peak memory', megabytes(memory.texlens), megabytes(memory.tesseract), (memory.texlens / memory.tesseract).toFixed(2)]);
  table(`Native, whole command, one thread${ONE_CORE.length ? ' on one core' : ''}`, ['page', 'texlens', 'tesseract', 'ratio'], rows);
}

/** Has the app read a page in WebAssembly; seconds from giving it the file to seeing the result. */
async function recognise(page, id) {
  await page.locator('footer').getByText('WebAssembly', { exact: true }).click();
  const start = performance.now();
  await page.locator('input[type=file]').first().setInputFiles(`www/samples/${id}.png`);
  await page.locator('.readout', { hasText: 'read in' }).waitFor({ timeout: 300_000 });
  return (performance.now() - start) / 1000;
}

async function benchBrowser() {
  let browser = await launch();
  let page = await browser.newPage();
  await page.goto(app);
  const texlens = {};
  const read = async (id) => {
    const time = await recognise(page, id);
    await page.getByRole('button', { name: `Remove ${id}` }).click();
    return time;
  };
  // The first page also loads runtime and model.
  await read(PAGES[0]);
  for (const id of PAGES) texlens[id] = await read(id);
  const texlensMemory = await browserPeak(browser);
  await browser.close();

  const server = await serveModules();
  browser = await launch();
  page = await browser.newPage();
  const origin = `http://127.0.0.1:${server.address().port}`;
  await page.goto(`${origin}/`);
  await page.addScriptTag({ url: `${origin}/tesseract.js/dist/tesseract.min.js` });
  await page.evaluate(async (origin) => {
    window.tesseract = await Tesseract.createWorker('eng', 1, {
      workerPath: `${origin}/tesseract.js/dist/worker.min.js`,
      corePath: `${origin}/tesseract.js-core`,
      langPath: `${origin}/@tesseract.js-data/eng/4.0.0_best_int`,
      workerBlobURL: false,
      cacheMethod: 'none',
    });
  }, origin);
  const recogniseThere = async (id) => {
    const base64 = readFileSync(`www/samples/${id}.png`).toString('base64');
    return page.evaluate(async (base64) => {
      const image = new Blob([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))], { type: 'image/png' });
      const start = performance.now();
      await window.tesseract.recognize(image);
      return (performance.now() - start) / 1000;
    }, base64);
  };
  await recogniseThere(PAGES[0]);
  const tesseract = {};
  for (const id of PAGES) tesseract[id] = await recogniseThere(id);
  const tesseractMemory = await browserPeak(browser);
  await browser.close();
  server.close();

  const sum = (times) => Object.values(times).reduce((sum, time) => sum + time, 0);
  const rows = PAGES.map((id) => [id, seconds(texlens[id]), seconds(tesseract[id]), (texlens[id] / tesseract[id]).toFixed(2)]);
  rows.push(['mean', seconds(sum(texlens) / PAGES.length), seconds(sum(tesseract) / PAGES.length), (sum(texlens) / sum(tesseract)).toFixed(2)]);
  rows.push(['peak memory', megabytes(texlensMemory), megabytes(tesseractMemory), (texlensMemory / tesseractMemory).toFixed(2)]);
  table('In Chromium, WebAssembly, one thread, loading not counted', ['page', 'texlens', 'tesseract.js', 'ratio'], rows);
}

await benchSizes();
await benchPaint();
await benchNative();
await benchBrowser();
