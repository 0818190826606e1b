import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { listen } from '../../xtask/listen.mjs';
import { HAS_WORKER_CODE, HAS_WORKER_IMPORTS } from './browser.mjs';
import { appTest, ORIGIN } from './harness.mjs';
import { LINE } from './pages.mjs';

/** A server on another origin that would answer anybody. */
async function elsewhere(body) {
  const asked = [];
  const server = createServer((request, response) => {
    asked.push(request.url);
    response.writeHead(200, { 'access-control-allow-origin': '*' }).end('hello');
  });
  const origin = await listen(server);
  try {
    await body(`${origin}/`);
  } finally {
    server.close();
  }
  return asked;
}

appTest('neither page nor workers can reach another origin, on a host without headers', async (app) => {
  await app.runOn('WebAssembly');
  await app.drop({ 'line.png': LINE, 'line.tex': 'A line' });
  await app.read('line');
  await app.useEngine();
  await app.scoresWithVerdict();
  await app.page.getByRole('button', { name: 'Read with your own model' }).click();
  const own = app.page.getByRole('dialog', { name: 'Read with your own model' });
  const chooser = await app.chooser(() => own.getByRole('button', { name: 'Choose folder' }).click());
  await chooser.setFiles(new URL('../../crates/image-to-text/tests/fixtures/model', import.meta.url).pathname);
  await own.getByText('model can be used').waitFor();
  await app.page.keyboard.press('Escape');
  await app.page.getByRole('group', { name: 'View' }).getByRole('button', { name: 'Make pages' }).click();
  await app.page.getByRole('region', { name: 'Make pages' }).getByRole('button', { name: 'Preview page 1' }).click();
  await app.page.locator('.make-page img').waitFor();
  await app.page.getByRole('group', { name: 'View' }).getByRole('button', { name: 'Leaderboard' }).click();
  await app.page.getByRole('region', { name: 'Leaderboard' }).getByLabel('TeXBLEU').check();
  await app.page.locator('.board', { hasText: 'Our full model' }).waitFor();
  // The worker that writes files runs as long as the dialog is open.
  await app.page.locator('header').getByRole('button', { name: 'Save', exact: true }).click();
  await app.saveSheet().getByText(/^\d+ kB$/).first().waitFor();
  const workers = await app.workers();
  assert.equal(workers.length, 8, 'one imports files, one reads, one checks models, one scores, one compiles, one makes pages, one makes leaderboards, one writes files');
  const asked = await elsewhere(async (address) => {
    const attempt = async ({ address, imports }) => {
      const outcome = (promise) => promise.then(() => 'reached', () => 'refused');
      const socket = new Promise((resolve, reject) => {
        const socket = new WebSocket(address.replace('http', 'ws'));
        socket.onopen = resolve;
        socket.onerror = reject;
      });
      return [await outcome(fetch(address)), await outcome(socket), ...(imports ? [await outcome(import(address))] : [])];
    };
    assert.deepEqual(await app.page.evaluate(attempt, { address, imports: true }), ['refused', 'refused', 'refused'], 'the page');
    // Elsewhere, the proxy's log alone says what workers ask for.
    for (const worker of HAS_WORKER_CODE ? workers : []) {
      const outcomes = await worker.evaluate(attempt, { address, imports: HAS_WORKER_IMPORTS });
      assert.deepEqual(outcomes, HAS_WORKER_IMPORTS ? ['refused', 'refused', 'refused'] : ['refused', 'refused'], `the worker ${worker.name}`);
    }
    const image = await app.page.evaluate(
      (address) => new Promise((resolve) => Object.assign(new Image(), { onload: () => resolve('reached'), onerror: () => resolve('refused'), src: address })),
      address,
    );
    assert.equal(image, 'refused');
    // The developer tools list attempts as requests, refused or not. The proxy's log has only those that were made.
    app.requests = app.requests.filter((url) => !url.startsWith(address));
  });
  assert.deepEqual(asked, []);
  // The browser reports each refusal; the test provoked them, and they were stopped before they were made.
  app.provoked.push(/Content.Security.Policy|Refused to|NS_ERROR_CONTENT_BLOCKED/);
}, { keepsItself: true });

appTest('the page runs no string as a script', async (app) => {
  const outcome = await app.page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'window.injected = true';
    document.body.append(script);
    return globalThis.injected ?? 'refused';
  });
  assert.equal(outcome, 'refused');
  app.provoked.push(/Content.Security.Policy/);
  assert.equal(new URL(app.page.url()).origin, ORIGIN);
}, { keepsItself: true });
