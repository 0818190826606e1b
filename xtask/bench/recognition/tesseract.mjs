// Runs tesseract.js in a separate browser.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, resolve } from 'node:path';
import { launch } from '../../chromium.mjs';
import { listen } from '../../listen.mjs';
import { ofBrowser, peak } from '../process.mjs';
import { openUnobserved } from './unobserved.mjs';

const TYPES = { '.js': 'text/javascript', '.wasm': 'application/wasm', '.html': 'text/html', '.png': 'image/png' };

/** Serves node_modules, and the sample pages, on a separate origin. */
async function serveModules() {
  const server = createServer((request, response) => {
    if (request.url === '/') return response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>bench</title>');
    const { pathname } = new URL(request.url, 'http://localhost');
    const path = resolve(pathname.startsWith('/samples/') ? `www${pathname}` : `node_modules${pathname}`);
    try {
      const content = readFileSync(path);
      response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream' }).end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  return { origin: await listen(server), close: () => server.close() };
}

/** JavaScript that loads tesseract.js into a page of this origin. */
const loading = (origin) => `(async () => {
  const script = document.createElement('script');
  script.src = '${origin}/tesseract.js/dist/tesseract.min.js';
  await new Promise((done, fail) => { script.onload = done; script.onerror = fail; document.head.append(script); });
  globalThis.tesseract = await globalThis.Tesseract.createWorker('eng', 1, {
    workerPath: '${origin}/tesseract.js/dist/worker.min.js',
    corePath: '${origin}/tesseract.js-core',
    langPath: '${origin}/@tesseract.js-data/eng/4.0.0_best_int',
    workerBlobURL: false,
    cacheMethod: 'none',
  });
})()`;

/** JavaScript that reads a sample page and returns the seconds. */
const recognising = (id) => `(async () => {
  const image = await (await fetch('/samples/${id}.png')).blob();
  const start = performance.now();
  await globalThis.tesseract.recognize(image);
  return (performance.now() - start) / 1000;
})()`;

/** Loads tesseract.js; returns a function that reads a sample page and returns the seconds. */
export async function openTesseract() {
  const server = await serveModules();
  const browser = await launch();
  const page = await browser.newPage();
  await page.goto(`${server.origin}/`);
  await page.evaluate(loading(server.origin));
  const recognise = (id) => page.evaluate(recognising(id));
  const close = async () => {
    await browser.close();
    server.close();
  };
  return { browser, recognise, close };
}

/** Reads sample pages with tesseract.js in a page that Playwright does not observe; returns the peak memory. */
export async function peakOfTesseract(pages) {
  const server = await serveModules();
  const { browser, evaluate } = await openUnobserved(`${server.origin}/`);
  await evaluate(loading(server.origin));
  for (const id of pages) await evaluate(recognising(id));
  const memory = await ofBrowser(browser, peak);
  await browser.close();
  server.close();
  return memory;
}
