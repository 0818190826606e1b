// Serves the built module of the npm package to pages that import `./npm/texlens.js`.
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../../pkg/', import.meta.url));
const TYPES = { js: 'text/javascript', wasm: 'application/wasm' };

/** Serves it by Playwright. */
export async function offerNpmModule(/** @type {import('playwright-core').Page} */ page) {
  await page.route('**/npm/**', (route) => {
    const [, name] = new URL(route.request().url()).pathname.split('/npm/');
    return route.fulfill({ path: `${FOLDER}${name}` });
  });
}

/** The same by a test's proxy, also for browsers whose driver intercepts no requests. */
export function replaceNpmModule(/** @type {import('./harness.mjs').Network} */ network, /** @type {string} */ origin) {
  for (const name of readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })) {
    const type = TYPES[name.split('.').at(-1)];
    if (type) network.replaced.set(`${origin}/npm/${name}`, { type, text: readFileSync(`${FOLDER}${name}`) });
  }
}
