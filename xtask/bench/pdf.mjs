// Measures time and memory of drawing pages of PDFs in Chromium and natively with the same code, page by page in the
// same run. Prints tables; asserts only that both draw the same.
// Records the results for `cargo xtask figures`.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { launch } from '../chromium.mjs';
import { ONE_CORE } from './process.mjs';
import { record } from './results.mjs';
import { table } from './table.mjs';

const { TEXLENS_URL: app, TEXLENS_PAGES: pages } = process.env;
const FILES = process.argv.slice(2);
const DPI = 200;
/** Numbers of pages after which memory is measured. */
const COUNTS = [1, 10, 50, 100];

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
const hash = (bytes) => createHash('sha256').update(bytes).digest('hex');

/** Returns milliseconds and picture hash of every page, natively. */
function native(file) {
  const folder = mkdtempSync(join(tmpdir(), 'texlens-bench-'));
  const [program, ...rest] = [...ONE_CORE, pages, file, folder, String(DPI)];
  const times = execFileSync(program, rest, { encoding: 'utf8' }).match(/(?<=: )\d+(?= ms)/g).map(Number);
  const pictures = readdirSync(folder).sort().map((name) => hash(readFileSync(join(folder, name))));
  rmSync(folder, { recursive: true });
  return { times, pictures };
}

/** Returns the same for the browser, and the module's memory after each number of pages, of all files in turn. */
async function inBrowser() {
  const browser = await launch();
  const page = await browser.newPage();
  await page.goto(app);
  await page.evaluate(async () => {
    const { default: init, Pdf, footprint } = await import('./pdf/texlens_pdf.js');
    await init();
    const hex = async (bytes) => [...new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    globalThis.draw = async (base64, dpi, count) => {
      const pdf = Pdf.open(Uint8Array.from(atob(base64), (char) => char.charCodeAt(0)));
      const total = pdf.sizes(dpi).length / 2;
      const drawn = { times: [], pictures: [], memory: [] };
      for (let index = 0; index < (count ?? total); index++) {
        const start = performance.now();
        const png = pdf.draw(1 + (index % total), dpi).png();
        drawn.times.push(performance.now() - start);
        drawn.memory.push(footprint());
        if (count === undefined) drawn.pictures.push(await hex(png));
      }
      pdf.free();
      return drawn;
    };
  });
  const draw = (file, count) => page.evaluate(([base64, dpi, count]) => globalThis.draw(base64, dpi, count), [readFileSync(file, 'base64'), DPI, count]);
  return { browser, draw };
}

const { browser, draw } = await inBrowser();
const rows = [];
/** All pages of all files. */
const all = { here: [], there: [], ratios: [] };
for (const file of FILES) {
  const [here, there] = [await draw(file), native(file)];
  const same = here.pictures.filter((picture, index) => picture === there.pictures[index]).length;
  const ratios = here.times.map((time, index) => time / Math.max(there.times[index], 1));
  all.here.push(...here.times);
  all.there.push(...there.times);
  all.ratios.push(...ratios);
  rows.push([basename(file), here.times.length, median(here.times).toFixed(0), median(there.times).toFixed(0), median(ratios).toFixed(2), same]);
}
table(`Milliseconds a page at ${DPI} dpi (median)`, ['', 'pages', 'Chromium', 'native', 'ratio', 'same bytes'], rows);
const memory = [];
const footprints = [];
for (const file of FILES) {
  const drawn = await draw(file, Math.max(...COUNTS));
  footprints.push(drawn.memory);
  memory.push([basename(file), ...COUNTS.map((count) => `${(drawn.memory[count - 1] / 1e6).toFixed(0)} MB`)]);
}
table("The module's memory by pages drawn", ['', ...COUNTS], memory);
const footprint = (pages) => Math.max(...footprints.map((memory) => memory[pages - 1]));
record('pdf', {
  'chromium.page': median(all.here) / 1e3,
  'native.page': median(all.there) / 1e3,
  ratio: median(all.ratios),
  'memory.1': footprint(1),
  'memory.100': footprint(100),
});
await browser.close();
