// In Node the module is read from the disk at once: everything can be called without waiting.
import { readFileSync } from 'node:fs';
import { initSync } from './texlens.js';

const exports = initSync({ module: readFileSync(new URL('texlens_bg.wasm', import.meta.url)) });

export * from './texlens.js';

/** As in a page, where the module has to be fetched first. */
export default async function init() {
  return exports;
}
