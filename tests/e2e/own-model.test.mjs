// A model that a person brings: chosen, checked, kept, and read with as a system of its own, token by token as in Python.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { Screens } from './accessibility.mjs';
import { zip } from './archives.mjs';
import { folder } from './files.mjs';
import { appTest, changeFile, eventually } from './harness.mjs';
import { withExternalWeights, withForeignOperators, withoutNodes, withoutNumbers } from './onnx.mjs';
import { samplePage } from './pages.mjs';

const FIXTURES = new URL('../../crates/image-to-text/tests/fixtures/', import.meta.url).pathname;
/**
 * A small model of the TrOCR kind, with the tokens that the libraries of Python have read from its images. The folder of
 * `models/image-to-text-test` has more images than the fixture.
 */
const MODEL = process.env.TEXLENS_IMAGE_TO_TEXT ?? join(FIXTURES, 'model');
const REFERENCES = JSON.parse(readFileSync(join(MODEL, 'references.json'), 'utf8'));
const IMAGES = Object.keys(REFERENCES.fp32.greedy).sort();
/** A small model of the SmolVLM kind, likewise. */
const LANGUAGE_MODEL = process.env.TEXLENS_IMAGE_TEXT_TO_TEXT ?? join(FIXTURES, 'language-model');
/** How many images are read with the emulated graphics card, which is slow. */
const FEW = 3;
/** The largest number of recorded tokens of a text. */
const LIMIT = '48';
/** The parts of a model, without images and references. */
const parts = (model) => [...readdirSync(model).filter((name) => /\.(json|jinja)$/.test(name) && name !== 'references.json'), ...readdirSync(join(model, 'onnx')).map((name) => `onnx/${name}`)];
const PARTS = parts(MODEL);

const sheet = (app) => app.page.getByRole('dialog', { name: 'Read with your own model' });
const message = (app) => app.page.getByRole('region', { name: 'Reading with your own model' });
const check = (app) => sheet(app).locator('.own-check');
const models = (app) => sheet(app).getByRole('region', { name: 'Models that read' });
const submit = (app) => sheet(app).getByRole('button', { name: /^Read \d+ page/ });

/** Returns the content of a model's files, by their paths. Changes replace files, or remove them with `null`. */
function files(changes = {}, model = MODEL) {
  const all = Object.fromEntries(parts(model).map((path) => [path, readFileSync(join(model, path))]));
  return Object.fromEntries(Object.entries({ ...all, ...changes }).filter(([, content]) => content !== null));
}

/** Returns the content of a graph in fp32. */
const graph = (name) => readFileSync(join(MODEL, `onnx/${name}.onnx`));

/** Writes a model's files to a folder `small-model`; returns its path. */
function written(changes = {}, model = MODEL) {
  const within = Object.entries(files(changes, model)).map(([path, content]) => [`small-model/${path}`, content]);
  return join(folder(Object.fromEntries(within)), 'small-model');
}

/** Adds formulas with references and predictions of a system, so that the built-in OCR has nothing to do. */
async function addFormulas(app, names = IMAGES, model = MODEL) {
  /** @type {Record<string, string | Buffer>} */
  const added = {};
  for (const name of names) {
    const stem = name.replace('.png', '');
    added[name] = readFileSync(join(model, 'images', name));
    added[`${stem}.reference.tex`] = 'x^{2}';
    added[`${stem}.prediction.tex`] = 'x_{2}';
  }
  await app.drop(added);
  // The plan of many files is shown first.
  const review = app.page.getByRole('dialog', { name: 'Review import' });
  if (names.length > 3) await review.locator('.button.primary').click();
  await app.sample(names[0].replace('.png', '')).first().waitFor();
}

async function openSheet(app) {
  await app.page.getByRole('button', { name: 'Read with your own model' }).click();
  await sheet(app).waitFor();
}

/** Chooses a folder or archive, and waits for the result of the check. */
async function choose(app, button, path) {
  const chooser = await app.chooser(() => sheet(app).getByRole('button', { name: button }).click());
  await chooser.setFiles(path);
  return eventually(async () => {
    const text = await check(app).textContent();
    return /^Checking/.test(text) || text === '' ? false : text;
  }, 'the model is checked');
}

/** Starts to read with the chosen model. */
async function start(app, { dtype = '', beams = '', tokens = LIMIT, system = '' } = {}) {
  if (dtype) await sheet(app).getByRole('combobox', { name: 'Number format' }).selectOption(dtype);
  await sheet(app).getByLabel('Token limit of a text').fill(tokens);
  await sheet(app).getByLabel('Beams').fill(beams);
  await sheet(app).getByLabel('Name in the results').fill(system);
  await submit(app).click();
  await sheet(app).waitFor({ state: 'detached' });
}

/** Waits until the run has ended; returns what its message says, and dismisses it. */
async function ended(app) {
  await message(app).getByRole('button', { name: 'Dismiss' }).waitFor();
  const text = await message(app).textContent();
  await message(app).getByRole('button', { name: 'Dismiss' }).click();
  return text;
}

/** From now on, records what the worker has read. */
async function listen(app) {
  await app.page.addInitScript(() => {
    const read = [];
    Object.assign(window, { read });
    window.Worker = class extends Worker {
      constructor(script, options) {
        super(script, options);
        this.addEventListener('message', ({ data: [text] }) => {
          const event = JSON.parse(text).heard?.event?.read;
          if (event) read.push(event.read);
        });
      }
    };
  });
  await app.open();
}

/** Returns what the worker has read since the last call. */
const heard = (app) => app.page.evaluate(() => /** @type {any} */ (window).read.splice(0));

appTest('in WebAssembly, every token is that of Python, in each number format, greedily and with beams', async (app) => {
  await listen(app);
  await app.runOn('WebAssembly');
  await addFormulas(app);
  const fetched = () => app.requests.filter((url) => url.includes('/image-to-text/'));
  assert.deepEqual(fetched(), [], 'the module is fetched for such models only');
  await openSheet(app);
  assert.match(await choose(app, 'Choose folder', written()), /small-model can be used/);
  assert.ok(fetched().length > 0);
  const listed = await models(app).textContent();
  assert.match(listed, /texlens OCR .*small-model · until you close the page/);
  assert.match(listed, /Vision-encoder-decoder of vit and trocr\. It states no licence/);
  assert.match(listed, /fp32 \(515 kB, about 1\.0 MB of memory\).*q8 \(321 kB, .*q4 \(279 kB, /s);
  const ways = ['fp32', 'q8', 'q4'].flatMap((dtype) => [[dtype, 'greedy', '1'], [dtype, 'beams', '3']]);
  for (const [index, [dtype, way, beams]] of ways.entries()) {
    if (index > 0) await openSheet(app);
    await start(app, { dtype, beams, system: `${dtype} ${way}` });
    assert.match(await ended(app), new RegExp(`${dtype} ${way} has read ${IMAGES.length} pages\\..*s a page, [\\d.]+ tokens a second\\. WebAssembly: chosen in the settings; ${dtype}\\.`));
    const read = await heard(app);
    assert.deepEqual(read.map(({ tokens }) => tokens), IMAGES.map((name) => REFERENCES[dtype][way][name]), `${dtype} ${way}`);
  }
  // The text is a prediction of a system of its own, with scores.
  await app.page.getByRole('searchbox', { name: 'Search' }).fill('fp32 greedy');
  await app.select('000 · fp32 greedy');
  assert.equal((await app.scores()).ds.text.length > 0, true);
  await app.page.getByRole('group', { name: 'View' }).getByRole('button', { name: /^Compare/ }).click();
  await app.page.locator('main').getByText('q4 beams').filter({ visible: true }).first().waitFor();
}, { timeout: 600_000 });

appTest('on WebGPU, the tokens of a few images are those of Python', async (app) => {
  await listen(app);
  await app.runOn('WebGPU');
  const few = IMAGES.slice(0, FEW);
  await addFormulas(app, few);
  await openSheet(app);
  await choose(app, 'Choose folder', written());
  await start(app, { dtype: 'fp32', beams: '1' });
  const said = await ended(app);
  assert.match(said, new RegExp(`small-model has read ${FEW} pages\\.`));
  assert.match(said, /WebGPU: chosen in the settings; \d+ of \d+ operations stay on the processor \(\d+ \w+, \d+ \w+, \d+ \w+, \d+ other operators\); fp32\./);
  assert.deepEqual((await heard(app)).map(({ tokens }) => tokens), few.map((name) => REFERENCES.fp32.greedy[name]));
}, { gpu: true, timeout: 400_000 });

appTest('a model of the SmolVLM kind reads in WebAssembly as in Python, and is asked what the person types', async (app) => {
  const references = JSON.parse(readFileSync(join(LANGUAGE_MODEL, 'references.json'), 'utf8'));
  const images = Object.keys(references.fp32.greedy).sort();
  const prompt = sheet(app).getByLabel('Prompt');
  await listen(app);
  await app.runOn('WebAssembly');
  await addFormulas(app, images, LANGUAGE_MODEL);
  await openSheet(app);
  await choose(app, 'Choose folder', written());
  assert.equal(await prompt.count(), 0, 'this model takes no prompt');
  assert.match(await choose(app, 'Choose folder', written({}, LANGUAGE_MODEL)), /can be used/);
  assert.match(await models(app).textContent(), /Smolvlm of smolvlm_vision and llama\./);
  assert.equal(await prompt.getAttribute('placeholder'), 'Convert this page to LaTeX.');
  const ways = ['fp32', 'q8', 'q4'].flatMap((dtype) => [[dtype, 'greedy', '1'], [dtype, 'beams', '3']]);
  for (const [index, [dtype, way, beams]] of ways.entries()) {
    if (index > 0) await openSheet(app);
    await start(app, { dtype, beams, system: `${dtype} ${way}` });
    assert.match(await ended(app), new RegExp(`${dtype} ${way} has read ${images.length} pages\\.`));
    const read = await heard(app);
    assert.deepEqual(read.map(({ tokens }) => tokens), images.map((name) => references[dtype][way][name]), `${dtype} ${way}`);
  }
  await openSheet(app);
  await prompt.fill('Read.');
  await start(app, { dtype: 'fp32', beams: '1', system: 'asked' });
  assert.match(await ended(app), new RegExp(`asked has read ${images.length} pages\\.`));
  const asked = (await heard(app)).map(({ tokens }) => tokens);
  assert.notDeepEqual(asked, images.map((name) => references.fp32.greedy[name]));
  await openSheet(app);
  await prompt.fill('What is <image>?');
  await start(app, { dtype: 'fp32', system: 'twice' });
  assert.match(await ended(app), /the prompt has 2 times <image>/);
}, { timeout: 600_000 });

appTest('on WebGPU, a model of the SmolVLM kind reads a few images as in Python', async (app) => {
  const references = JSON.parse(readFileSync(join(LANGUAGE_MODEL, 'references.json'), 'utf8'));
  const few = Object.keys(references.fp32.greedy).sort().slice(0, FEW);
  await listen(app);
  await app.runOn('WebGPU');
  await addFormulas(app, few, LANGUAGE_MODEL);
  await openSheet(app);
  await choose(app, 'Choose folder', written({}, LANGUAGE_MODEL));
  await start(app, { dtype: 'fp32', beams: '1' });
  const said = await ended(app);
  assert.match(said, new RegExp(`has read ${FEW} pages\\.`));
  assert.match(said, /WebGPU: chosen in the settings; \d+ of \d+ operations stay on the processor \(.*\); fp32\./);
  assert.deepEqual((await heard(app)).map(({ tokens }) => tokens), few.map((name) => references.fp32.greedy[name]));
}, { gpu: true, timeout: 400_000 });

appTest('an archive is read like a folder; what a folder lacks is said', async (app) => {
  await app.runOn('WebAssembly');
  await addFormulas(app, IMAGES.slice(0, 1));
  await openSheet(app);
  /** @type {[Record<string, string | null>, RegExp][]} */
  const cases = [
    [{ 'tokenizer.json': null }, /small-model cannot be used:There is no tokenizer\.json; download it/],
    [{ 'config.json': null }, /There is no config\.json; /],
    [{ 'onnx/encoder_model.onnx': 'version https://git-lfs.github.com/spec/v1\n' }, /encoder_model\.onnx is only a pointer of Git LFS; run `git lfs pull`/],
    [Object.fromEntries(PARTS.filter((path) => path.includes('decoder')).map((path) => [path, null])), /There is no decoder_model_merged\.onnx/],
    [{ ...Object.fromEntries(PARTS.filter((path) => path.endsWith('.onnx')).map((path) => [path, null])), 'model.safetensors': 'x' }, /There are weights \(model\.safetensors\) but no ONNX graphs/],
    [{ 'a/config.json': '{}', 'b/config.json': '{}', 'config.json': null }, /There are several models: small-model\/a, small-model\/b\. Choose the folder of one\./],
  ];
  for (const [changes, said] of cases) {
    assert.match(await choose(app, 'Choose folder', written(changes)), said);
    assert.equal(await submit(app).count(), 0, 'there is no model to read with');
  }
  const broken = join(folder({ 'broken.zip': 'no archive' }), 'broken.zip');
  assert.match(await choose(app, 'Choose archive', broken), /The file is no zip archive that can be read/);
  for (const stored of [false, true]) {
    const within = Object.entries(files()).map(([path, content]) => [`model-${stored}/${path}`, content]);
    const archive = folder({ 'model.zip': zip(Object.fromEntries(within), { stored }) });
    assert.match(await choose(app, 'Choose archive', join(archive, 'model.zip')), new RegExp(`model-${stored} can be used`));
    await start(app);
    assert.match(await ended(app), new RegExp(`model-${stored} has read 1 page`));
    await openSheet(app);
  }
  // Whatever is dropped while the sheet is open is a model.
  const dropped = Object.entries(files()).map(([path, content]) => [`dropped/${path}`, content]);
  await app.letGo({ 'model.zip': zip(Object.fromEntries(dropped)) });
  await check(app).getByText('dropped can be used').waitFor();
  // The files of a model open the sheet wherever they are dropped.
  await app.page.keyboard.press('Escape');
  await sheet(app).waitFor({ state: 'detached' });
  await app.letGo(Object.fromEntries(Object.entries(files()).map(([path, content]) => [path.replace('onnx/', ''), content])));
  await models(app).getByText('model', { exact: true }).waitFor();
});

appTest('a graph that the runtime refuses, and a tokenizer of another model, are said and cost nothing else', async (app) => {
  await app.runOn('WebAssembly');
  await addFormulas(app, IMAGES.slice(0, 2));
  await openSheet(app);
  // The check does not run graphs, and this one lacks all that its nodes need.
  const refused = { 'onnx/encoder_model.onnx': withoutNodes(graph('encoder_model')) };
  await choose(app, 'Choose folder', written(refused));
  await start(app, { dtype: 'fp32' });
  assert.match(await ended(app), /has read 0 of 2 pages\..*onnx\/encoder_model\.onnx cannot be loaded \(.*choose another number format/);
  await openSheet(app);
  const more = JSON.parse(readFileSync(join(MODEL, 'tokenizer.json'), 'utf8'));
  more.added_tokens.push({ id: 5000, content: '<other>', single_word: false, lstrip: false, rstrip: false, normalized: false, special: true });
  await choose(app, 'Choose folder', written({ 'tokenizer.json': JSON.stringify(more) }));
  await start(app, { system: 'other' });
  assert.match(await ended(app), /tokenizer\.json goes up to .*: it belongs to another model; download both files from the same place/);
  // An image that cannot be decoded costs only itself. Firefox says so where it draws the image.
  app.provoked.push(/^Image corrupt or truncated/);
  await app.page.keyboard.press('Escape');
  await app.drop({ 'none.png': Buffer.from(readFileSync(join(MODEL, 'images', IMAGES[0]))).fill(0xff, 50, 400), 'none.reference.tex': 'x', 'none.prediction.tex': 'y' });
  await openSheet(app);
  await choose(app, 'Choose folder', written());
  await start(app, { system: 'whole' });
  assert.match(await ended(app), /whole has read 2 of 3 pages\..*none: /);
});

appTest('the check reads the graphs, and names what each number format lacks', async (app) => {
  await app.runOn('WebAssembly');
  await addFormulas(app, IMAGES.slice(0, 1));
  await openSheet(app);
  await choose(app, 'Choose folder', written());
  const first = models(app).locator('details').first();
  await first.getByText('Inputs, outputs and operators').click();
  const told = await first.textContent();
  assert.match(told, /encoder_modelInputspixel_values: float32\[batch_size, num_channels, height, width\]Outputslast_hidden_state: float32\[.*\]OperatorsConstant\s×\s\d+, /);
  assert.match(told, /decoder_model_merged.*past_key_values\.\*\.encoder\.value: float32\[batch_size, 2, encoder_sequence_length, 32\].*Outputslogits: float32\[batch_size, decoder_sequence_length, \d+\]/);
  const [encoder, decoder] = ['onnx/encoder_model.onnx', 'onnx/decoder_model_merged.onnx'];
  const external = withExternalWeights(graph('encoder_model'), 'encoder_model.onnx_data');
  /** @type {[Record<string, string | Buffer | null>, RegExp][]} */
  const cases = [
    [{ [encoder]: graph('encoder_model').subarray(0, 90_000) }, /The graph onnx\/encoder_model\.onnx is of no use: at byte \d+, it is no ONNX file, or it is cut off; download it again\./],
    [{ [encoder]: Buffer.alloc(5000, 7) }, /it is no ONNX file, or it is cut off/],
    [{ [encoder]: external.graph }, /The graph onnx\/encoder_model\.onnx has its weights in encoder_model\.onnx_data, which is not in the same folder; download it as well\./],
    [{ [decoder]: withForeignOperators(graph('decoder_model_merged')) }, /The graph onnx\/decoder_model_merged\.onnx uses operators of another program \(com\.example\.If\), which ONNX Runtime does not have; export the model without them\./],
  ];
  for (const [changes, said] of cases) {
    await choose(app, 'Choose folder', written(changes));
    const listed = await models(app).getByRole('listitem').filter({ hasText: 'small-model' }).last().textContent();
    assert.match(listed, /fp32 \(.*; cannot be used\)/);
    assert.match(listed, said);
    // The other formats are sound.
    assert.equal(await sheet(app).getByRole('combobox', { name: 'Number format' }).inputValue(), 'q8');
    await sheet(app).getByRole('combobox', { name: 'Number format' }).selectOption('fp32');
    assert.ok(await submit(app).isDisabled());
  }
  // A model of which nothing can be used is no model.
  const lacking = Object.fromEntries(PARTS.filter((path) => path.endsWith('.onnx')).map((path) => [path, Buffer.alloc(5000, 7)]));
  assert.match(await choose(app, 'Choose folder', written(lacking)), /small-model cannot be used:fp32: The graph onnx.*q4: The graph onnx/);
});

appTest('weights in files of their own; weights that are too large for a browser', async (app) => {
  await listen(app);
  await app.runOn('WebAssembly');
  await addFormulas(app, IMAGES.slice(0, 2));
  await openSheet(app);
  const moved = {};
  for (const name of ['encoder_model', 'decoder_model_merged']) {
    const external = withExternalWeights(graph(name), `${name}.onnx_data`);
    assert.ok(external.graph.length < graph(name).length / 1.5);
    Object.assign(moved, { [`onnx/${name}.onnx`]: external.graph, [`onnx/${name}.onnx_data`]: external.weights });
  }
  await choose(app, 'Choose folder', written(moved));
  await start(app, { dtype: 'fp32', beams: '1' });
  assert.match(await ended(app), /small-model has read 2 pages\./);
  assert.deepEqual((await heard(app)).map(({ tokens }) => tokens), IMAGES.slice(0, 2).map((name) => REFERENCES.fp32.greedy[name]));
  // The file has no content on the disk, and nobody reads it.
  const large = written(moved);
  truncateSync(join(large, 'onnx/decoder_model_merged.onnx_data'), 3.5 * 2 ** 30);
  await openSheet(app);
  await choose(app, 'Choose folder', large);
  const formats = sheet(app).getByRole('combobox', { name: 'Number format' });
  assert.match(await formats.getByRole('option').first().textContent(), /fp32 \(3\.8 GB, about 7\.5 GB of memory; too large for a browser\)/);
  assert.equal(await formats.inputValue(), 'q8');
});

appTest('scores that are not numbers are said', async (app) => {
  await app.runOn('WebAssembly');
  await addFormulas(app, IMAGES.slice(0, 1));
  await openSheet(app);
  await choose(app, 'Choose folder', written({ 'onnx/decoder_model_merged.onnx': withoutNumbers(graph('decoder_model_merged')) }));
  await start(app, { dtype: 'fp32' });
  assert.match(await ended(app), /has read 0 of 1 page\..*the scores of token 1 are not numbers: .*choose another number format, such as fp32 or q8/);
  await openSheet(app);
  await start(app, { dtype: 'q8' });
  assert.match(await ended(app), /has read 1 page\./);
});

/** Code that makes the worker take its emulated adapter for a real one. */
const REAL = 'for (const kind of [self.GPUAdapterInfo, self.GPUAdapter]) if (kind) Object.defineProperty(kind.prototype, "isFallbackAdapter", { get: () => false });';

/** Runs code in the worker. */
const inWorker = (app, code) => changeFile(app, 'image-to-text-worker.mjs', (script) => `${script}\n${code}`);

appTest('a weight that the graphics card cannot bind is read in WebAssembly', async (app) => {
  await inWorker(app, `${REAL} Object.defineProperty(GPUSupportedLimits.prototype, "maxStorageBufferBindingSize", { get: () => 1000 });`);
  await addFormulas(app, IMAGES.slice(0, 1));
  await openSheet(app);
  await choose(app, 'Choose folder', written());
  await start(app, { dtype: 'fp32' });
  assert.match(await ended(app), /has read 1 page\..*WebAssembly: a weight of \d+ kB is larger than what WebGPU binds here, 1 kB; .*fp32\./);
  await app.runOn('WebGPU');
  await openSheet(app);
  await start(app, { dtype: 'fp32' });
  assert.match(await ended(app), /has read 0 of 1 page\..*WebGPU was asked for, but a weight of \d+ kB is larger .* Choose another execution provider in the settings/);
}, { gpu: true, timeout: 400_000 });

appTest('left to itself, a model runs where it reads right, and faster', async (app) => {
  await listen(app);
  await inWorker(app, REAL);
  await app.open();
  await addFormulas(app, IMAGES.slice(0, 2));
  await openSheet(app);
  await choose(app, 'Choose folder', written());
  await start(app, { dtype: 'fp32', beams: '1' });
  // The card is emulated by the processor, which is faster without.
  assert.match(await ended(app), /has read 2 pages\..*WebAssembly: it began the first text in [\d.]+ s, WebGPU in [\d.]+ s; fp32\./);
  assert.deepEqual((await heard(app)).map(({ tokens }) => tokens), IMAGES.slice(0, 2).map((name) => REFERENCES.fp32.greedy[name]));
}, { gpu: true, timeout: 400_000 });

appTest('a graphics card that calculates something else is left', async (app) => {
  await inWorker(app, `${REAL} const shader = GPUDevice.prototype.createShaderModule; GPUDevice.prototype.createShaderModule = function (one) { return shader.call(this, { ...one, code: one.code.replaceAll("inverseSqrt(", "0.0 * inverseSqrt(") }); };`);
  await app.open();
  await addFormulas(app, IMAGES.slice(0, 1));
  await openSheet(app);
  await choose(app, 'Choose folder', written());
  await start(app, { dtype: 'fp32', beams: '1' });
  assert.match(await ended(app), /has read 1 page\..*WebAssembly: WebGPU reads another text here, so it calculates something wrong; fp32\./);
}, { gpu: true, timeout: 400_000 });

appTest('a graphics card that fails while it reads is left, and the page is read', async (app) => {
  await listen(app);
  await inWorker(app, `${REAL} let left = 3; const map = GPUBuffer.prototype.mapAsync; GPUBuffer.prototype.mapAsync = function (...all) { if (left-- <= 0) throw new Error("the device is lost"); return map.apply(this, all); };`);
  await app.open();
  await addFormulas(app, IMAGES.slice(0, 2));
  await openSheet(app);
  await choose(app, 'Choose folder', written());
  await start(app, { dtype: 'fp32', beams: '1' });
  assert.match(await ended(app), /has read 2 pages\..*WebAssembly: WebGPU failed: .*fp32\./);
  assert.deepEqual((await heard(app)).map(({ tokens }) => tokens), IMAGES.slice(0, 2).map((name) => REFERENCES.fp32.greedy[name]));
}, { gpu: true, timeout: 400_000 });

appTest('a model stays in the browser if the person wants that, until it is removed', async (app) => {
  await app.runOn('WebAssembly');
  await addFormulas(app, IMAGES.slice(0, 1));
  await openSheet(app);
  await choose(app, 'Choose folder', written());
  await app.page.reload();
  await openSheet(app);
  await models(app).getByText('texlens OCR').waitFor();
  assert.equal(await models(app).getByText('small-model').count(), 0, 'nothing is kept unasked');
  await choose(app, 'Choose folder', written());
  await models(app).getByRole('button', { name: 'Keep in this browser: small-model' }).click();
  await models(app).getByText('kept in this browser').waitFor();
  await app.page.reload();
  await openSheet(app);
  await models(app).getByText('kept in this browser').waitFor();
  await start(app);
  assert.match(await ended(app), /small-model has read 1 page\./);
  // A stored file that was changed is not run.
  await app.page.evaluate(async () => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        if (request.url.includes('user-model-files') && request.url.includes('encoder_model.onnx')) await cache.put(request, new Response('changed'));
      }
    }
  });
  await app.page.reload();
  await openSheet(app);
  await models(app).getByText('kept in this browser').waitFor();
  await start(app, { system: 'again' });
  assert.match(await ended(app), /A stored file of this model is gone or was changed\. Remove the model/);
  await openSheet(app);
  await app.reallyPress('Remove', models(app));
  await models(app).getByText('small-model').waitFor({ state: 'detached' });
  const left = () => app.page.evaluate(async () => {
    const caching = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const keys = await Promise.all(caching.map((cache) => cache.keys()));
    return keys.flat().filter((request) => request.url.includes('user-model')).length;
  });
  await eventually(async () => (await left()) === 0, 'its files are deleted');
});

/** A model that never ends a text, and reads with as many beams as possible: pages take seconds. */
const endless = () => written({ 'generation_config.json': JSON.stringify({ ...JSON.parse(readFileSync(join(MODEL, 'generation_config.json'), 'utf8')), eos_token_id: 1 }) });

appTest('a run is cancelled between tokens; a worker that dies is replaced', async (app) => {
  await app.runOn('WebAssembly');
  await addFormulas(app, IMAGES.slice(0, 12));
  await openSheet(app);
  await choose(app, 'Choose folder', endless());
  await start(app, { beams: '16', tokens: '64' });
  await message(app).filter({ hasText: /small-model reads \d+ \(page \d+ of 12\)\d+ token/ }).waitFor();
  await message(app).getByRole('button', { name: 'Cancel' }).click();
  assert.match(await ended(app), /Cancelled\. small-model has read \d+ of 12 pages\./);
  await openSheet(app);
  await start(app, { beams: '16', tokens: '64', system: 'survivor' });
  await message(app).getByLabel('Text so far').waitFor();
  const worker = await eventually(() => app.worker('image-to-text-worker.mjs'), 'the worker runs');
  await worker.end();
  const said = await ended(app);
  assert.match(said, /survivor has read 12 pages\./);
  assert.match(said, /12 texts end at the token limit; enter a larger one: 000, 001, 002 and 9 more/);
}, { timeout: 600_000 });

appTest('the sheet and the message are accessible', async (app) => {
  const screens = new Screens();
  await app.runOn('WebAssembly');
  await addFormulas(app);
  await openSheet(app);
  await screens.check(app.page, 'own model, none');
  await choose(app, 'Choose folder', written({ 'tokenizer.json': null, 'preprocessor_config.json': null }));
  await screens.check(app.page, 'own model, faulty', { tab: false });
  await choose(app, 'Choose folder', endless());
  await sheet(app).getByLabel('Token limit of a text').fill('0');
  await screens.check(app.page, 'own model, chosen');
  await start(app, { beams: '16', tokens: '64' });
  await message(app).getByLabel('Text so far').waitFor();
  await screens.check(app.page, 'own model, reading', { tab: false });
  await message(app).getByRole('button', { name: 'Dismiss' }).waitFor();
  await screens.check(app.page, 'own model, read', { tab: false });
  screens.done();
}, { timeout: 600_000 });

appTest('a model reads the formulas of a page that texlens has read', async (app) => {
  await app.runOn('WebAssembly');
  await app.drop({ 'page.png': samplePage('halo-model').image, 'page.reference.tex': 'x' });
  await app.select('page');
  await app.read('page');
  const before = await app.prediction();
  await addFormulas(app, IMAGES.slice(0, 1));
  await openSheet(app);
  await choose(app, 'Choose folder', written());
  await sheet(app).getByRole('combobox', { name: 'What it reads' }).selectOption({ label: 'All formulas; texlens reads the rest' });
  assert.equal(await sheet(app).getByLabel('Name in the results').getAttribute('placeholder'), 'texlens, formulas by small-model');
  await start(app, { dtype: 'fp32', beams: '1' });
  const said = await ended(app);
  assert.match(said, /texlens, formulas by small-model has read 1 of 2 pages\./);
  assert.match(said, /000: the built-in OCR has not read this page/i);
  await app.select('page · texlens, formulas by small-model');
  const after = await app.prediction();
  // The text stays, and formulas stand in their places.
  const text = (latex) => latex.replaceAll(/\$[^$]*\$|\\\[.*?\\\]|\\begin\{(equation\*?|align\*?)\}.*?\\end\{\1\}/gs, '·');
  assert.equal(text(after), text(before));
  assert.notEqual(after, before);
}, { timeout: 400_000 });
