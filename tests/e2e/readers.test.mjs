// Asking a model to read from the page: pictures leave on request only, to one server, within a budget.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { KEY, start as startServer } from '../judge-server/server.mjs';
import { folder } from './files.mjs';
import { appTest, eventually } from './harness.mjs';
import { stripedPng } from './pages.mjs';

const sheet = (app) => app.page.getByRole('dialog', { name: 'Read with a model API' });
const offer = (app) => sheet(app).getByRole('region', { name: 'Preview of the requests' });
const message = (app) => app.page.getByRole('region', { name: 'Reading with a model' });
const submit = (app) => sheet(app).getByRole('button', { name: /^Send \d+ request/ });

const PAGES = ['p1', 'p2', 'p3'];
const latex = (page) => `\\section{${page}}\nThe height is $h = a \\cos t$ on this page.\n`;
const pictures = PAGES.map((_, index) => stripedPng(60, 80, index * 60));
const hash = (bytes) => createHash('sha256').update(bytes).digest('hex');
const answers = Object.fromEntries(PAGES.map((page, index) => [hash(pictures[index]), latex(page)]));

/** Pages with references and predictions of one system, so that the built-in OCR has nothing to do. */
function dataset(names = PAGES) {
  /** @type {Record<string, string | Buffer>} */
  const files = {};
  for (const [index, name] of names.entries()) {
    files[`${name}.png`] = pictures[index];
    files[`${name}.reference.tex`] = latex(PAGES[index]);
    files[`${name}.prediction.tex`] = latex(PAGES[index]).replace('cos', 'sin');
  }
  return files;
}

/**
 * A test with a model that listens. Requests to it belong to the test and are no leak.
 * @param {string} name
 * @param {(app: import('./harness.mjs').App, server: Awaited<ReturnType<typeof startServer>>) => Promise<void>} body
 */
function readerTest(name, body) {
  appTest(name, async (app) => {
    const server = await startServer({ answers });
    app.mayReach(server.url);
    try {
      await body(app, server);
    } finally {
      await server.close();
    }
  });
}

/** Opens the sheet, and fills it in. */
async function fill(app, server, { model = 'a-model', provider = 'openai', budget = '1', pages = 'All' } = {}) {
  await app.page.getByRole('button', { name: 'Read with a model API' }).click();
  await sheet(app).getByLabel('Provider').selectOption(provider);
  await sheet(app).getByLabel('Address').fill(`${server.url}${provider === 'gemini' ? '/v1beta' : '/v1'}`);
  await sheet(app).getByLabel('Model').fill(model);
  await sheet(app).getByLabel('Key').fill(KEY);
  await sheet(app).getByLabel('USD per million input tokens').fill('1');
  await sheet(app).getByLabel('USD per million output tokens').fill('2');
  await sheet(app).getByLabel('Budget (USD)').fill(budget);
  const choice = sheet(app).getByRole('combobox', { name: 'Pages', exact: true });
  await choice.selectOption({ label: (await choice.locator('option').allTextContents()).find((text) => text.startsWith(pages)) ?? '' });
}

async function send(app) {
  await eventually(() => submit(app).isEnabled(), 'something can be sent');
  await submit(app).click();
}

async function ended(app) {
  await message(app).getByRole('button', { name: 'Dismiss' }).waitFor();
  return message(app).textContent();
}

for (const provider of ['openai', 'anthropic', 'gemini']) {
  readerTest(`pages are sent when it is agreed to, and read: ${provider}`, async (app, server) => {
    await app.drop(dataset());
    await app.scores();
    await fill(app, server, { provider });
    await offer(app).getByText(/3 requests with 3 pictures to/).waitFor();
    assert.match(await offer(app).textContent(), /60 × 80 pixels: about [\d,]+ tokens/);
    await offer(app).getByText('The first request, as it is sent').click();
    const shown = (await offer(app).locator('pre').allTextContents()).join('\n');
    assert.match(shown, /Convert the content of a specific page/);
    assert.match(shown, /60 x 80 pixels/);
    assert.ok(!shown.includes(KEY), 'the key is not shown');
    assert.equal(server.requests.length, 0, 'nothing is sent before');
    await send(app);
    assert.match(await ended(app), /3 read/);
    assert.deepEqual(server.requests.flatMap((request) => request.pictures).sort(), Object.keys(answers).sort());
    assert.ok(server.requests.every((request) => request.problem === null && request.status === 200));
    assert.ok(!JSON.stringify(server.requests.map((request) => request.body)).includes('cos t'), 'no reference is sent');
    for (const page of PAGES) {
      await app.select(`${page} · a-model`);
      assert.equal(await app.prediction(), latex(page));
    }
    const [download] = await Promise.all([app.page.waitForEvent('download'), message(app).getByRole('button', { name: 'Save answers' }).click()]);
    const readings = readFileSync(await download.path(), 'utf8').trim().split('\n').map((line) => JSON.parse(line));
    assert.deepEqual(readings.map((reading) => [reading.pages[0], reading.outcome, reading.text]), PAGES.map((page) => [page, 'read', latex(page)]));
    assert.ok(!JSON.stringify(readings).includes(KEY));
    // The same command asks with the same keys.
    const root = folder(dataset());
    const url = `${server.url}${provider === 'gemini' ? '/v1beta' : '/v1'}`;
    // The server runs in this process, which must not be blocked.
    await promisify(execFile)(process.env.TEXLENS_CLI ?? '', ['read', root, '--model', 'a-model', '--provider', provider, '--endpoint', url, '--price', '1,2', '--out', join(root, 'run')], { env: { ...process.env, TEXLENS_READER_KEY: KEY } });
    const native = readFileSync(join(root, 'run/readings.jsonl'), 'utf8').trim().split('\n').map((line) => JSON.parse(line));
    const kept = ({ key, text, usage, cost, model, outcome }) => ({ key, text, usage, cost, model, outcome });
    assert.deepEqual(readings.map(kept), native.map(kept), 'page and command ask and keep the same');
  });
}

readerTest('answers without an end are ended, a budget is held, and a run can be cancelled', async (app, server) => {
  await app.drop(dataset());
  await app.scores();
  await fill(app, server, { model: 'loops' });
  await send(app);
  assert.match(await ended(app), /3 ended because they repeat themselves.*p1: the answer repeats itself/);
  await message(app).getByRole('button', { name: 'Dismiss' }).click();
  server.requests.length = 0;
  await fill(app, server, { model: 'b-model', budget: '0.01' });
  await send(app);
  assert.match(await ended(app), /The budget does not cover more/);
  assert.equal(server.requests.length, 0);
  await message(app).getByRole('button', { name: 'Dismiss' }).click();
  await fill(app, server, { model: 'drips-300' });
  await send(app);
  await message(app).getByText(/kB of answers in progress/).waitFor();
  await message(app).getByRole('button', { name: 'Cancel' }).click();
  assert.match(await ended(app), /Cancelled/);
});

readerTest('what was read is not asked for again, and becomes no second system', async (app, server) => {
  await app.drop(dataset());
  await app.scores();
  const samples = app.page.getByRole('navigation', { name: 'Samples' }).locator('button.sample');
  for (const asked of [3, 0]) {
    server.requests.length = 0;
    await fill(app, server, { model: 'c-model' });
    await send(app);
    await ended(app);
    assert.equal(server.requests.length, asked);
    assert.equal(await samples.count(), 6);
    await message(app).getByRole('button', { name: 'Dismiss' }).click();
  }
});

readerTest('pages of a document are in one request, and become its document', async (app, server) => {
  await app.drop(dataset(['d/001', 'd/002', 'x']));
  await app.page.getByRole('button', { name: 'Read with a model API' }).waitFor();
  await fill(app, server, { model: 'd-model' });
  await sheet(app).getByText('Prompt, pictures and parameters').click();
  await sheet(app).getByRole('combobox', { name: 'Pages of a request' }).selectOption('merged');
  await sheet(app).getByRole('combobox', { name: 'Prompt', exact: true }).selectOption('own');
  await sheet(app).getByLabel('Your prompt').fill('Read both pages.');
  await offer(app).getByText(/2 requests with 2 pictures/).waitFor();
  await send(app);
  await ended(app);
  assert.deepEqual(server.requests.map((request) => request.pictures.length), [1, 1]);
  await app.page.getByRole('navigation', { name: 'Samples' }).locator('li.document').filter({ hasText: 'd · d-model' }).waitFor();
  assert.equal(server.requests[0].body.messages[0].content[1].text, 'Read both pages.');
});
