// Runs tesseract.js in a separate browser.
import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import { extname, resolve } from 'node:path';
import { launch } from '../../chromium.mjs';
import { listen } from '../../listen.mjs';

const TYPES = { '.js': 'text/javascript', '.wasm': 'application/wasm', '.html': 'text/html' };

/** Serves node_modules on a separate origin. */
async function serveModules() {
  const server = createServer((request, response) => {
    if (request.url === '/') return response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>bench</title>');
    const path = resolve(`node_modules${new URL(request.url, 'http://localhost').pathname}`);
    try {
      const content = readFileSync(path);
      response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream' }).end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  return { origin: await listen(server), close: () => server.close() };
}

/** Loads tesseract.js; returns a function that reads an image and returns the seconds. */
export async function openTesseract() {
  const server = await serveModules();
  const browser = await launch();
  const page = await browser.newPage();
  const { origin } = server;
  await page.goto(`${origin}/`);
  await page.addScriptTag({ url: `${origin}/tesseract.js/dist/tesseract.min.js` });
  await page.evaluate(async (origin) => {
    globalThis.tesseract = await globalThis.Tesseract.createWorker('eng', 1, {
      workerPath: `${origin}/tesseract.js/dist/worker.min.js`,
      corePath: `${origin}/tesseract.js-core`,
      langPath: `${origin}/@tesseract.js-data/eng/4.0.0_best_int`,
      workerBlobURL: false,
      cacheMethod: 'none',
    });
  }, origin);
  const recognise = (path) =>
    page.evaluate(async (base64) => {
      const image = new Blob([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))], { type: 'image/png' });
      const start = performance.now();
      await globalThis.tesseract.recognize(image);
      return (performance.now() - start) / 1000;
    }, readFileSync(path).toString('base64'));
  const close = async () => {
    await browser.close();
    server.close();
  };
  return { browser, recognise, close };
}
