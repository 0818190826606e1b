// On a host that isolates the page by headers, the CPU work is shared between threads.
import assert from 'node:assert/strict';
import { launch } from './browser.mjs';
import { App, ORIGIN, browserTest } from './harness.mjs';
import { samplePage } from './pages.mjs';
import { serve } from './serve.mjs';

async function recognised(url) {
  const browser = await launch();
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, permissions: ['clipboard-read', 'clipboard-write'] });
    page.setDefaultTimeout(90_000);
    const app = new App(page);
    await app.open(url);
    await app.runOn('WebAssembly');
    await app.drop({ 'page.png': samplePage('subaddresses').image });
    await app.read('page');
    const status = await app.runtime();
    // WebKitGTK 2.50 isolates the page, but gives it no memory for threads.
    const { isolated, processors } = await page.evaluate(() => ({ isolated: crossOriginIsolated, processors: globalThis.SharedArrayBuffer ? navigator.hardwareConcurrency : 1 }));
    assert.deepEqual(app.errors, []);
    return { latex: await app.prediction(), status, isolated, processors };
  } finally {
    await browser.close();
  }
}

browserTest('an isolated page reads on several threads, and reads the same', { timeout: 300_000 }, async () => {
  const server = await serve('dist', { isolated: true });
  try {
    const alone = await recognised(`${ORIGIN}/`);
    const together = await recognised(server.url);
    assert.deepEqual([alone.isolated, together.isolated], [false, true]);
    assert.equal(together.latex, alone.latex);
    assert.doesNotMatch(alone.status, /threads/);
    if (together.processors > 1) assert.match(together.status, new RegExp(`${Math.min(together.processors, 4)} threads`));
    else assert.doesNotMatch(together.status, /threads/);
  } finally {
    server.close();
  }
});
