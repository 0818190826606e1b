import assert from 'node:assert/strict';
import { ORIGIN, appTest, eventually } from './harness.mjs';

const worksOffline = (app) => app.page.getByRole('button', { name: 'Works offline' });

/** The row of a part in the list of what the browser keeps. */
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
  await app.page.getByRole('button', { name: 'Try a sample page' }).click();
  await app.read('subaddresses');
  const scores = await app.scoresWithVerdict();
  assert.ok(scores.ds.value > 0.8, `ds: ${scores.ds.value}`);
  app.network.isUp = true;
});

appTest('what is kept can be deleted', async (app) => {
  await worksOffline(app).click();
  await keep(app, 'Sample pages');
  await part(app, 'Sample pages').getByRole('button', { name: 'Delete' }).click();
  await eventually(async () => (await part(app, 'Sample pages').locator('.state').textContent()) === 'no', 'it is deleted');
  const keys = await app.page.evaluate(async () => (await (await caches.open(`texlens ${new URL('.', location).href}`)).keys()).map(({ url }) => url));
  assert.deepEqual(keys.filter((url) => /samples\/.*png/.test(url)), []);
  assert.ok(keys.some((url) => url.includes('pkg/texlens_bg.wasm')));
});

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
});

appTest('a file of another version is not given to the app', async (app) => {
  await worksOffline(app).waitFor();
  const file = 'models/texbleu.json';
  app.network.replaced.set(`${ORIGIN}/${file}`, { type: 'application/json', text: '{}' });
  const read = () => app.page.evaluate(async (file) => (await fetch(file)).json().catch(() => 'broken off'), file);
  assert.equal(await read(), 'broken off');
  app.network.replaced.clear();
  assert.equal(typeof (await read()).sha256, 'string');
});

appTest('the app can be installed', async (app) => {
  await worksOffline(app).waitFor();
  const session = await app.page.context().newCDPSession(app.page);
  const { url, errors } = await session.send('Page.getAppManifest');
  assert.equal(url, `${ORIGIN}/manifest.webmanifest`);
  assert.deepEqual(errors, []);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  // A window without history, as tests have, is the one thing that may be in the way.
  assert.deepEqual(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito'), []);
});
