// Checks whether memory stays constant for any number of pages.
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ofBrowser, own } from '../process.mjs';
import { table } from '../table.mjs';
import { openApp, recogniseOnce } from './app.mjs';
import { PAGES, image, megabytes, succeeding } from './pages.mjs';

const { TEXLENS_CLI: cli } = process.env;
const COUNTS = [1, 10, 50];

const page = (number) => PAGES[number % PAGES.length];

/**
 * Returns the peak memory of a command that reads this number of pages: as documents of one page, or as one document.
 */
async function native(count, document) {
  const folder = mkdtempSync(join(tmpdir(), 'texlens-bench-'));
  const lines = Array.from({ length: count }, (_, i) => JSON.stringify({ id: `page-${i}`, document: document(i), page: i + 1, image: `samples/${page(i)}.png` }));
  const dataset = join(folder, 'dataset');
  cpSync('www/samples', join(dataset, 'samples'), { recursive: true });
  writeFileSync(join(dataset, 'manifest.jsonl'), `${lines.join('\n')}\n`);
  const { memory } = await succeeding([cli, 'ocr', dataset, '--threads', '1', '--out', join(folder, 'out')]);
  rmSync(folder, { recursive: true });
  return memory;
}

/**
 * Returns the private memory of the page processes after each number of pages, each removed after it was read. Decoded
 * images are not counted, since the browser keeps them in shared memory for an unspecified time.
 */
async function inBrowser() {
  const app = await openApp();
  const memory = [];
  for (let read = 0; read < Math.max(...COUNTS); read++) {
    await recogniseOnce(app.page, image(page(read)));
    if (COUNTS.includes(read + 1)) memory.push(await ofBrowser(app.browser, own));
  }
  await app.browser.close();
  return memory;
}

export async function benchMemory() {
  const rows = [];
  for (const [name, document] of [['native, documents of one page', (i) => `document-${i}`], ['native, one document', () => 'document']]) {
    const peaks = [];
    for (const count of COUNTS) peaks.push(await native(count, document));
    rows.push({ name: `${name}, peak`, bytes: peaks });
  }
  const chromium = await inBrowser();
  rows.push({ name: 'Chromium, each page removed, without pictures', bytes: chromium });
  table('Memory by pages read', ['', ...COUNTS], rows.map(({ name, bytes }) => [name, ...bytes.map(megabytes)]));
  const separate = rows[0].bytes;
  const at = (count) => COUNTS.indexOf(count);
  return {
    'native.pages.1': separate[at(1)],
    'native.pages.50': separate[at(50)],
    'chromium.pages.1': chromium[at(1)],
    'chromium.pages.50': chromium[at(50)],
  };
}
