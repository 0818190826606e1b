// Prints the sizes of the files that a browser fetches, compressed as a static host would (brotli, best quality).
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';

// Compressing the runtime takes a minute and always gives the same result.
const CACHE = 'target/brotli-sizes.json';
// Formats that are already compressed.
const AS_IS = /\.(png|jpg|woff2)$/;

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
    const hash = createHash('sha256').update(data).digest('hex');
    cache[hash] ??= AS_IS.test(path)
      ? data.length
      : brotliCompressSync(data, {
          params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: data.length },
        }).length;
    sizes[path.slice(folder.length + 1)] = { bytes: data.length, compressed: cache[hash] };
  }
  mkdirSync('target', { recursive: true });
  writeFileSync(CACHE, JSON.stringify(cache));
  return sizes;
}

/** @type {[name: string, files: RegExp][]} */
const GROUPS = [
  ['before first paint (page, style, JavaScript, module)', /^([^/]+\.(html|mjs|css|svg)|app\/.*\.(js|wasm))$/],
  ['workers', /^workers\//],
  ['model', /^models\//],
  ['PDF module', /^pdf\//],
  ['runtime: WebAssembly alone', /^ort\/(ort\.wasm\.|ort-wasm-simd-threaded\.(mjs|wasm))/],
  ['runtime: with WebGPU', /^ort\/(ort\.webgpu\.|ort-wasm-simd-threaded\.asyncify\.)/],
  ['formula fonts (those a page needs)', /^katex\/fonts\//],
  ['sample pages', /^samples\//],
];

/** Returns the sizes of `dist/` by purpose: [{ name, bytes, compressed }]. */
export function groups(all = sizes('dist')) {
  return GROUPS.map(([name, pattern]) => {
    const sum = { name, bytes: 0, compressed: 0 };
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
  for (const { name, bytes, compressed } of groups()) {
    console.log(`${name.padEnd(40)}${kilobytes(bytes)}${kilobytes(compressed)} brotli`);
  }
}
