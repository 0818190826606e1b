// PDFs: opened when they are added, drawn page by page, and read as the command reads them.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { inflateSync } from 'node:zlib';
import { zip } from './archives.mjs';
import { texlens } from './command.mjs';
import { folder } from './files.mjs';
import { ORIGIN, appTest, eventually } from './harness.mjs';
import { LINE } from './pages.mjs';

const DATA = 'crates/pdf/tests/data';
/** Three pages set by pdfTeX, and a document that only its owner can open. */
const PAPER = readFileSync(`${DATA}/three-pages.pdf`);
const LOCKED = readFileSync(`${DATA}/password.pdf`);
const MODULE = `${ORIGIN}/pdf/texlens_pdf_bg.wasm`;
/** Time for three pages on a busy machine. */
const LONG = 300_000;

/** Returns a PDF of these pages, given by their content streams, in Helvetica, with additional objects. */
function pdf(contents, { resources = '', objects = [] } = {}) {
  const first = 3;
  const extra = first + 2 * contents.length;
  const all = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${contents.length} /Kids [${contents.map((_, index) => `${first + 2 * index} 0 R`).join(' ')}] >>`,
    ...contents.flatMap((content, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents ${first + 2 * index + 1} 0 R /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> ${resources} >> >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ]),
    ...objects.map((object) => object(extra)),
  ];
  let file = '%PDF-1.4\n';
  const places = all.map((object, index) => {
    const place = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const size = all.length + 1;
  return Buffer.from(`${file}xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`);
}

/** Returns width, height and samples of a PNG without filters, as these tests make it. */
function pixels(png) {
  const parts = [];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  const lines = inflateSync(Buffer.concat(parts));
  const size = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const length = lines.length / size[1];
  const samples = [...lines].filter((_, index) => index % length > 0);
  return { size, samples };
}

const line = (words, y = 100) => `BT /F1 20 Tf 20 ${y} Td (${words}) Tj ET`;

/** Returns a page whose forms draw each other, thirty levels deep and twice each: a billion squares. */
function endless() {
  const form = (content, next) => (extra) => {
    const resources = next === undefined ? '' : `/Resources << /XObject << /X ${extra + next} 0 R >> >>`;
    return `<< /Type /XObject /Subtype /Form /BBox [0 0 72 72] ${resources} /Length ${content.length} >>\nstream\n${content}\nendstream`;
  };
  const objects = Array.from({ length: 30 }, (_, index) => form('/X Do /X Do', index + 1));
  return pdf(['/X Do'], { resources: '/XObject << /X 5 0 R >>', objects: [...objects, form('0 0 9 9 re f')] });
}

const list = (app) => app.page.getByRole('navigation', { name: 'Samples' });
const whole = (app) => list(app).locator('li.document');
const sheet = (app) => app.page.getByRole('dialog', { name: 'Review import' });
const asked = (app) => app.requests.filter((url) => url === MODULE).length;

async function unfold(app) {
  const fold = list(app).getByRole('button', { name: /^Pages of / });
  if ((await fold.getAttribute('aria-expanded')) === 'false') await fold.click();
}

/** The region that shows the page and says how it was read. */
const page = (app) => app.page.getByRole('region', { name: 'Page', exact: true });

/** Waits until the selected page is visible. */
const isShown = (app) =>
  eventually(() => app.page.locator('.sheet img').evaluate((image) => image.naturalWidth > 0).catch(() => false), 'the page is shown');

appTest('a PDF comes as its pages, is read as the command reads it, and outlives a reload and the network', async (app) => {
  // From the second visit on, everything that is fetched is also stored.
  await app.page.getByRole('button', { name: 'Storage & offline' }).waitFor();
  await app.open();
  await app.runOn('WebAssembly');
  await app.drop({ 'line.png': LINE });
  await app.read('line');
  assert.equal(asked(app), 0, 'nobody needs it yet');

  await app.drop({ 'paper.pdf': PAPER, 'paper.tex': 'Words of a reference.' });
  await whole(app).waitFor();
  assert.ok(asked(app) > 0, 'loaded with the first PDF');
  await unfold(app);
  assert.deepEqual(await list(app).locator('li.leaf .name').allTextContents(), ['paper/1', 'paper/2', 'paper/3']);
  await eventually(async () => /DS/.test(await whole(app).textContent()), 'the document is read and scored', LONG);
  await app.select('paper/2');
  await isShown(app);
  assert.match(await app.page.locator('.page .toolbar').first().textContent(), /1654 × 2339, page 2 at 200 dpi/);

  const texts = [];
  for (const page of ['paper/1', 'paper/2', 'paper/3']) {
    await app.select(page);
    texts.push(await app.prediction());
  }
  await whole(app).locator('button.sample').click();
  const latex = await app.prediction();
  assert.equal(latex, texts.join('\n'));
  const root = folder({ 'paper.pdf': PAPER });
  texlens('ocr', join(root, 'paper.pdf'), '--out', root);
  assert.equal(latex, readFileSync(join(root, 'paper.tex'), 'utf8'));

  // The pages are drawn again from the stored file, by the stored renderer.
  await app.page.waitForTimeout(2000);
  app.network.isUp = false;
  await app.page.goto('about:blank');
  await app.open();
  await unfold(app);
  await app.select('paper/3');
  await isShown(app);
  await app.page.getByRole('button', { name: 'Read again' }).click();
  await app.read('paper/3', LONG);
  assert.equal(await app.prediction(), texts[2]);
  app.network.isUp = true;
}, { timeout: 900_000, keepsItself: true });

appTest('a PDF is read from its text without a model, and from its image if that is wanted, and both are compared', async (app) => {
  const models = () => app.requests.filter((url) => /\/(models|ort)\//.test(url));
  await app.runOn('WebAssembly');
  await app.drop({ 'one.pdf': pdf([`${line('Tides turn twice a day')} ${line('and nobody minds', 50)}`]), 'one.tex': 'Tides turn twice a day and nobody minds' });
  await app.select('one');
  await page(app).getByText(/From the PDF's text: 8 items/).waitFor({ timeout: LONG });
  const text = await app.prediction();
  assert.match(text, /Tides turn twice a day\W+textsf\W+and nobody minds/);
  assert.deepEqual(models(), []);

  await page(app).getByRole('button', { name: 'Compare both' }).click();
  await eventually(() => models().length > 0, 'the model is fetched for the image', LONG);
  await eventually(async () => (await app.page.locator('.result').getByText(/texlens OCR \d/).count()) > 0, 'the other system is shown beside', LONG);
  assert.equal(await app.prediction(), text);

  await page(app).getByRole('button', { name: 'Read the image' }).click();
  await page(app).getByText(/items, read in \d+\.\d s on the processor/).waitFor({ timeout: LONG });
  await page(app).getByRole('button', { name: 'Read the text' }).click();
  await page(app).getByText(/From the PDF's text: 8 items/).waitFor({ timeout: LONG });
  assert.equal(await app.prediction(), text);

  await app.page.keyboard.press('m');
  const thumbnail = app.page.locator('.matrix-thumbnail img').first();
  await eventually(() => thumbnail.evaluate((/** @type {HTMLImageElement} */ image) => image.naturalWidth > 0 && image.naturalWidth < 200).catch(() => false), 'its row in the matrix has a small picture');
}, { timeout: 600_000 });

appTest('a PDF whose text cannot be trusted is read from its image, and the page says why', async (app) => {
  await app.runOn('WebAssembly');
  await app.drop({ 'hidden.pdf': pdf([`3 Tr ${line('Invisible words of somebody')} 0 Tr ${line('Seen', 50)}`]) });
  await app.select('hidden');
  await page(app).getByText(/^Read from the image, because \d+ % of its text cannot be seen\.$/).waitFor({ timeout: LONG });
  await page(app).getByRole('button', { name: 'Read the text' }).click();
  await page(app).getByText(/^Read from the PDF's text, although \d+ % of its text cannot be seen; \d+ glyphs that cannot be seen are left out\.$/).waitFor({ timeout: LONG });
  assert.equal(await app.prediction(), '\\textsf{Seen}\n');
}, { timeout: 600_000 });

appTest('a sign that the file does not explain is read from the image', async (app) => {
  await app.runOn('WebAssembly');
  await app.drop({ 'sign.pdf': readFileSync(`${DATA}/unknown-sign.pdf`) });
  await app.select('sign');
  await page(app).getByText("Read from the PDF's text; 1 glyph of unknown meaning was read from the image.").waitFor({ timeout: LONG });
  await page(app).getByText('1 unsure').waitFor();
  const out = folder({});
  texlens('ocr', `${DATA}/unknown-sign.pdf`, '--out', out);
  assert.equal(await app.prediction(), readFileSync(join(out, 'unknown-sign.tex'), 'utf8'));
}, { timeout: 600_000 });

appTest('a page is drawn as the command draws it', async (app) => {
  const page = pdf([`${line('Tides and 0.25 of them')} 0.2 0.4 0.8 rg 20 20 60 40 re f 0 G 1.5 w 120 20 m 200 60 260 10 280 70 c S`]);
  await app.drop({ 'one.pdf': page, 'one.tex': 'Tides', 'one.md': 'Tides' });
  await app.page.locator('.plan .button.primary').or(app.sample('one')).first().waitFor();
  const add = app.page.locator('.plan .button.primary');
  if (await add.count()) await add.click();
  await app.select('one');
  await isShown(app);
  const root = folder({ 'data/one.pdf': page, 'data/one.tex': 'Tides', 'data/out/one.md': 'Tides' });
  const html = join(root, 'report.html');
  texlens('evaluate', join(root, 'data'), '--html', html, '--resamples', '100');
  const drawn = (report) => report.match(/data:image\/png;base64,([A-Za-z0-9+/=]+)/)[1];

  // A saved evaluation contains the drawn page and its resolution.
  const saved = await app.save();
  const reports = [readFileSync(html, 'utf8'), readFileSync(await saved.path(), 'utf8')];
  // The two renderers use different CPU instructions, and sometimes round to an adjacent shade.
  const [command, browser] = reports.map((report) => pixels(Buffer.from(drawn(report), 'base64')));
  assert.deepEqual(browser.size, command.size);
  const differences = browser.samples.map((sample, index) => Math.abs(sample - command.samples[index]));
  assert.ok(Math.max(...differences.filter((difference) => difference > 0), 0) <= 2, 'no pixel has another shade');
  for (const report of reports) assert.match(report, /pdf\.dpi/);
});

appTest('what cannot be read of PDFs is said, and costs nothing else', async (app) => {
  await app.runOn('WebAssembly');
  await app.drop({ 'locked.pdf': LOCKED, 'broken.pdf': '%PDF-1.7 and no more', 'line.png': LINE, 'set.zip': zip({ 'in/paper.pdf': PAPER }) });
  const refusals = app.refusals();
  await refusals.getByText(/needs a password; remove the password/).waitFor();
  await refusals.getByText(/no pages can be found in it/).waitFor();
  await whole(app).waitFor();
  await app.read('line');
  await eventually(async () => !/read \d of/.test(await whole(app).textContent()), 'the document is read', LONG);
  await unfold(app);
  await app.select('paper/2');
  assert.match(await app.prediction(), /friction at the bottom/);
}, { timeout: 600_000 });

appTest('a page that does not end costs itself alone, after a minute', async (app) => {
  await app.page.clock.install();
  await app.runOn('WebAssembly');
  await app.drop({ 'endless.pdf': endless(), 'words.pdf': pdf([line('Still read')]) });
  await app.select('endless');
  const given = app.page.getByRole('alert').getByText(/not done after 60 s.*lower resolution/);
  // What is measured is the page's clock. The page is drawn once to be shown and once to be read.
  await app.page.waitForTimeout(2000);
  await app.page.clock.fastForward('00:50');
  assert.equal(await given.count(), 0, 'it is not given up before');
  await eventually(async () => {
    await app.page.clock.fastForward('00:15');
    return (await app.sample('endless').locator('.state').textContent()) === 'failed';
  }, 'it is given up');
  await given.waitFor();
  await app.read('words', LONG);
  await app.select('words');
  assert.match(await app.prediction(), /Still read/);
}, { timeout: 600_000 });

appTest('files that take all memory there is cost themselves alone', async (app) => {
  await app.runOn('WebAssembly');
  const hostile = (name) => readFileSync(`${DATA}/hostile/${name}.pdf`);
  await app.drop({ 'opening.pdf': hostile('opening'), 'dash.pdf': hostile('dash'), 'fax.pdf': hostile('fax'), 'words.pdf': pdf([line('Still read')]) });
  await app.refusals().getByText(/opening\.pdf.*takes too much memory; print it to a new PDF/).waitFor({ timeout: LONG });
  await app.read('words', LONG);
  await app.select('words');
  assert.match(await app.prediction(), /Still read/);
  for (const name of ['dash', 'fax']) {
    await app.select(name);
    const page = app.page.getByRole('region', { name: 'Page', exact: true });
    await page.getByText(/takes too much memory; print it to a new PDF, or use a lower resolution/).waitFor({ timeout: LONG });
  }
}, { timeout: 600_000 });

test('the memory of what draws has a maximum of 1 GiB', async () => {
  const [script, module] = await Promise.all([`${ORIGIN}/pdf/texlens_pdf.js`, MODULE].map((url) => fetch(url)));
  const root = folder({ 'texlens_pdf.mjs': await script.text() });
  const { initSync } = await import(join(root, 'texlens_pdf.mjs'));
  const { memory } = initSync({ module: await module.arrayBuffer() });
  const page = 65_536;
  const left = ((1 << 30) - memory.buffer.byteLength) / page;
  assert.throws(() => memory.grow(left + 1), RangeError);
  memory.grow(left);
});

appTest('five hundred pages are listed at once, and only those that are wanted are drawn', async (app) => {
  await app.runOn('WebAssembly');
  const book = pdf(Array.from({ length: 500 }, (_, index) => line(`Page ${index + 1} of the book`)));
  const began = Date.now();
  await app.drop({ 'book.pdf': book });
  await sheet(app).getByText('1 PDF of 500 pages').waitFor();
  assert.ok(Date.now() - began < 30_000, `opened after ${Date.now() - began} ms`);
  await sheet(app).getByText('500 pages without a prediction are read').waitFor();
  await sheet(app).getByRole('cell', { name: 'book.pdf' }).or(sheet(app).getByRole('button', { name: /book\.pdf/ })).first().waitFor();
  const field = sheet(app).getByRole('textbox', { name: 'Pages of book.pdf' });
  await field.fill('4-2');
  await field.press('Enter');
  await sheet(app).getByText(/`4-2` is neither a page nor a range of pages/).waitFor();
  assert.equal(await field.getAttribute('aria-invalid'), 'true');
  const selected = () => field.evaluate((input) => input.value.slice(input.selectionStart, input.selectionEnd));
  await field.fill('1, 4-2');
  await field.press('Enter');
  await eventually(async () => (await selected()) === '4-2', 'the wrong part is selected');
  await field.fill('1-300, 500-');
  await sheet(app).getByText('301 of 500 pages').waitFor();
  await field.press('Enter');
  await sheet(app).getByText('301 pages without a prediction are read').waitFor();
  await sheet(app).getByRole('button', { name: 'Read 301 pages' }).click();
  await whole(app).waitFor();
  await list(app).getByRole('group', { name: 'Work' }).getByRole('button', { name: 'Cancel' }).click();
  await unfold(app);
  const rows = list(app).locator('ul').first();
  await rows.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await app.select('book/500');
  await isShown(app);
  await app.page.getByRole('button', { name: 'Read the page' }).click();
  await app.read('book/500', LONG);
  // The OCR was not trained on Helvetica.
  assert.match(await app.prediction(), /Page.*the/);
}, { timeout: 600_000 });

appTest('app and command agree on what the PDFs of benchmarks are samples of', async (app) => {
  const files = zip({
    'synthetic/ground_truth/001.json': JSON.stringify([{ type: 'text', data: 'Tides' }]),
    'synthetic/pdfs/001.pdf': PAPER,
    'synthetic/nougat/001/parsed.md': 'Tides',
    'olm/tests.jsonl': [1, 3].map((page) => JSON.stringify({ pdf: 'old/scan.pdf', page, id: `t${page}`, type: 'present', text: 'tides' })).join('\n'),
    'olm/pdfs/old/scan.pdf': PAPER,
    'loose/one.pdf': pdf([line('One')]),
    'loose/one.tex': 'One',
  });
  const root = folder({ 'all.zip': files });
  const plan = JSON.parse(texlens('evaluate', join(root, 'all.zip'), '--plan', '--format', 'json'));
  const expected = plan.samples.map(({ id, kind, image }) => `${id}: ${kind}${image.page ? `, page ${image.page}` : ''}`);
  assert.deepEqual(expected.length, 4, `${expected}`);

  await app.drop({ 'all.zip': files });
  await sheet(app).getByText('1 PDF of 3 pages, 3 pages').waitFor();
  const names = await sheet(app).locator('tbody th').evaluateAll((cells) => cells.map((cell) => cell.title));
  assert.deepEqual(names, plan.samples.map(({ id }) => id));
  await sheet(app).locator('.button.primary').click();
  await whole(app).waitFor();
  const shown = [];
  for (const { id } of plan.samples) {
    await app.page.getByTitle(id, { exact: true }).first().click();
    const about = await app.page.locator('.page .toolbar').first().textContent({ timeout: 2000 }).catch(() => undefined);
    shown.push(`${id}: ${about ? `page, page ${about.match(/page (\d+) at 200 dpi/)[1]}` : 'document'}`);
  }
  assert.deepEqual(shown, expected);
});

appTest('where the renderer cannot be loaded that is said, and the next PDF tries again', async (app) => {
  await app.page.getByRole('button', { name: 'Storage & offline' }).waitFor();
  await app.open();
  app.network.isUp = false;
  await app.drop({ 'paper.pdf': PAPER });
  await app.refusals().getByText(/The part of the app that draws PDFs could not be loaded/).waitFor();
  app.network.isUp = true;
  await app.drop({ 'paper.pdf': PAPER });
  await whole(app).waitFor();
  await unfold(app);
  await app.select('paper/1');
  await isShown(app);
  // The browser reports the file that it could not load.
  app.errors.length = 0;
}, { keepsItself: true });
