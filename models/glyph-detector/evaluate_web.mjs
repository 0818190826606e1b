// Runs the model on tiles with ONNX Runtime Web in Chromium, as the app does, for evaluate.py --rows.
//   CHROMIUM=/usr/bin/chromium node evaluate_web.mjs wasm|webgpu MODEL TILES OUT
// The npm packages are those of the project's package.json. WebGPU runs on Chromium's software adapter on the CPU,
// which takes about one second for a tile of 160 x 160 pixels.
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { GPU_FLAGS, launch } from '../../xtask/chromium.mjs';

const [provider, model, tiles, out] = process.argv.slice(2);
const script = { wasm: 'ort.wasm.min.mjs', webgpu: 'ort.webgpu.min.mjs' }[provider];
const runtime = new URL('../../node_modules/onnxruntime-web/dist/', import.meta.url);
// Browsers offer WebGPU to pages of this origin. No network request is made.
const origin = 'http://localhost/';

/** Answers every request of the page from files. */
async function serve(page) {
  await page.route('**/*', (route) => {
    const path = new URL(route.request().url()).pathname.slice(1);
    if (path === '') return route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>evaluation</title>' });
    if (path === 'model') return route.fulfill({ body: readFileSync(model) });
    if (path.startsWith('tiles/')) return route.fulfill({ body: readFileSync(`${tiles}/${path.slice('tiles/'.length)}`) });
    return route.fulfill({ path: new URL(path, runtime).pathname });
  });
}

/** In the page: opens a session with the app's options on the given provider only. */
async function open({ script, provider }) {
  const ort = await import(script);
  ort.env.wasm.numThreads = 1;
  const model = new Uint8Array(await (await fetch('model')).arrayBuffer());
  const options = { executionProviders: [provider], extra: { session: { disable_quant_qdq: '1' } } };
  const session = await ort.InferenceSession.create(model, options);
  globalThis.rows = async (name, width, height) => {
    const ink = new Float32Array(await (await fetch(`tiles/${name}`)).arrayBuffer());
    const { glyphs } = await session.run({ image: new ort.Tensor('float32', ink, [1, 1, height, width]) });
    const rows = [...(await glyphs.getData())];
    glyphs.dispose();
    return rows;
  };
}

const browser = await launch({ args: provider === 'webgpu' ? GPU_FLAGS : [] });
const page = await browser.newPage();
await serve(page);
await page.goto(origin);
await page.evaluate(open, { script: `${origin}${script}`, provider });
mkdirSync(out, { recursive: true });
for (const name of readdirSync(tiles)) {
  const [, width, height] = name.match(/-(\d+)x(\d+)\.f32$/).map(Number);
  const rows = await page.evaluate(([name, width, height]) => globalThis.rows(name, width, height), [name, width, height]);
  writeFileSync(`${out}/${name.replace(/\.f32$/, '.rows')}`, new Uint8Array(Float32Array.from(rows).buffer));
}
await browser.close();
