// LaTeXBench in the page: the tasks, runs and results are those of the command, and nothing is sent before it is agreed
// to.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { KEY, start as startServer } from '../judge-server/server.mjs';
import { Screens } from './accessibility.mjs';
import { texlens } from './command.mjs';
import { appTest, eventually } from './harness.mjs';

/** Runs the command without blocking, so that a server of this process can answer. Its exit code does not matter. */
const texlensBeside = (env, ...args) =>
  promisify(execFile)(process.env.TEXLENS_CLI, args, { encoding: 'utf8', maxBuffer: 1 << 28, env: { ...process.env, ...env } }).catch((error) => error);

const bench = (app) => app.page.getByRole('region', { name: 'LaTeXBench' });
const sheet = (app) => app.page.getByRole('dialog', { name: 'Ask a model about all tasks' });
const preview = (app) => sheet(app).getByRole('region', { name: 'Preview of the run' });
const item = (app) => app.page.locator('.bench-item');
const button = (app, name) => bench(app).getByRole('button', { name, exact: true });

/** A test with a server that is the model under test and the judge. */
function benchTest(name, body, options) {
  appTest(
    name,
    async (app) => {
      const server = await startServer();
      app.mayReach(server.url);
      try {
        await body(app, server);
      } finally {
        await server.close();
      }
    },
    options,
  );
}

/** Shows the screen and makes the tasks of the paper's seed. */
async function make(app) {
  await app.page.getByRole('button', { name: 'LaTeXBench' }).click();
  await button(app, 'Make 150 tasks').click();
  await item(app).waitFor();
}

/**
 * Opens the sheet and fills it in.
 * @param {import('./harness.mjs').App} app
 * @param {{ url: string }} server
 * @param {{ subject: string, judge?: string, compile?: boolean, budget?: string }} options
 */
async function fill(app, server, { subject, judge, compile = false, budget = '1' }) {
  await button(app, 'Ask a model').click();
  const field = (label, at = 0) => sheet(app).getByLabel(label, { exact: true }).nth(at);
  await field('Address').fill(`${server.url}/v1`);
  await field('Model').fill(subject);
  await sheet(app).getByLabel('Key of the model under test').fill(KEY);
  await field('USD per million input tokens').fill('1');
  await field('USD per million output tokens').fill('2');
  await sheet(app).getByLabel(/^compile the answers/).setChecked(compile);
  await sheet(app).getByLabel(/^a judge decides/).setChecked(Boolean(judge));
  if (judge) {
    await field('Address', 1).fill(`${server.url}/v1`);
    await field('Model', 1).fill(judge);
    await field('USD per million input tokens', 1).fill('1');
    await field('USD per million output tokens', 1).fill('2');
  }
  await field('Budget of both models (USD)').fill(budget);
}

/** Starts the run that the sheet offers, and waits until it has ended. */
async function run(app) {
  const submit = sheet(app).getByRole('button', { name: /^Start the run|^Use stored answers/ });
  await eventually(() => submit.isEnabled(), 'the run can start');
  await submit.click();
  await ended(app);
}

async function ended(app) {
  await app.page.locator('.screen-stage').waitFor({ state: 'detached', timeout: 180_000 });
}

/** Saves a file and returns its bytes. */
async function save(app, name) {
  await bench(app).locator('summary', { hasText: 'Save' }).click();
  const download = app.page.waitForEvent('download');
  await button(app, name).click();
  const bytes = readFileSync(await (await download).path());
  await bench(app).locator('summary', { hasText: 'Save' }).click();
  return bytes;
}

appTest('the tasks are those of the command, to the byte', async (app) => {
  const folder = mkdtempSync(join(tmpdir(), 'latexbench-'));
  texlens('latexbench', 'make', '--seed', '7', '--out', join(folder, 'made'));
  await app.page.getByRole('button', { name: 'LaTeXBench' }).click();
  await app.page.getByLabel('Seed of the tasks').fill('a few');
  assert.ok(await button(app, 'Make 150 tasks').isDisabled());
  await bench(app).getByText('Enter a whole number').waitFor();
  await app.page.getByLabel('Seed of the tasks').fill('7');
  await button(app, 'Make 150 tasks').click();
  await item(app).waitFor();
  await bench(app).getByText('150 tasks of seed 7').waitFor();
  for (const [label, file] of [
    ['Tasks as JSON lines', 'items.jsonl'],
    ['Tasks as an Excel workbook', 'workbook.xlsx'],
    ['Tasks as a page to look through', 'index.html'],
  ]) {
    assert.ok((await save(app, label)).equals(readFileSync(join(folder, 'made', file))), file);
  }
  // The workbook gives the same tasks back.
  await bench(app).getByText('Make other tasks').click();
  await app.page.getByLabel('Seed of the tasks').fill('8');
  await button(app, 'Make 150 tasks').click();
  await bench(app).getByText('150 tasks of seed 8').waitFor();
  await app.letGo({ 'workbook.xlsx': readFileSync(join(folder, 'made', 'workbook.xlsx')) });
  await bench(app).getByText('150 tasks of workbook.xlsx').waitFor();
  assert.ok((await save(app, 'Tasks as JSON lines')).equals(readFileSync(join(folder, 'made', 'items.jsonl'))), 'from the workbook');
});

benchTest('a run has the answers, verdicts and numbers of the command', async (app, server) => {
  const folder = mkdtempSync(join(tmpdir(), 'latexbench-'));
  const models = { subject: 'a-model', judge: 'another-model' };
  await make(app);
  await fill(app, server, { ...models, compile: true });
  await eventually(async () => /150 to 150|150 requests/.test(await preview(app).textContent()), 'the requests are counted');
  assert.match(await preview(app).textContent(), /Judge: 100 to \d+ requests/);
  assert.deepEqual(server.requests, [], 'nothing is sent before it is agreed to');
  await run(app);
  assert.equal(server.requests.length, 250);

  const items = join(folder, 'items.jsonl');
  writeFileSync(items, await save(app, 'Tasks as JSON lines'));
  const ofPage = JSON.parse(String(await save(app, 'Shown run as JSON')));
  const asked = ['--subject', models.subject, '--subject-endpoint', `${server.url}/v1`, '--subject-price', '1,2'];
  const judged = ['--judge', models.judge, '--judge-endpoint', `${server.url}/v1`, '--judge-price', '1,2'];
  const out = join(folder, 'run');
  const env = { TEXLENS_SUBJECT_KEY: KEY };
  const said = await texlensBeside(env, 'latexbench', 'run', items, ...asked, ...judged, '--compile', '--budget', '1', '--out', out);
  const ofCommand = JSON.parse(readFileSync(join(out, 'run.json'), 'utf8'));
  assert.deepEqual({ ...ofPage, created: '' }, { ...ofCommand, created: '' }, said.stderr);
  assert.equal(ofPage.answers.length, 150);
  assert.ok(ofPage.answers.some((answer) => answer.judge?.pass) && ofPage.answers.some((answer) => answer.rules?.passes));

  await item(app).getByText(/^pdfTeX: (compiles|fails)$/).waitFor();

  // What is shown are the command's results.
  await button(app, 'Results').click();
  const shown = await app.page.locator('.results-list').textContent();
  const results = texlens('latexbench', 'results', out);
  for (const number of results.match(/\d+\.\d \[\d+\.\d, \d+\.\d\]/g)) assert.ok(shown.includes(number), number);
  const page = join(folder, 'page.html');
  texlens('latexbench', 'results', out, '--page', page, '--items', items);
  const label = (html) => html.replaceAll(`(${out})`, '').replaceAll(/<p>a-model[^<]*<\/p>/g, '');
  const shared = (await save(app, 'Results as a page to share')).toString();
  assert.equal(label(shared), label(readFileSync(page, 'utf8')));
  assert.ok(!shared.includes(KEY) && !/<script/.test(shared));
});

benchTest('a run can be cancelled, goes on where it was, and outlives the page', async (app, server) => {
  await make(app);
  await fill(app, server, { subject: 'slow-200' });
  const submit = sheet(app).getByRole('button', { name: 'Start the run' });
  await eventually(() => submit.isEnabled(), 'the run can start');
  await submit.click();
  await eventually(() => server.requests.length >= 8, 'answers come');
  await bench(app).getByRole('button', { name: 'Cancel' }).click();
  await ended(app);
  await bench(app).getByRole('alert').getByText('ask again to continue').waitFor();
  const sent = server.requests.length;
  assert.ok(sent < 150);
  await bench(app).getByLabel('Outcome').selectOption({ label: 'No valid answer' });
  assert.ok((await app.page.locator('.bench-list li').count()) >= 150 - sent);
  await bench(app).getByLabel('Outcome').selectOption({ label: 'All' });
  await fill(app, server, { subject: 'slow-200' });
  await preview(app).getByText(/answered before/).waitFor();
  await run(app);
  assert.ok(server.requests.length <= 150 + 4, 'at most what was in flight is asked again');
  await app.page.waitForTimeout(500);
  await app.page.goto('about:blank');
  await app.open();
  await app.page.getByRole('button', { name: 'LaTeXBench' }).click();
  await bench(app).getByText('150 tasks of seed 1234').waitFor();
  assert.equal(await bench(app).getByLabel('Answers of').locator('option').count(), 1);
  await button(app, 'Ask a model').click();
  assert.equal(await sheet(app).getByLabel('Key of the model under test').inputValue(), '', 'the key is kept nowhere');
});

benchTest('edits show what was changed, and what must not be', async (app, server) => {
  await make(app);
  await fill(app, server, { subject: 'a-model' });
  await run(app);
  await bench(app).getByLabel('Family').selectOption({ label: 'Edit' });
  await app.page.locator('.bench-list').focus();
  await app.page.keyboard.press('ArrowDown');
  assert.match(await item(app).locator('h3').textContent(), /^edit-02/);
  await item(app).getByText('Rules: fail').waitFor();
  // A run of the command, or one changed by hand, can be opened.
  const saved = JSON.parse(String(await save(app, 'Shown run as JSON')));
  const at = saved.answers.findIndex((answer) => answer.id.startsWith('edit-02'));
  const changed = { ...saved, subject: { ...saved.subject, model: 'by-hand' } };
  changed.answers[at].answer.text = `% a new line\n${changed.answers[at].answer.text}`;
  changed.answers[at].rules.findings[0] = { ...changed.answers[at].rules.findings[0], range: { start: 0, end: 12 }, error_type: 'Constraint Violation' };
  const folder = mkdtempSync(join(tmpdir(), 'latexbench-'));
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'run.json');
  writeFileSync(file, JSON.stringify(changed));
  await bench(app).locator('input[type=file]').setInputFiles(file);
  await eventually(async () => (await bench(app).getByLabel('Answers of').locator('option').count()) === 2, 'the run is opened');
  await item(app).locator('ins.wrong').first().waitFor();
  assert.match(await item(app).locator('ins.wrong').first().textContent(), /a new line/);
  await button(app, 'Remove this run').click();
  assert.equal(await bench(app).getByLabel('Answers of').locator('option').count(), 1);
  await button(app, 'Bring the earlier tasks and runs back').click();
  assert.equal(await bench(app).getByLabel('Answers of').locator('option').count(), 2);
  // What is no run and no item is refused with its reason.
  writeFileSync(file, '{"id": "x"}');
  await bench(app).locator('input[type=file]').setInputFiles(file);
  await bench(app).getByRole('alert').getByText(/run\.json: line 1 is not an item/).waitFor();
  writeFileSync(file, JSON.stringify({ ...changed, items: 'others' }));
  await bench(app).locator('input[type=file]').setInputFiles(file);
  await bench(app).getByRole('alert').getByText(/This run has other tasks/).waitFor();
});

appTest('answers and references are typeset', async (app) => {
  await make(app);
  for (const family of ['Generation', 'Edit', 'Contrast']) {
    await bench(app).getByLabel('Family').selectOption({ label: family });
    const name = family === 'Contrast' ? 'Typeset the document' : 'Typeset the reference';
    await item(app).getByRole('button', { name }).click();
    await item(app).locator('.bench-drawing svg').first().waitFor({ timeout: 60_000 });
    assert.ok((await item(app).locator('.bench-drawing svg path, .bench-drawing svg use').count()) > 5, family);
    assert.equal(await item(app).locator('.bench-drawing .refused').count(), 0, family);
  }
});

benchTest('the screen can be used by everyone', async (app, server) => {
  const screens = new Screens();
  await app.page.getByRole('button', { name: 'LaTeXBench' }).click();
  await button(app, 'Make 150 tasks').waitFor();
  await screens.check(app.page, 'latexbench-begin');
  await button(app, 'Make 150 tasks').click();
  await item(app).waitFor();
  await fill(app, server, { subject: 'a-model', judge: 'b-model' });
  await preview(app).getByText(/150/).first().waitFor();
  await screens.check(app.page, 'latexbench-form');
  await run(app);
  await screens.check(app.page, 'latexbench-items', { tab: false });
  await button(app, 'Results').click();
  await app.page.locator('.results-list').waitFor();
  await screens.check(app.page, 'latexbench-results');
  assert.deepEqual(screens.faults, []);
});
