// The module of the npm package, for pages that import `./npm/texlens.js`: as it was built, beside the app.
import { fileURLToPath } from 'node:url';

export async function offerNpmModule(page) {
  await page.route('**/npm/**', (route) => {
    const [, name] = new URL(route.request().url()).pathname.split('/npm/');
    return route.fulfill({ path: fileURLToPath(new URL(`../../pkg/${name}`, import.meta.url)) });
  });
}
