// Serves the built module of the npm package to pages that import `./npm/texlens.js`.
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ORIGIN } from './harness.mjs';

const TYPES = { js: 'text/javascript', wasm: 'application/wasm' };

/** @param {import('./harness.mjs').App} app */
export function offerNpmModule(app) {
  const folder = fileURLToPath(new URL('../../pkg/', import.meta.url));
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const type = TYPES[name.split('.').at(-1)];
    if (type) app.network.replaced.set(`${ORIGIN}/npm/${name}`, { type, text: readFileSync(`${folder}${name}`) });
  }
}
