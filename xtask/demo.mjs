// Makes the parts of the sample data that programs make: `node xtask/demo.mjs`.
//
// - www/demo/SYSTEM: what three systems read on the pages of the comparison. `texlens ocr` reads with each of its two
//   networks, unless there are files of it: delete its folders to read again. The text of tesseract.js becomes LaTeX as
//   texlens reads a text file.
// - www/thumbnails: small pictures of the sample pages.
//
// TEXLENS_CLI names the command; without it, target/release/texlens is used. CHROMIUM names the browser.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createWorker } from 'tesseract.js';
import { launch } from './chromium.mjs';

const CLI = process.env.TEXLENS_CLI ?? 'target/release/texlens';
const DEMO = 'www/demo';
const SAMPLES = 'www/samples';
const THUMBNAILS = 'www/thumbnails';

/** Width of a thumbnail in pixels. */
const THUMBNAIL = 280;
const QUALITY = 0.5;

/** The folders of the built-in OCR, with the network that each uses. */
const NETWORKS = { 'texlens-accurate': 'accurate', 'texlens-fast': 'fast' };
const TESSERACT = 'tesseract';

const list = (file) => JSON.parse(readFileSync(file, 'utf8'));
const { pages } = list(join(DEMO, 'demo.json'));
const images = pages.map(({ image }) => join(DEMO, image));

for (const [folder, network] of Object.entries(NETWORKS)) {
  execFileSync(CLI, ['ocr', ...images, '--network', network, '--out', join(DEMO, folder)], { stdio: 'inherit' });
}

const work = mkdtempSync(join(tmpdir(), 'texlens-'));
const texts = join(work, TESSERACT);
mkdirSync(texts);
const tesseract = await createWorker('eng', 1, { langPath: resolve('node_modules/@tesseract.js-data/eng/4.0.0_best_int'), cacheMethod: 'none' });
for (const { id, image, reference } of pages) {
  const { data } = await tesseract.recognize(join(DEMO, image));
  writeFileSync(join(texts, `${id}.txt`), data.text);
  cpSync(join(DEMO, reference), join(work, reference));
}
await tesseract.terminate();
const json = join(work, 'evaluation.json');
execFileSync(CLI, ['evaluate', work, '--texts', '--json', json], { stdio: 'ignore' });
mkdirSync(join(DEMO, TESSERACT), { recursive: true });
for (const { id, predictions } of list(json).texts) {
  writeFileSync(join(DEMO, TESSERACT, `${id}.tex`), predictions[TESSERACT]);
}
rmSync(work, { recursive: true });

const browser = await launch();
const page = await browser.newPage();
mkdirSync(THUMBNAILS, { recursive: true });
for (const { id, image } of list(join(SAMPLES, 'samples.json'))) {
  const source = `data:image/png;base64,${readFileSync(join(SAMPLES, image)).toString('base64')}`;
  const thumbnail = await page.evaluate(
    async ({ source, width, quality }) => {
      const sheet = await createImageBitmap(await (await fetch(source)).blob());
      const canvas = new OffscreenCanvas(width, Math.round((width * sheet.height) / sheet.width));
      const context = canvas.getContext('2d');
      context.imageSmoothingQuality = 'high';
      context.drawImage(sheet, 0, 0, canvas.width, canvas.height);
      const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/jpeg', quality })).arrayBuffer());
      return btoa(String.fromCharCode(...bytes));
    },
    { source, width: THUMBNAIL, quality: QUALITY },
  );
  writeFileSync(join(THUMBNAILS, `${id}.jpg`), Buffer.from(thumbnail, 'base64'));
}
await browser.close();
