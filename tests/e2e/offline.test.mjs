import assert from 'node:assert/strict';
import { ORIGIN, appTest, eventually } from './harness.mjs';

const worksOffline = (app) => app.page.getByRole('button', { name: 'Storage & offline' });

/** Waits until the page's requests go to the service worker. */
async function isServed(app) {
  await worksOffline(app).waitFor();
  await eventually(() => app.page.evaluate(() => Boolean(navigator.serviceWorker.controller)), 'the service worker has taken over');
}

/** The row of a part in the list of stored files. */
const part = (app, title) => app.page.getByRole('row').filter({ hasText: title });

async function keep(app, title) {
  await part(app, title).getByRole('button', { name: 'Keep' }).click();
  await eventually(async () => (await part(app, title).locator('.state').textContent()) === 'yes', `${title} is kept`);
}

appTest('pages are read, scored and compiled without a network', async (app) => {
  await worksOffline(app).click();
  assert.equal(await part(app, 'The app').locator('.state').textContent(), 'yes');
  assert.equal(await part(app, 'TeX engine').locator('.state').textContent(), 'no');
  for (const title of ['Reading pages on the processor', 'TeXBLEU', 'TeX engine', 'Sample pages']) await keep(app, title);
  await app.page.keyboard.press('Escape');

  app.network.isUp = false;
  await app.open();
  await app.runOn('WebAssembly');
  await app.page.getByRole('button', { name: 'Try a page' }).click();
  await app.read('subaddresses');
  const scores = await app.scoresWithVerdict();
  assert.ok(scores.ds.value > 0.8, `ds: ${scores.ds.value}`);
  app.network.isUp = true;
}, { keepsItself: true });

appTest('what is kept can be deleted', async (app) => {
  await worksOffline(app).click();
  await keep(app, 'Sample pages');
  await app.reallyPress('Delete', part(app, 'Sample pages'));
  await eventually(async () => (await part(app, 'Sample pages').locator('.state').textContent()) === 'no', 'it is deleted');
  const keys = await app.page.evaluate(async () => (await (await caches.open(`texlens ${new URL('.', location.href).href}`)).keys()).map(({ url }) => url));
  assert.deepEqual(keys.filter((url) => /samples\/.*png/.test(url)), []);
  assert.ok(keys.some((url) => url.includes('app/texlens_bg.wasm')));
}, { keepsItself: true });

appTest('a new version waits until it is let in', async (app) => {
  await worksOffline(app).waitFor();
  const text = async (name) => (await fetch(`${ORIGIN}/${name}`)).text();
  const seen = () => app.page.evaluate(async () => (await fetch('icon.svg')).text());
  const before = await seen();
  const after = before.replaceAll('#7a8', '#876');
  assert.notEqual(before, after);

  const hash = async (content) =>
    Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(content))).toString('hex');
  const worker = (await text('service-worker.js')).replaceAll(await hash(before), await hash(after));
  app.network.replaced.set(`${ORIGIN}/service-worker.js`, { type: 'text/javascript', text: worker });
  app.network.replaced.set(`${ORIGIN}/icon.svg`, { type: 'image/svg+xml', text: after });

  await app.open();
  const offer = app.page.getByRole('status', { name: 'New version' });
  await offer.waitFor();
  assert.equal(await seen(), before, 'nobody asked for it');
  await app.open();
  await offer.waitFor();
  assert.equal(await seen(), before, 'loading the page again is not asking for it');

  await Promise.all([app.page.waitForEvent('load'), offer.getByRole('button', { name: 'Reload' }).click()]);
  assert.equal(await seen(), after);
  await app.page.getByRole('heading', { name: 'texlens', level: 1 }).waitFor();
  assert.equal(await offer.count(), 0);
}, { keepsItself: true });

appTest('a file of another version is not given to the app', async (app) => {
  await isServed(app);
  const file = 'models/texbleu.json';
  // Firefox and WebKit tell of each request that the service worker breaks off.
  app.provoked.push(/^Failed to load .* A ServiceWorker intercepted the request|FetchEvent\.respondWith received an error: .* is of another version/);
  app.network.replaced.set(`${ORIGIN}/${file}`, { type: 'application/json', text: '{}' });
  const read = () => app.page.evaluate(async (file) => (await fetch(file)).json().catch(() => 'broken off'), file);
  assert.equal(await read(), 'broken off');
  app.network.replaced.clear();
  assert.equal(typeof (await read()).sha256, 'string');
}, { keepsItself: true });

/** Changes the app's cache as every page of the origin can: stores other content under a file's name and hash. */
const poison = (app, name, content, headers) =>
  app.page.evaluate(
    async ({ name, content, headers }) => {
      const site = await (await fetch('site.json')).json();
      const address = new URL(site.files[name].key, document.baseURI).href;
      const cache = await caches.open(`texlens ${new URL('.', location.href).href}`);
      const body = content ?? (await (await cache.match(address)).blob());
      await cache.put(address, new Response(body, { headers }));
    },
    { name, content, headers },
  );

/** Returns the cached content of a file, as text. */
const inCache = (app, name) =>
  app.page.evaluate(async (name) => {
    const site = await (await fetch('site.json')).json();
    const cache = await caches.open(`texlens ${new URL('.', location.href).href}`);
    return (await cache.match(new URL(site.files[name].key, document.baseURI).href))?.text();
  }, name);

appTest('what another page of the origin puts into the cache is not given to the app', async (app) => {
  await worksOffline(app).waitFor();
  const evil = { 'index.html': '<script>document.title = "taken"</script>', 'app/texlens_bg.wasm': 'no module', 'app.css': 'body { display: none }', 'app/texlens.js': 'document.title = "taken"' };
  const types = { 'index.html': 'text/html', 'app/texlens_bg.wasm': 'application/wasm', 'app.css': 'text/css', 'app/texlens.js': 'text/javascript' };
  for (const [name, content] of Object.entries(evil)) await poison(app, name, content, { 'Content-Type': types[name] });
  await app.open();
  assert.equal(await app.page.title(), 'texlens');
  await app.drop({ 'a.ref.tex': 'one two', 'a.pred.tex': 'one two' });
  assert.equal((await app.scores()).ds.value, 1);
  for (const [name, content] of Object.entries(evil)) assert.notEqual(await inCache(app, name), content, `${name} was mended`);
}, { keepsItself: true });

appTest('of what another page of the origin says of a file nothing is believed but how it is isolated', async (app) => {
  await worksOffline(app).waitFor();
  await poison(app, 'index.html', undefined, { 'Content-Type': 'text/html', Refresh: '0; url=https://evil.example/', Link: '<https://evil.example/a.css>; rel=stylesheet' });
  await poison(app, 'app/texlens.js', undefined, { 'Content-Type': 'text/plain' });
  await app.open();
  await app.page.waitForTimeout(500);
  assert.equal(new URL(app.page.url()).origin, ORIGIN);
  const headers = await app.page.evaluate(async () => [...(await fetch('./')).headers.keys()]);
  assert.deepEqual(headers.filter((name) => !/^(content-type|content-length|cross-origin-|content-security-policy|origin-agent-cluster|permissions-policy|referrer-policy|x-content-type-options)/.test(name)), []);
}, { keepsItself: true });

/** Returns the content of a file that a page receives. */
const got = (app, file) => app.page.evaluate(async (file) => (await fetch(file)).text().catch(() => 'broken off'), file).catch(() => 'nothing');

appTest('a server that answers with something else does not get it into the app or its cache', async (app) => {
  await isServed(app);
  const html = '<!doctype html><title>Not found</title>';
  const answers = {
    'ort/ort-wasm-simd-threaded.wasm': { type: 'application/wasm', text: html },
    'models/texbleu.json': { type: 'text/html', text: html },
    'models/glyph-detector.onnx': { type: 'application/octet-stream', text: Buffer.alloc(80 << 20) },
    'models/glyph-detector.json': { type: 'text/html', text: '', status: 302, headers: { Location: 'https://evil.example/glyph-detector.json' } },
    'models/texbleu.bin': { type: 'text/html', text: '', status: 302, headers: { Location: 'http://evil.example/texbleu.bin' } },
  };
  for (const [file, answer] of Object.entries(answers)) app.network.replaced.set(`${ORIGIN}/${file}`, answer);
  for (const file of Object.keys(answers)) {
    const text = await got(app, file);
    assert.ok(['broken off', 'nothing'].includes(text), `${file}: ${text.slice(0, 80)}`);
    assert.equal(await inCache(app, file), undefined, file);
  }

  // The dialog cannot store it either.
  await worksOffline(app).click();
  await part(app, 'TeXBLEU').getByRole('button', { name: 'Keep' }).click();
  await app.page.getByRole('alert').getByText(/could not be fetched|is not the file/).waitFor();
  assert.equal(await part(app, 'TeXBLEU').locator('.state').textContent(), 'no');
  app.network.replaced.clear();
  await keep(app, 'TeXBLEU');
  assert.ok(!app.log.some((url) => url.includes('evil.example')), 'nobody else was asked');
  // The browser reports these steps but does not take them; the missing files are reported as errors.
  app.requests = app.requests.filter((url) => !url.includes('evil.example'));
  app.errors.length = 0;
}, { keepsItself: true });

appTest('a file is as good from another place of the same origin', async (app) => {
  await worksOffline(app).waitFor();
  app.network.replaced.set(`${ORIGIN}/models/texbleu.json`, { type: 'text/plain', text: '', status: 302, headers: { Location: `${ORIGIN}/models/texbleu.json?elsewhere` } });
  assert.equal(typeof JSON.parse(await got(app, 'models/texbleu.json')).sha256, 'string');
  app.network.replaced.clear();
}, { keepsItself: true });

appTest('other apps of the same host are left alone', async (app) => {
  await worksOffline(app).waitFor();
  const others = ['other/', 'other/index.html', 'toString', 'constructor', '__proto__', 'other/app/texlens_bg.wasm'];
  for (const path of others) app.network.replaced.set(`${ORIGIN}/${path}`, { type: 'text/plain', text: `this is ${path}` });
  for (const path of others) assert.equal(await got(app, path), `this is ${path}`);
  const before = await app.page.evaluate(async () => {
    await (await caches.open('another app')).put('other/', new Response('x'));
    return caches.keys();
  });
  await app.open();
  assert.deepEqual(await app.page.evaluate(() => caches.keys()), before);
}, { keepsItself: true });

appTest('the app can be installed', async (app) => {
  await worksOffline(app).waitFor();
  const session = await app.page.context().newCDPSession(app.page);
  const { url, errors } = await session.send('Page.getAppManifest');
  assert.equal(url, `${ORIGIN}/manifest.webmanifest`);
  assert.deepEqual(errors, []);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  // Only a window without history, as in tests, may prevent installation.
  assert.deepEqual(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito'), []);
}, { keepsItself: true });
