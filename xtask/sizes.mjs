// Prints the sizes of the files that a browser fetches, compressed as a static host would (brotli, best quality).
// Records them for `cargo xtask figures`.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';
import { record } from './bench/results.mjs';

// Compressing the runtime takes a minute and always gives the same result.
const CACHE = 'target/brotli-sizes.json';
// Formats that are already compressed.
const AS_IS = /\.(png|jpg|woff2|gz)$/;

function cached() {
  try {
    return JSON.parse(readFileSync(CACHE, 'utf8'));
  } catch {
    return {};
  }
}

/** Returns the sizes of all files below a folder: { name: { bytes, compressed } }. */
export function sizes(folder) {
  const cache = cached();
  const sizes = {};
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = `${entry.parentPath}/${entry.name}`;
    const data = readFileSync(path);
    const name = path.slice(folder.length + 1);
    if (AS_IS.test(path)) {
      sizes[name] = { bytes: data.length, compressed: data.length };
      continue;
    }
    const hash = createHash('sha256').update(data).digest('hex');
    cache[hash] ??= brotliCompressSync(data, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: data.length },
    }).length;
    sizes[name] = { bytes: data.length, compressed: cache[hash] };
  }
  mkdirSync('target', { recursive: true });
  writeFileSync(CACHE, JSON.stringify(cache));
  return sizes;
}

/** @type {[figure: string, title: string, files: RegExp][]} */
const GROUPS = [
  ['page', 'before first paint (page, style, JavaScript, module)', /^([^/]+\.(html|mjs|css|svg)|app\/.*\.(js|wasm))$/],
  ['workers', 'module of the workers', /^workers\//],
  ['recognition', 'first recognition: glyph detector, runtime', /^(models\/glyph-detector\.(onnx|json)|ort\/(ort\.wasm\.|ort-wasm-simd-threaded\.(mjs|wasm)).*)$/],
  ['network', '  of which the network', /^models\/glyph-detector\.onnx$/],
  ['accurate', 'accurate network', /^models\/glyph-detector-accurate\.(onnx|json)$/],
  ['webgpu', 'runtime with WebGPU', /^ort\/(ort\.webgpu\.|ort-wasm-simd-threaded\.asyncify\.)/],
  ['webgpu.runtime', '  of which WebAssembly', /^ort\/ort-wasm-simd-threaded\.asyncify\.wasm$/],
  ['texbleu', 'TeXBLEU', /^models\/texbleu\.(bin|json)$/],
  ['pdf', 'PDF renderer', /^pdf\//],
  ['image-to-text', 'reading with your own model, without the runtime', /^image-to-text\//],
  ['tex', 'TeX engine', /^tex\/(pdftex\.wasm|core\.tar|fragment\.fmt)\.gz$/],
  ['tex-packages', 'TeX packages', /^tex\/(document\.fmt|packages\.tar)\.gz$/],
  ['fonts', 'formula fonts (those a page needs)', /^katex\/fonts\//],
  ['samples', 'sample pages', /^(samples|thumbnails)\//],
  ['demo', 'comparison of three systems', /^demo\//],
];

/** Returns the sizes of `dist/` by purpose: [{ figure, title, bytes, compressed }]. */
function groups() {
  const all = sizes('dist');
  return GROUPS.map(([figure, title, pattern]) => {
    const sum = { figure, title, bytes: 0, compressed: 0 };
    for (const [file, { bytes, compressed }] of Object.entries(all)) {
      if (!pattern.test(file)) continue;
      sum.bytes += bytes;
      sum.compressed += compressed;
    }
    return sum;
  });
}

if (process.argv[1]?.endsWith('sizes.mjs')) {
  const kilobytes = (bytes) => `${(bytes / 1000).toFixed(0)} kB`.padStart(10);
  const all = groups();
  for (const { title, bytes, compressed } of all) {
    console.log(`${title.padEnd(54)}${kilobytes(bytes)}${kilobytes(compressed)} brotli`);
  }
  // A name that ends in `.unpacked` is the size without compression.
  const figures = all.flatMap(({ figure, bytes, compressed }) => [[figure, compressed], [`${figure}.unpacked`, bytes]]);
  record('sizes', Object.fromEntries(figures));
}
