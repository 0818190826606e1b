import assert from 'node:assert/strict';
import { appTest, changeFile, eventually, ORIGIN } from './harness.mjs';
import { LINE, samplePage, stripedPng } from './pages.mjs';

/** Returns the share of the reference's plain words that a text contains. */
function wordsFound(reference, text) {
  const words = reference.replace(/\$[^$]*\$|\\begin\{equation\}[\s\S]*?\\end\{equation\}|\\\w+/g, ' ').match(/[A-Za-z]{4,}/g);
  return words.filter((word) => text.includes(word)).length / words.length;
}

appTest('a dropped page is read in WebAssembly and scored', async (app) => {
  const { image, reference } = samplePage('subaddresses');
  await app.runOn('WebAssembly');
  await app.drop({ 'subaddresses.png': image, 'subaddresses.tex': reference });
  await app.read('subaddresses');
  assert.match(await app.runtime(), /^WebAssembly: chosen in the settings/);
  const latex = await app.prediction();
  const found = wordsFound(reference, latex);
  assert.ok(found >= 0.9, `${(found * 100).toFixed(1)} % of the page's words were read:\n${latex}`);
  const scores = await app.scores();
  assert.ok(scores.ds.value > 0.7, `ds: ${scores.ds.value}`);

  // Each box lies where its text was read.
  const boxes = await app.page.locator('svg.overlay rect[data-token]').count();
  assert.ok(boxes > 100, `${boxes} boxes`);
  await app.page.locator('svg.overlay rect[data-token="0"]').click();
  await app.page.locator('#token-selected').waitFor();
  assert.match(await app.page.locator('.readout').textContent(), /confidence \d\.\d\d/);
});

appTest('left to itself it does not compute on an emulated GPU, nor fetch the runtime for one', async (app) => {
  const fetched = [];
  app.page.context().on('request', (request) => fetched.push(request.url()));
  await app.drop({ 'line.png': LINE });
  await app.read('line');
  assert.match(await app.runtime(), /^WebAssembly: .*(WebGPU|emulates)/);
  assert.ok(fetched.some((url) => url.endsWith('/ort/ort-wasm-simd-threaded.wasm')));
  assert.ok(!fetched.some((url) => url.includes('asyncify')), 'the large runtime was fetched');
}, { gpu: true });

appTest('on an iPhone, WebGPU is not tried unless it is asked for', async (app) => {
  await changeFile(app, 'reading-worker.mjs', (worker) => `${worker}
    Object.defineProperty(WorkerNavigator.prototype, 'userAgent', { get: () => 'Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X)' });
    Object.defineProperty(GPUAdapterInfo.prototype, 'isFallbackAdapter', { get: () => false });`);
  await app.open();
  await app.drop({ 'line.png': LINE });
  await app.read('line');
  assert.match(await app.runtime(), /^WebAssembly: on iPhone and iPad, the browser may end a page that runs models on WebGPU/);
}, { gpu: true });

appTest('small images get the accurate network and pages the fast one, unless another is chosen', async (app) => {
  const fetched = () => new Set(app.requests.filter((url) => url.endsWith('.onnx')).map((url) => url.split('/').pop()));
  await app.runOn('WebAssembly');
  await app.drop({ 'line.png': LINE });
  await app.read('line');
  assert.match(await app.runtime(), /accurate network/);
  assert.deepEqual(fetched(), new Set(['glyph-detector-accurate.onnx']));
  await app.drop({ 'page.png': samplePage('subaddresses').image });
  await app.read('page');
  assert.match(await app.runtime(), /fast network/);
  await app.readWith('Fast');
  await app.drop({ 'again.png': LINE });
  await app.read('again');
  assert.match(await app.runtime(), /fast network/);
  assert.deepEqual(fetched(), new Set(['glyph-detector-accurate.onnx', 'glyph-detector.onnx']));
});

appTest('where the accurate network cannot be fetched the fast one reads, unless it was asked for', async (app) => {
  app.network.replaced.set(`${ORIGIN}/models/glyph-detector-accurate.json`, { type: 'text/plain', text: 'gone', status: 404 });
  await app.drop({ 'line.png': LINE });
  await app.read('line');
  assert.match(await app.runtime(), /fast network; the accurate one could not be fetched/);
  await app.readWith('Accurate');
  await app.drop({ 'again.png': LINE });
  await app.select('again');
  const alert = app.page.locator('.outcome.failed');
  await alert.waitFor();
  assert.match(await alert.textContent(), /glyph-detector-accurate\.json/);
  app.network.replaced.clear();
  await alert.getByRole('button', { name: 'Try again' }).click();
  await app.read('again');
  assert.match(await app.runtime(), /accurate network/);
  app.errors = app.errors.filter((error) => !/status of 404/.test(error));
});

/** Counts what a worker submits to its GPU. */
function countSubmissions(worker) {
  const counting = () => {
    globalThis.submissions = 0;
    const { submit } = globalThis.GPUQueue.prototype;
    globalThis.GPUQueue.prototype.submit = function (commands) {
      globalThis.submissions += 1;
      return submit.call(this, commands);
    };
  };
  return `${worker}\n(${counting})();`;
}

appTest('one line is read on WebGPU as in WebAssembly', async (app) => {
  await changeFile(app, 'reading-worker.mjs', countSubmissions);
  await app.open();
  await app.readWith('Fast');
  await app.runOn('WebGPU');
  await app.drop({ 'line.png': LINE });
  await app.read('line');
  assert.match(await app.runtime(), /^WebGPU: chosen in the settings/);
  const onGpu = await app.prediction();
  const [worker] = app.page.workers();
  assert.ok((await worker.evaluate(() => globalThis.submissions)) > 0, 'the GPU was given nothing to do');

  await app.runOn('WebAssembly');
  await app.drop({ 'again.png': LINE });
  await app.select('again');
  await app.read('again');
  assert.match(await app.runtime(), /^WebAssembly/);
  assert.equal(await app.prediction(), onGpu);
}, { gpu: true, timeout: 400_000 });

appTest('WebGPU where there is none is refused with advice', async (app) => {
  await app.runOn('WebGPU');
  await app.drop({ 'line.png': LINE });
  const alert = app.page.locator('.outcome.failed');
  await alert.waitFor();
  assert.match(await alert.textContent(), /WebGPU was asked for, but .*Choose another execution provider/);
  await app.runOn('WebAssembly');
  await alert.getByRole('button', { name: 'Try again' }).click();
  await app.read('line');
});

/** A GPU that appears to be real, but clips every activation at the wrong end. */
function wrongGpu(worker) {
  const broken = () => {
    Object.defineProperty(globalThis.GPUAdapterInfo.prototype, 'isFallbackAdapter', { get: () => false });
    const { createShaderModule } = globalThis.GPUDevice.prototype;
    globalThis.GPUDevice.prototype.createShaderModule = function (descriptor) {
      return createShaderModule.call(this, { ...descriptor, code: descriptor.code.replaceAll('max(', 'min(') });
    };
  };
  return `${worker}\n(${broken})();`;
}

appTest('a GPU that computes something else is found out and left alone', async (app) => {
  await changeFile(app, 'reading-worker.mjs', wrongGpu);
  await app.open();
  await app.readWith('Fast');
  await app.drop({ 'line.png': LINE });
  await app.read('line');
  assert.match(await app.runtime(), /^WebAssembly: WebGPU does not work here: webgpu: the self-check failed/);
  const read = await app.prediction();

  await app.runOn('WebGPU');
  await app.drop({ 'again.png': LINE });
  await app.select('again');
  const alert = app.page.locator('.outcome.failed');
  await alert.waitFor();
  assert.match(await alert.textContent(), /webgpu: the self-check failed: .*Choose another execution provider/);
  await app.runOn('WebAssembly');
  await alert.getByRole('button', { name: 'Try again' }).click();
  await app.read('again');
  assert.equal(await app.prediction(), read);
}, { gpu: true, timeout: 400_000 });

appTest('a model that finds something else than was recorded is not used', async (app) => {
  await changeFile(app, 'models/glyph-detector-accurate.json', (manifest) => {
    const model = JSON.parse(manifest);
    for (const glyph of model.golden.glyphs) glyph.x += 5;
    return JSON.stringify(model);
  });
  await app.runOn('WebAssembly');
  await app.drop({ 'line.png': LINE });
  const alert = app.page.locator('.outcome.failed');
  for (const attempt of ['first', 'second']) {
    await alert.waitFor();
    assert.match(await alert.textContent(), /wasm: the self-check failed: \d+ of \d+ glyphs are missing, first `/, `${attempt} attempt`);
    if (attempt === 'first') await alert.getByRole('button', { name: 'Try again' }).click();
  }
});

appTest('a model that was changed on its way is not used', async (app) => {
  await changeFile(app, 'models/glyph-detector-accurate.onnx', (model) => {
    model[model.length >> 1] ^= 1;
    return model;
  });
  await app.runOn('WebAssembly');
  await app.drop({ 'line.png': LINE });
  const alert = app.page.locator('.outcome.failed');
  await alert.waitFor();
  assert.match(await alert.textContent(), /glyph-detector-accurate\.onnx is not the file this app was built with/);
});

appTest('reading is cancelled between tiles', async (app) => {
  const { image } = samplePage('radial-velocities');
  await app.runOn('WebAssembly');
  await app.drop({ 'long.png': image });
  await app.page.getByText(/Reading: [1-9]\d* of/).waitFor();
  await app.page.getByRole('button', { name: 'Cancel' }).click();
  await app.page.getByText('Reading was cancelled.').waitFor();
  // The app continues to work.
  await app.drop({ 'line.png': LINE });
  await app.select('line');
  await app.read('line');
});

appTest('a worker that dies is started again; what was read stays', async (app) => {
  await app.runOn('WebAssembly');
  await app.drop({ 'line.png': LINE });
  await app.read('line');
  const line = await app.prediction();
  const { image } = samplePage('subaddresses');
  await app.drop({ 'page.png': image });
  await app.select('page');
  await app.page.getByText(/Reading: [1-9]\d* of/).waitFor();
  const worker = await app.worker('reading-worker.mjs');
  // The next one dies, too, before it has begun with the page.
  await app.endNextWorker(() => worker.end());
  await app.read('page');
  await app.select('line');
  assert.equal(await app.prediction(), line);
});

/**
 * A picture drawn in the browser: `quarter` is the given image rotated clockwise by 90 degrees, `photograph` shows
 * shapes and shades.
 */
function drawn(app, width, height, draw, image) {
  return app.page
    .evaluate(
      async ({ width, height, draw, base64 }) => {
        const canvas = new OffscreenCanvas(width, height);
        const bytes = base64 && Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
        const picture = bytes && (await createImageBitmap(new Blob([bytes])));
        const context = canvas.getContext('2d');
        if (draw === 'quarter') {
          context.translate(width, 0);
          context.rotate(Math.PI / 2);
          context.drawImage(picture, 0, 0);
        } else {
          const sky = context.createLinearGradient(0, 0, width, height);
          sky.addColorStop(0, '#204060');
          sky.addColorStop(0.6, '#d0b090');
          sky.addColorStop(1, '#302010');
          context.fillStyle = sky;
          context.fillRect(0, 0, width, height);
          for (let i = 0; i < 60; i++) {
            context.fillStyle = `hsl(${i * 47} 40% ${20 + ((i * 13) % 60)}%)`;
            context.beginPath();
            context.arc((i * 97) % width, (i * 61) % height, 10 + ((i * 29) % 60), 0, 7);
            context.fill();
          }
        }
        const blob = await canvas.convertToBlob({ type: 'image/png' });
        const url = await new Promise((done) => {
          const reader = new FileReader();
          reader.onload = () => done(reader.result);
          reader.readAsDataURL(blob);
        });
        return url.split(',')[1];
      },
      { width, height, draw, base64: image?.toString('base64') },
    )
    .then((base64) => Buffer.from(base64, 'base64'));
}

appTest('a page on its side is shown and read upright, and a part of it is read again', async (app) => {
  const { image, reference } = samplePage('subaddresses');
  const [width, height] = [image.readUInt32BE(16), image.readUInt32BE(20)];
  await app.runOn('WebAssembly');
  await app.drop({ 'side.png': await drawn(app, height, width, 'quarter', image) });
  await app.read('side');
  await app.page.locator('section.page .toolbar').getByText('turned by 90° to the left').waitFor();
  assert.ok(wordsFound(reference, await app.prediction()) >= 0.9);
  const sheet = await app.page.locator('.sheet .turned').boundingBox();
  assert.ok(sheet.height > 1.2 * sheet.width, `${sheet.width} x ${sheet.height}`);

  // Boxes lie on the upright page: the box of the first word is wider than high, and near the top.
  const word = app.page.locator('svg.overlay rect[data-token="3"]');
  const box = await word.boundingBox();
  assert.ok(box.y < sheet.y + sheet.height / 2 && box.x > sheet.x && box.x + box.width < sheet.x + sheet.width);
  const before = await app.prediction();
  await app.page.mouse.move(sheet.x + sheet.width * 0.05, box.y - 12);
  await app.page.mouse.down();
  await app.page.mouse.move(sheet.x + sheet.width * 0.95, box.y + 40, { steps: 4 });
  await app.page.mouse.up();
  await app.page.getByRole('button', { name: 'Read this part again' }).click();
  await app.read('side');
  const after = await app.prediction();
  assert.ok(wordsFound(reference, after) >= 0.9, after);
  assert.ok(after.length > 0.8 * before.length, after);
  await app.page.locator('section.page .toolbar').getByText('turned by 90° to the left').waitFor();
});

appTest('a photograph gives no text, and the reason', async (app) => {
  await app.runOn('WebAssembly');
  await app.drop({ 'holiday.png': await drawn(app, 900, 600, 'photograph') });
  await app.read('holiday');
  await app.page.locator('.outcome.doubt').getByText(/^No text was found: this looks like a photograph/).waitFor();
  assert.equal(await app.page.locator('svg.overlay rect[data-token]').count(), 0);
  assert.equal(await app.page.locator('.sheet img').count(), 1);
});

appTest('after a hundred images another worker reads, so that nothing adds up', async (app) => {
  const started = () => app.requests.filter((url) => url.endsWith('/reading-worker.mjs')).length;
  await app.runOn('WebAssembly');
  await app.readWith('Fast');
  const images = Array.from({ length: 101 }, (_, index) => [`p${index}.png`, stripedPng(24, 24, index)]);
  await app.drop(Object.fromEntries(images));
  await app.page.getByRole('button', { name: 'Read 101 pages' }).click();
  await eventually(() => started() === 2, 'another worker is started', 240_000);
  await app.drop({ 'line.png': LINE });
  await app.read('line');
  assert.equal(started(), 2);
});

appTest('a page that the browser freezes in the background goes on when it is back', async (app) => {
  const { image, reference } = samplePage('subaddresses');
  await app.runOn('WebAssembly');
  await app.drop({ 'page.png': image, 'page.tex': reference });
  await app.sample('page').locator('.state.busy').waitFor();
  const session = await app.page.context().newCDPSession(app.page);
  await session.send('Page.setWebLifecycleState', { state: 'frozen' });
  await new Promise((resolve) => setTimeout(resolve, 3000));
  await session.send('Page.setWebLifecycleState', { state: 'active' });
  await app.read('page');
  assert.ok((await app.scores()).ds.value > 0.7);
});
