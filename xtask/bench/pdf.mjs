// Measures drawing and reading of PDF pages in Chromium and natively with the same code, page by page in the same run,
// beside pdftotext and reading from the image. Without files, the sample pages are set by Debian's pdfTeX. Prints
// tables; asserts only that both draw the same. Records the results for `cargo xtask figures`.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { launch } from '../chromium.mjs';
import { ONE_CORE, timed } from './process.mjs';
import { record } from './results.mjs';
import { table } from './table.mjs';

const { TEXLENS_URL: app, TEXLENS_PAGES: pages, TEXLENS_CLI: cli, TEXLENS_FORMATS: formats } = process.env;
const DPI = 200;
const ROUNDS = 5;
/** Numbers of pages after which memory is measured. */
const COUNTS = [1, 10, 50, 100];

const folder = mkdtempSync(join(tmpdir(), 'texlens-bench-'));
const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
const hash = (bytes) => createHash('sha256').update(bytes).digest('hex');
const FILES = process.argv.length > 2 ? process.argv.slice(2) : samples();

/** Sets the sample pages and returns their files. */
function samples() {
  const options = { cwd: folder, stdio: /** @type {const} */ ('ignore') };
  cpSync(formats, folder, { recursive: true });
  execFileSync('pdftex', ['-ini', '-interaction=nonstopmode', '-jobname=fragment', '&pdflatex', 'fragment.ini'], options);
  const sources = readdirSync('www/samples').filter((name) => name.endsWith('.tex'));
  return sources.map((name) => {
    const job = basename(name, '.tex');
    writeFileSync(join(folder, name), `\\begin{document}\n${readFileSync(join('www/samples', name), 'utf8')}\n\\end{document}\n`);
    // Errors in a page leave a file that can be measured all the same.
    try {
      execFileSync('pdftex', ['-fmt=fragment', '-interaction=nonstopmode', '-no-shell-escape', `-jobname=${job}`, name], options);
    } catch {}
    return join(folder, `${job}.pdf`);
  });
}

/** Returns milliseconds of drawing and reading and the picture hash of every page, natively. */
function native(file) {
  const out = mkdtempSync(join(tmpdir(), 'texlens-bench-'));
  const [program, ...rest] = [...ONE_CORE, pages, file, out, String(DPI)];
  const said = execFileSync(program, rest, { encoding: 'utf8' });
  const pictures = readdirSync(out).filter((name) => name.endsWith('.png')).sort().map((name) => hash(readFileSync(join(out, name))));
  rmSync(out, { recursive: true });
  const times = (pattern) => said.match(pattern).map(Number);
  return { drawing: times(/(?<=drawn in )\d+(?= ms)/g), reading: times(/(?<=read in )[\d.]+(?= ms)/g), pictures };
}

/** Returns milliseconds from PDF page to LaTeX by the command, for every file. */
function byCommand(from) {
  const out = mkdtempSync(join(tmpdir(), 'texlens-bench-'));
  const timings = join(out, 'timings.jsonl');
  const [program, ...rest] = [...ONE_CORE, cli, 'ocr', ...FILES, '--from', from, '--threads', '1', '--out', out, '--timings', timings];
  execFileSync(program, rest, { stdio: 'ignore' });
  const lines = readFileSync(timings, 'utf8').trim().split('\n').map((line) => JSON.parse(line));
  rmSync(out, { recursive: true });
  return lines.map(({ pages, milliseconds }) => Object.values(milliseconds).reduce((sum, part) => sum + part, 0) / pages);
}

/** Returns milliseconds a page by pdftotext, with the start of the process, for every file. */
async function byPdftotext(counts) {
  const times = [];
  for (const [index, file] of FILES.entries()) times.push(((await timed(['pdftotext', '-layout', file, '/dev/null'])).seconds * 1e3) / counts[index]);
  return times;
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
      const drawn = { drawing: [], reading: [], pictures: [], memory: [] };
      for (let index = 0; index < (count ?? total); index++) {
        const start = performance.now();
        const png = pdf.draw(1 + (index % total), dpi).png();
        const between = performance.now();
        pdf.read(1 + (index % total), dpi).glyphs();
        drawn.drawing.push(between - start);
        drawn.reading.push(performance.now() - between);
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

/** Returns milliseconds from PDF page to LaTeX in the app, as it shows them, for files of one page. */
async function inApp(browser) {
  const page = await (await browser.newContext()).newPage();
  await page.goto(app);
  await page.getByRole('button', { name: 'Add text' }).waitFor();
  const times = [];
  for (const file of FILES) {
    await page.locator('input[type=file]').first().setInputFiles(file);
    const name = basename(file, '.pdf');
    const sample = page.getByRole('navigation', { name: 'Samples' }).getByTitle(name, { exact: true });
    await sample.waitFor();
    await sample.click();
    const said = page.getByText(/From the PDF's text: /);
    if (await said.waitFor({ timeout: 20_000 }).then(() => true, () => false)) {
      for (let round = 0; round < ROUNDS; round++) {
        await page.getByRole('button', { name: 'Read again' }).click();
        await page.waitForTimeout(1000);
        const seconds = /in ([\d.]+) s/.exec((await said.getAttribute('title')) ?? '')?.[1];
        if (seconds) times.push(Number(seconds) * 1e3);
      }
    }
  }
  await page.context().close();
  return times;
}

const { browser, draw } = await inBrowser();
const rows = [];
/** All pages of all files. */
const all = { here: [], there: [], ratios: [], read: [], readThere: [] };
const counts = [];
for (const file of FILES) {
  const [here, there] = [await draw(file), native(file)];
  const same = here.pictures.filter((picture, index) => picture === there.pictures[index]).length;
  const ratios = here.drawing.map((time, index) => time / Math.max(there.drawing[index], 1));
  counts.push(here.drawing.length);
  all.here.push(...here.drawing);
  all.there.push(...there.drawing);
  all.read.push(...here.reading);
  all.readThere.push(...there.reading);
  all.ratios.push(...ratios);
  const numbers = [here.drawing, there.drawing, ratios, here.reading, there.reading].map((times) => median(times).toFixed(2));
  rows.push([basename(file), here.drawing.length, ...numbers, same]);
}
table(`Milliseconds a page at ${DPI} dpi (median)`, ['', 'pages', 'drawn, Chromium', 'native', 'ratio', 'read, Chromium', 'native', 'same bytes'], rows);
const [text, image, pdftotext] = [byCommand('text'), byCommand('image'), await byPdftotext(counts)];
const shown = await inApp(browser);
table('Milliseconds from PDF page to LaTeX (median), one core', ['', 'ms'], [
  ["texlens, from the PDF's text, natively", median(text).toFixed(1)],
  ["texlens, from the PDF's text, in Chromium", shown.length ? median(shown).toFixed(0) : '-'],
  ['texlens, from the image, natively', median(image).toFixed(0)],
  ['pdftotext, plain text, with process start', median(pdftotext).toFixed(1)],
]);
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
  'chromium.reading': median(all.read) / 1e3,
  'native.reading': median(all.readThere) / 1e3,
  'chromium.latex': shown.length ? median(shown) / 1e3 : undefined,
  'native.latex': median(text) / 1e3,
  'image.latex': median(image) / 1e3,
  speed: median(image) / median(text),
  'pdftotext.page': median(pdftotext) / 1e3,
  'memory.1': footprint(1),
  'memory.100': footprint(100),
});
await browser.close();
rmSync(folder, { recursive: true });
