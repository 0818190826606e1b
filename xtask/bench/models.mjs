// Measures seconds a page and tokens a second, with peak memory, of the built-in network and of a model that the user brings,
// by what runs them: the command, WebAssembly with one thread and with several, WebGPU. Says which graphics card that is;
// without one, it is emulated on the processor, and reads one crop instead of pages. Prints tables; asserts nothing about
// time. Records the results for `cargo xtask figures`.
//
//     node models.mjs [FOLDER [IMAGE...]]
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { GPU_FLAGS, launch } from '../chromium.mjs';
import { ofBrowser, peak, timed } from './process.mjs';
import { recogniseOnce } from './recognition/app.mjs';
import { PAGES, image, megabytes } from './recognition/pages.mjs';
import { runOn } from './recognition/provider.mjs';
import { record } from './results.mjs';
import { table } from './table.mjs';

const { TEXLENS_URL: plain, TEXLENS_ISOLATED_URL: isolated, TEXLENS_CLI: cli } = process.env;
const FIXTURE = 'crates/image-to-text/tests/fixtures/model';
const [model = FIXTURE, ...given] = process.argv.slice(2);
const images = given.length ? given : readdirSync(join(FIXTURE, 'images')).map((name) => join(FIXTURE, 'images', name));
const CROP = 'tests/e2e/fixtures/line.png';
/** Flags with which Chromium offers the machine's own graphics card, if it has one. */
const OWN_GPU = ['--enable-unsafe-webgpu', '--enable-features=Vulkan', '--ignore-gpu-blocklist'];

const folder = mkdtempSync(join(tmpdir(), 'texlens-bench-'));

/** Returns the flags for WebGPU, the name of the adapter, and whether it is emulated. */
async function adapter() {
  const ask = async (args) => {
    const browser = await launch({ args });
    const page = await browser.newPage();
    await page.goto(plain);
    const found = await page.evaluate(async () => {
      const adapter = await /** @type {any} */ (navigator).gpu?.requestAdapter();
      const { vendor, architecture, description, isFallbackAdapter } = adapter?.info ?? {};
      return adapter && { name: [vendor, architecture, description].filter(Boolean).join(' '), isEmulated: Boolean(isFallbackAdapter) };
    });
    await browser.close();
    return found && { args, ...found };
  };
  const own = await ask(OWN_GPU);
  return own && !own.isEmulated ? own : ask(GPU_FLAGS);
}

const gpu = await adapter();
const ways = [
  { name: 'WebAssembly, 1 thread', key: 'wasm', url: plain, provider: 'WebAssembly' },
  { name: 'WebAssembly, threads', key: 'threads', url: isolated, provider: 'WebAssembly' },
  ...(gpu ? [{ name: `WebGPU (${gpu.name}${gpu.isEmulated ? ', emulated' : ''})`, key: 'webgpu', url: plain, provider: 'WebGPU', gpu }] : []),
];

async function open({ url, provider, gpu }) {
  const browser = await launch({ args: gpu?.args });
  const page = await browser.newPage();
  page.setDefaultTimeout(600_000);
  await page.goto(url);
  await page.evaluate(runOn, provider);
  return { browser, page };
}

/** Reads with the built-in network: the crop, and pages unless the graphics card is emulated. The first image loads it. */
async function builtIn(way) {
  const { browser, page } = await open(way);
  await recogniseOnce(page, CROP);
  const crop = await recogniseOnce(page, CROP);
  let seconds;
  if (!way.gpu?.isEmulated) {
    seconds = 0;
    for (const id of PAGES) seconds += (await recogniseOnce(page, image(id))) / PAGES.length;
  }
  const memory = await ofBrowser(browser, peak);
  await browser.close();
  return { crop, seconds, memory };
}

/** Reads with the model. The first run loads it. */
async function brought(way) {
  const { browser, page } = await open(way);
  const few = way.gpu?.isEmulated ? images.slice(0, 1) : images;
  const dataset = mkdtempSync(join(folder, 'dataset-'));
  for (const path of few) {
    const stem = basename(path).replace(/\.\w+$/, '');
    writeFileSync(join(dataset, basename(path)), readFileSync(path));
    // With a prediction, the built-in OCR has nothing to do.
    writeFileSync(join(dataset, `${stem}.reference.tex`), 'x');
    writeFileSync(join(dataset, `${stem}.prediction.tex`), 'y');
  }
  await page.locator('input[type=file]').first().setInputFiles(readdirSync(dataset).map((name) => join(dataset, name)));
  const review = page.getByRole('dialog', { name: 'Review import' });
  if (few.length > 2) await review.locator('.button.primary').click();
  await page.locator('nav li button.sample').first().waitFor();
  const sheet = page.getByRole('dialog', { name: 'Read with your own model' });
  const openSheet = () => page.getByRole('button', { name: 'Read with your own model' }).click();
  await openSheet();
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), sheet.getByRole('button', { name: 'Choose folder' }).click()]);
  await chooser.setFiles(model);
  await sheet.locator('.own-check').getByText('can be used').waitFor();
  let said = '';
  for (const system of ['first', 'measured']) {
    if (system === 'measured') await openSheet();
    await sheet.getByLabel('Beams').fill('1');
    await sheet.getByLabel('Name in the results').fill(system);
    await sheet.getByRole('button', { name: /^Read \d+ page/ }).click();
    const message = page.getByRole('region', { name: 'Reading with your own model' });
    await message.getByRole('button', { name: 'Dismiss' }).waitFor();
    said = await message.textContent();
    await message.getByRole('button', { name: 'Dismiss' }).click();
  }
  const memory = await ofBrowser(browser, peak);
  await browser.close();
  const [, seconds, tokens] = /(\d+\.\d+) s a page, (\d+) tokens a second/.exec(said) ?? [];
  if (!seconds) throw new Error(said);
  return { seconds: Number(seconds), tokens: Number(tokens), memory };
}

/** Runs the command on one core; returns the seconds a page for what the network does, and the peak memory. */
async function native(inputs, options) {
  const timings = join(folder, 'timings.jsonl');
  const out = mkdtempSync(join(folder, 'out-'));
  const { code, memory } = await timed([cli, 'ocr', ...inputs, '--threads', '1', '--timings', timings, '--out', out, ...options]);
  if (code !== 0) throw new Error(`texlens ocr: exit code ${code}`);
  const documents = readFileSync(timings, 'utf8').trim().split('\n').map((line) => JSON.parse(line).milliseconds);
  // The first document may wait for the runtime.
  const stages = documents.slice(documents.length > 1 ? 1 : 0);
  const sum = stages.reduce((sum, milliseconds) => sum + Object.values(milliseconds).reduce((all, stage) => all + stage, 0), 0);
  return { seconds: sum / stages.length / 1e3, memory };
}

const seconds = (value) => (value === undefined ? '' : value.toFixed(value < 1 ? 3 : 2));
const figures = {};
const rows = [];
const ofCommand = await native(PAGES.map(image), []);
rows.push(['built-in, the command, 1 core', '', seconds(ofCommand.seconds), '', megabytes(ofCommand.memory)]);
figures['built-in.command'] = ofCommand.seconds;
for (const way of ways) {
  const read = await builtIn(way);
  rows.push([`built-in, ${way.name}`, seconds(read.crop), seconds(read.seconds), '', megabytes(read.memory)]);
  Object.assign(figures, { [`built-in.${way.key}`]: read.seconds, [`built-in.${way.key}.crop`]: read.crop, [`built-in.${way.key}.memory`]: read.memory });
}
const byModel = await native(images, ['--model', model, '--beams', '1']);
const name = basename(model);
const others = [];
for (const way of ways) {
  const read = await brought(way);
  others.push({ way, read });
  Object.assign(figures, { [`model.${way.key}`]: read.seconds, [`model.${way.key}.tokens`]: read.tokens, [`model.${way.key}.memory`]: read.memory });
}
// The tokens are the same everywhere.
const [{ read: first }] = others;
const pace = (first.tokens * first.seconds) / byModel.seconds;
rows.push([`${name}, the command, 1 core`, '', seconds(byModel.seconds), pace.toFixed(0), megabytes(byModel.memory)]);
Object.assign(figures, { 'model.command': byModel.seconds, 'model.command.tokens': pace, 'model.command.memory': byModel.memory });
for (const { way, read } of others) rows.push([`${name}, ${way.name}`, '', seconds(read.seconds), read.tokens.toFixed(0), megabytes(read.memory)]);
rmSync(folder, { recursive: true });
table(`Reading by what runs the model (${PAGES.length} pages; ${images.length} images for ${name})`, ['', 's a crop', 's a page', 'tokens/s', 'peak memory'], rows);
record('models', figures);
