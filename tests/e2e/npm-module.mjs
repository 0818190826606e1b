// Serves the built module of the npm package to pages that import `./npm/texlens.js`.
import { fileURLToPath } from 'node:url';

export async function offerNpmModule(page) {
  await page.route('**/npm/**', (route) => {
    const [, name] = new URL(route.request().url()).pathname.split('/npm/');
    return route.fulfill({ path: fileURLToPath(new URL(`../../pkg/${name}`, import.meta.url)) });
  });
}
