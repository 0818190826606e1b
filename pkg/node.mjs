// In Node, the module is read from the disk synchronously: all functions can be called without waiting.
import { readFileSync } from 'node:fs';
import { initSync } from './texlens.js';

const exports = initSync({ module: readFileSync(new URL('texlens_bg.wasm', import.meta.url)) });

export * from './texlens.js';

/** For compatibility with pages, where the module must be fetched first. */
export default async function init() {
  return exports;
}
