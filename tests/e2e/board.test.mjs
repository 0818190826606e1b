// One evaluation has the same numbers in every output: the command's table, JSON, CSV, Markdown, LaTeX and JUnit, the
// page's leaderboard, saved and reopened evaluations, and the npm package; also with a judge.
import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { KEY, start as startJudge } from '../judge-server/server.mjs';
import { folder as written } from './files.mjs';
import { appTest, eventually } from './harness.mjs';
import { SYSTEMS, levelOf, nasty, numbers, values, verdicts } from './numbers.mjs';

const folder = written(nasty());
const TEX = resolve('www/tex');

/** @type {import('node:child_process').ExecFileSyncOptionsWithStringEncoding} */
const OPTIONS = { encoding: 'utf8', cwd: folder, stdio: ['ignore', 'pipe', 'ignore'], env: { ...process.env, TEXLENS_TEX: TEX, TEXLENS_JUDGE_KEY: KEY }, maxBuffer: 64 << 20 };

const texlens = (...args) => execFileSync(process.env.TEXLENS_CLI, args, OPTIONS);

/** Runs the command without blocking, so that a server of this process can answer. */
const texlensBeside = (...args) => promisify(execFile)(process.env.TEXLENS_CLI, args, OPTIONS);

const bring = async (app) => {
  await app.page.locator('input[webkitdirectory]').first().setInputFiles(join(folder, 'set'));
  await app.page.locator('.plan .button.primary').click();
  await app.page.getByRole('dialog', { name: 'Review import' }).waitFor({ state: 'detached' });
};

const removeAll = async (app, { forgets = false } = {}) => {
  await app.page.locator('footer').getByRole('button', { name: /^Storage/ }).click();
  if (forgets) await app.reallyPress('Delete answers');
  await app.page.getByRole('button', { name: 'Remove all' }).click();
  await app.page.keyboard.press('Escape');
};

/** A value as the page's tables print it. */
const digits = (value) => value.toFixed(3).replace(/^-0\.000$/, '0.000').replace('-', '−');

const read = (name) => readFileSync(join(folder, name), 'utf8');

const saved = async (app, format) => readFileSync(await (await app.save(format)).path(), 'utf8');

appTest('every way out has the same numbers', async (app) => {
  texlens('evaluate', 'set', '--level', 'document,page', '--json', 'r.json', '--csv', 'r.csv', '--markdown', 'r.md', '--latex', 'r.tex', '--html', 'r.html');
  const native = Object.fromEntries(['json', 'csv', 'md', 'tex'].map((ending) => [ending, read(`r.${ending}`)]));
  const wanted = JSON.parse(native.json);
  const pages = numbers(wanted, 'page');
  assert.deepEqual(pages.systems.map(({ system, missing }) => [system, missing]), [['good', 0], ['middling', 2], ['poor', 2]]);
  const csr = pages.systems.map(({ metrics }) => metrics.find(({ metric }) => metric === 'csr'));
  assert.ok(csr.every(({ defined }) => defined === 6), 'what is missing does not compile');

  await bring(app);
  await app.useEngine();
  // Every prediction has its verdict, and the scores that need it.
  await app.page.locator('footer .compiling').waitFor();
  await app.page.locator('footer .compiling').waitFor({ state: 'detached' });
  // The list, to the last digit that it shows.
  const listed = await app.page.getByRole('navigation', { name: 'Samples' }).locator('button.sample').allTextContents();
  for (const { id, system, metrics } of levelOf(wanted, 'document').scores) {
    const line = listed.find((text) => text.startsWith(`${id} · ${system}`));
    for (const metric of ['ds', 'ctp']) {
      const { value } = metrics[metric];
      const [, shown] = new RegExp(`${metric}\\s*([\\d.]+|–)`, 'i').exec(line.slice(`${id} · ${system}`.length));
      assert.equal(shown, value === undefined || value === null ? '–' : value.toFixed(2), `${metric} of ${id} in the list, ${system}`);
    }
  }

  await app.page.getByRole('button', { name: 'Compare', exact: true }).click();
  const view = app.page.getByRole('region', { name: 'Compare systems' });
  await view.getByRole('heading', { name: /^Leaderboard/ }).waitFor({ timeout: 60_000 });
  await view.getByText('A missing prediction is scored as empty text on every metric, and counted.').waitFor();

  const check = async (how) => {
    const json = JSON.parse(await saved(app, 'JSON'));
    for (const level of ['page', 'document']) assert.deepEqual(numbers(json, level), numbers(wanted, level), `${how}, ${level}`);
    const lines = (text) => text.trim().split('\n').toSorted();
    assert.deepEqual(lines(await saved(app, 'CSV')), lines(native.csv), `${how}, CSV`);
    assert.deepEqual(lines(await saved(app, 'Markdown')), lines(native.md), `${how}, Markdown`);
    assert.deepEqual(lines(await saved(app, 'LaTeX')), lines(native.tex), `${how}, LaTeX`);
  };
  await check('the page');

  // The leaderboard, to the last digit that it shows.
  await view.getByRole('button', { name: 'Pages', exact: true }).click();
  await eventually(async () => (await view.locator('.leaderboard h3').textContent()).includes('6 pages of 3'), 'pages are compared');
  await view.getByRole('button', { name: /^All metrics/ }).click();
  const shown = await view.locator('.leaderboard tbody tr').evaluateAll((rows) => rows.map((row) => [row.querySelector('th').textContent, [...row.querySelectorAll('.mean')].map((mean) => mean.textContent).sort()]));
  for (const { system, metrics, groups } of pages.systems) {
    const values = [...metrics.map(({ mean }) => mean), ...groups.map(({ value }) => value)].filter((value) => value !== null);
    assert.deepEqual(Object.fromEntries(shown)[system], values.map(digits).sort(), system);
  }

  // By a tag, and the dots of all samples, including the missing ones.
  const parts = levelOf(JSON.parse(texlens('evaluate', 'set', '--level', 'page', '--by', 'columns', '--format', 'json')), 'page').breakdowns[0].values;
  const measure = await view.locator('th.measure.chosen button').getAttribute('title');
  const group = measure.startsWith('Overall (available metrics)') ? 'overall_defined' : 'overall';
  await view.getByRole('combobox', { name: 'Tag', exact: true }).selectOption('columns');
  const byTag = view.locator('table.by-tag tbody tr');
  await byTag.first().waitFor();
  const rows = await byTag.evaluateAll((rows) => rows.map((row) => [row.querySelector('th').textContent, [...row.querySelectorAll('.mean')].map((mean) => mean.textContent).sort()]));
  assert.deepEqual(rows, parts.map(({ value, systems }) => [value, systems.map(({ groups }) => digits(groups.find((one) => one.group === group).value)).sort()]));
  await view.getByRole('button', { name: 'Two metrics', exact: true }).click();
  await view.getByRole('combobox', { name: 'Metric', exact: true }).selectOption('ds');
  await view.getByRole('combobox', { name: 'against', exact: true }).selectOption('baseline');
  await view.getByText('Hollow: a prediction or a page of it is missing, and scored as empty text.').waitFor();
  const more = view.getByRole('region', { name: 'Sample by sample' }).getByRole('button', { name: 'Show more' });
  if (await more.count()) await more.click();
  const dots = await view.locator('.standing-out tbody tr').evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));
  const wantedDots = pages.scores.map(({ id, system, values }) => [`${id} · ${system}`, digits(values.ds), digits(values.baseline)]);
  assert.deepEqual(dots.map(([name, ...rest]) => [name.replace(' (missing)', ''), ...rest]).toSorted(), wantedDots.toSorted());

  // Only the samples that all systems have.
  const common = JSON.parse(texlens('evaluate', 'set', '--level', 'page', '--common', '--format', 'json')).levels[0];
  await view.getByRole('checkbox', { name: 'Only samples that all systems have' }).check();
  await view.getByText('Only 2 pages with a prediction of every system are compared; 4 more are left out.').waitFor();
  const few = await view.locator('.leaderboard tbody tr').evaluateAll((rows) => rows.map((row) => [row.querySelector('th').textContent, [...row.querySelectorAll('.mean')].map((mean) => mean.textContent).sort()]));
  for (const { system, metrics, groups } of common.systems) {
    const values = [...metrics.map(({ mean }) => mean), ...groups.map(({ value }) => value)].filter((value) => value !== null);
    assert.deepEqual(Object.fromEntries(few)[system], values.map(digits).sort(), `${system}, common`);
  }
  await view.getByRole('checkbox', { name: 'Only samples that all systems have' }).uncheck();

  // The app's JUnit file has a test case for each sample of each system, which fails if the prediction does not
  // compile. The command's has a case for each threshold.
  const suites = Object.fromEntries(
    [...(await saved(app, 'JUnit')).matchAll(/<testsuite name="([^"]*)" tests="(\d+)"[^>]* errors="(\d+)" failures="(\d+)"/g)].map(([, name, ...counts]) => [name, counts.map(Number)]),
  );
  const counted = ['page', 'document'].flatMap((level) => levelOf(wanted, level).scores);
  for (const system of SYSTEMS) {
    const lines = counted.filter((line) => line.system === system);
    const broken = lines.filter(({ compilation }) => compilation && !compilation.compiles);
    assert.deepEqual(suites[system], [lines.length, 0, broken.length], `JUnit of ${system}`);
  }
  let failed = '';
  try {
    texlens('evaluate', 'set', '--level', 'page', '--fail-under', 'ds=0.99', '--junit', 'r.xml');
  } catch (error) {
    assert.equal(/** @type {{ status?: number }} */ (error).status, 3);
    failed = read('r.xml');
  }
  for (const { system, metrics } of pages.systems.slice(1)) {
    const mean = metrics.find(({ metric }) => metric === 'ds').mean;
    assert.ok(failed.includes(`${system}: ds is ${mean.toFixed(4)},`), `JUnit tells the mean of ${system}: ${failed}`);
  }

  // Saved evaluations are reopened alone: the page, and the folder in its archive.
  const kept = {};
  for (const format of ['HTML', 'Folder']) kept[format] = readFileSync(await (await app.save(format)).path());
  // The command accepts it as a dataset.
  writeFileSync(join(folder, 'saved.html'), kept.HTML);
  const retaken = JSON.parse(texlens('evaluate', 'saved.html', '--level', 'document,page', '--format', 'json'));
  for (const level of ['page', 'document']) assert.deepEqual(numbers(retaken, level), numbers(wanted, level), `the command on what was saved, ${level}`);
  for (const [format, name] of [['HTML', 'saved.html'], ['Folder', 'saved.zip']]) {
    await removeAll(app);
    await app.drop({ [name]: kept[format] });
    await view.getByRole('heading', { name: /^Leaderboard/ }).waitFor();
    await check(`saved as ${format} and opened again`);
  }
});

/** Returns the same evaluation in both forms, judged by the command. */
async function judgedByCommand(judge) {
  texlens('evaluate', 'set', '--level', 'page', '--metrics', 'ds', '--json', 'j.json', '--texts', '--html', 'j.html', '--html-samples', '40');
  for (const report of ['j.json', 'j.html']) {
    await assert.rejects(texlensBeside('judge', report, '--endpoint', `${judge.url}/v1`, '--model', 'choosy', '--out', `judged-${report}`), { code: 1 }, 'some answers are not valid');
  }
}

const sheet = (app) => app.page.getByRole('dialog', { name: 'Ask a judge' });

appTest('a judge says the same by every way, invalid answers included', async (app) => {
  const judge = await startJudge();
  app.mayReach(judge.url);
  try {
    await judgedByCommand(judge);
    const wanted = verdicts(JSON.parse(read('judged-j.json')));
    const groups = wanted[0].groups.filter(({ part }) => part === 'formulas');
    assert.deepEqual(groups.map(({ system }) => system), SYSTEMS);
    assert.ok(groups.some(({ invalid, by_rule, scored }) => invalid > 0 && by_rule > 0 && scored > by_rule), 'answers, rules and invalid answers are mixed');

    await bring(app);
    await app.scores();
    await app.page.getByRole('tab', { name: /Formulas/ }).click();
    await app.page.getByRole('button', { name: 'Ask a judge' }).click();
    await sheet(app).getByRole('button', { name: 'All samples' }).click();
    await sheet(app).getByLabel('Provider').selectOption('openai');
    await sheet(app).getByLabel('Address').fill(`${judge.url}/v1`);
    await sheet(app).getByLabel('Model').fill('choosy');
    await sheet(app).getByLabel('Key').fill(KEY);
    const submit = sheet(app).getByRole('button', { name: /^Send \d+( to \d+)? request/ });
    await eventually(() => submit.isEnabled(), 'something can be sent');
    await submit.click();
    await app.page.getByRole('region', { name: 'Judge' }).getByRole('button', { name: 'Dismiss' }).waitFor();
    const check = async (how) => assert.deepEqual(verdicts(JSON.parse(await saved(app, 'JSON'))), wanted, how);
    await check('the page');
    // A document shows the verdicts on its pages.
    await app.select('doc1 · poor');
    await app.page.getByRole('tab', { name: /Formulas/ }).click();
    const scored = wanted[0].items.filter(({ document, system, what, verdict }) => document === 'doc1' && system === 'poor' && what !== 'table' && verdict.score !== undefined);
    const mean = scored.reduce((sum, { verdict }) => sum + verdict.score, 0) / scored.length;
    await eventually(async () => (await app.page.locator('.judged').textContent()).includes(`: ${mean.toFixed(1)} of 10 over ${scored.length} formulas`), 'the verdicts on its pages');
    const kept = readFileSync(await (await app.save('HTML')).path());
    const again = async (how, content, { forgets }) => {
      await removeAll(app, { forgets });
      await app.drop({ 'saved.html': content });
      await app.scores();
      await check(how);
    };
    await again('saved, and opened again where the verdicts are still known', kept, { forgets: false });
    await again('saved and opened again', kept, { forgets: true });
  } finally {
    await judge.close();
  }
});

appTest('what the command has judged opens in the page with the same verdicts and scores', async (app) => {
  const judge = await startJudge();
  try {
    await judgedByCommand(judge);
    await app.drop({ 'judged.html': read('judged-j.html') });
    await app.scores();
    // The page lists the worst samples first, so that sums may differ in their last bits.
    const parse = (json) => JSON.parse(json, (_, value) => (typeof value === 'number' ? Number(value.toPrecision(12)) : value));
    const [opened, wanted] = [await saved(app, 'JSON'), read('judged-j.json')].map(parse);
    assert.deepEqual(verdicts(opened), verdicts(wanted));
    assert.deepEqual(numbers(opened, 'page'), numbers(wanted, 'page'), 'and the same scores');
  } finally {
    await judge.close();
  }
});

test('the npm package has the numbers of the command', () => {
  const project = written({ 'package.json': '{ "private": true, "type": "module" }' });
  execFileSync('npm', ['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', '--silent', process.env.TEXLENS_PACKAGE], { cwd: project });
  const json = JSON.parse(texlens('evaluate', 'set', '--level', 'document,page', '--format', 'json', '--texts'));
  writeFileSync(join(project, 'texts.json'), JSON.stringify(json.texts));
  writeFileSync(
    join(project, 'score.mjs'),
    `import { readFileSync } from 'node:fs';
    import { join } from 'node:path';
    import { Scorer, TexEngine } from 'texlens';
    const tex = process.argv[2];
    const engine = new TexEngine(readFileSync(join(tex, 'manifest.json'), 'utf8'));
    const verdict = (text) => {
      for (const [name, file] of Object.entries(engine.missing(text))) engine.add(name, readFileSync(join(tex, file)));
      return engine.compile(text);
    };
    const scorer = new Scorer({ spans: false });
    const texts = JSON.parse(readFileSync('texts.json', 'utf8'));
    const samples = texts.map((page) => ['page', page.id, [page]]);
    for (const id of new Set(texts.map(({ document }) => document))) samples.push(['document', id, texts.filter(({ document }) => document === id)]);
    const lines = [];
    for (const [kind, id, pages] of samples) {
      for (const system of ${JSON.stringify(SYSTEMS)}) {
        const text = (of) => (kind === 'page' ? of(pages[0]) : pages.map(of));
        const [reference, prediction] = [text((page) => page.reference), text((page) => page.predictions[system] ?? '')];
        const scores = scorer.score(kind, reference, prediction, verdict(prediction), verdict(reference));
        lines.push([kind, id, system, scores.map(({ metric, outcome }) => [metric, { value: outcome.value, reason: outcome.reason }])]);
      }
    }
    process.stdout.write(JSON.stringify(lines));`,
  );
  const lines = JSON.parse(execFileSync('node', ['score.mjs', TEX], { cwd: project, encoding: 'utf8', maxBuffer: 64 << 20 }));
  assert.equal(lines.length, 3 * (6 + 3));
  for (const [kind, id, system, scores] of lines) {
    const wanted = levelOf(json, kind).scores.find((line) => line.id === id && line.system === system);
    assert.deepEqual(values(Object.fromEntries(scores)), values(wanted.metrics), `${kind} ${id} of ${system}`);
  }
});
