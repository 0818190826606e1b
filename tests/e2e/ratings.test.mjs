// Ratings in the page: studies, sheets and results are those of the command, sheets are answered by keyboard without a
// network, and answers survive the page.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Screens } from './accessibility.mjs';
import { unzip } from './archives.mjs';
import { texlens } from './command.mjs';
import { appTest, eventually } from './harness.mjs';

/** Twelve formulas, two systems: one is right but for three formulas, the other confuses sub- and superscripts. */
const FORMULAS = Array.from({ length: 12 }, (_, at) => {
  const latex = `x_{${at}} + \\frac{a_{${at}}}{b} = ${at} y_{2}`;
  return {
    id: `f${at}`,
    kind: 'formula',
    reference: latex,
    pred_right: at % 4 === 0 ? latex.replace('b', 'c') : latex,
    pred_wrong: latex.replaceAll('_', '^').replace('=', at % 3 === 0 ? '\\ne' : '='),
  };
});

const view = (app) => app.page.getByRole('region', { name: 'Ratings' });
const button = (app, name) => view(app).getByRole('button', { name, exact: true });
const idle = (app) => view(app).locator('.screen-stage').waitFor({ state: 'detached' });

async function show(app, part) {
  await app.page.locator('header').getByRole('button', { name: 'Ratings' }).click();
  if (part) await view(app).getByRole('group', { name: 'Show' }).getByRole('button', { name: part }).click();
}

/** Runs the command, whose exit code says that a file was left out; returns its standard output. */
const told = (...args) => spawnSync(process.env.TEXLENS_CLI, args, { encoding: 'utf8', maxBuffer: 1 << 28 }).stdout;

/** Returns the bytes of the file that a click saves. */
async function saved(app, click) {
  const download = app.page.waitForEvent('download');
  await click();
  return readFileSync(await (await download).path());
}

async function bring(app) {
  await app.drop({ 'formulas.jsonl': FORMULAS.map((formula) => JSON.stringify(formula)).join('\n') });
  await app.page.locator('.plan .button.primary').click();
  await app.page.getByRole('dialog', { name: 'Review import' }).waitFor({ state: 'detached' });
  await eventually(async () => (await app.page.locator('nav[aria-label="Samples"] .busy').count()) === 0, 'all samples are scored');
}

/**
 * Makes a study in the page, and returns its folder and files.
 * @param {import('./harness.mjs').App} app
 * @param {{ raters?: string, each?: string, scale?: string }} [options]
 */
async function study(app, { raters = '3', each = '2', scale } = {}) {
  await show(app, 'Make a study');
  await view(app).getByLabel(/^Raters(?! of)/).fill(raters);
  await view(app).getByLabel('Raters of each pair').fill(each);
  if (scale) await view(app).getByLabel('People').selectOption({ label: scale });
  await button(app, 'Make the study').click();
  await view(app).getByRole('heading', { name: 'Study' }).waitFor();
  await idle(app);
  const folder = mkdtempSync(join(tmpdir(), 'ratings-'));
  const files = unzip(await saved(app, () => button(app, 'Save study and sheets').click()));
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes);
  return { folder, files };
}

/** Answers the questions of a sheet without the page. */
function answered(sheet, answer) {
  const filled = JSON.parse(sheet);
  filled.answers = filled.questions.map((question, index) => ({ question: index + 1, answer: answer(question, index), seconds: 2 + (index % 5) }));
  return JSON.stringify(filled);
}

/** A person who sees what is the same, and takes away points for the rest. */
const careful = (question, index) => (question.reference === question.shown[0] ? 10 : question.shown[0].length < question.reference.length / 2 || !/x/.test(question.shown[0]) ? 0 : index % 3);

appTest('a study of the samples is that of the command, and so are its results', async (app) => {
  await bring(app);
  const { folder, files } = await study(app);
  const scores = join(folder, 'evaluation.scores.json');
  writeFileSync(scores, readFileSync(await (await app.save('JSON')).path()));
  texlens('ratings', 'make', scores, '--raters', '3', '--each', '2', '--out', join(folder, 'made'));
  assert.deepEqual(Object.keys(files).sort(), readdirSync(join(folder, 'made')).sort());
  for (const [name, bytes] of Object.entries(files)) {
    assert.ok(bytes.equals(readFileSync(join(folder, 'made', name))), name);
  }

  // Two raters hand in everything, one hands in something else.
  const names = [1, 2, 3].map((rater) => `sheet-0${rater}.json`);
  const back = Object.fromEntries(names.map((name) => [name, answered(files[name], careful)]));
  back['notes.json'] = '{"format": "something else"}';
  for (const [name, text] of Object.entries(back)) writeFileSync(join(folder, name), text);
  await show(app, 'Results');
  await view(app).getByText('Open the sheets that came back').waitFor();
  await app.letGo(back);
  await view(app).getByRole('heading', { name: 'Raters', exact: true }).waitFor();
  await idle(app);
  await view(app).getByText(/notes\.json/).first().waitFor();
  const compared = async (...more) => {
    const summary = view(app).locator('summary', { hasText: 'Save' });
    /** @type {[string, string[], string | null][]} */
    const files = [
      ['Results for programs (JSON)', ['--format', 'json'], null],
      ['Ratings for spreadsheets (CSV)', ['--ratings', join(folder, 'ratings.csv')], 'ratings.csv'],
      ['Figure (SVG)', ['--plot', join(folder, 'ratings.svg')], 'ratings.svg'],
    ];
    for (const [label, options, file] of files) {
      const output = told('ratings', 'results', join(folder, 'study.json'), ...Object.keys(back).map((name) => join(folder, name)), ...more, ...options);
      // The command names files with their folders.
      const expected = (file ? readFileSync(join(folder, file), 'utf8') : output).replaceAll(`${folder}/`, '');
      await summary.click();
      const bytes = await saved(app, () => button(app, label).click());
      await idle(app);
      if (await view(app).locator('.screen-files').evaluate((details) => details.open)) await summary.click();
      assert.equal(bytes.toString(), expected, label);
    }
  };
  await compared();
  const tables = await view(app).locator('.results-list table').allTextContents();
  assert.ok(tables.some((table) => table.includes('Krippendorff')), tables.join('\n'));

  // With the scores of the samples, correlations appear, equal to those of the saved evaluation.
  await view(app).getByLabel('compare with the scores of the open samples').check();
  await view(app).getByRole('heading', { name: /[Cc]orrelation/ }).first().waitFor();
  await idle(app);
  await compared('--scores', scores);

  // A file that is removed comes back.
  await button(app, 'Remove notes.json').click();
  await eventually(async () => !(await view(app).textContent()).includes('notes.json'), 'the file is gone');
  await button(app, 'Bring the earlier sheet, study and files back').click();
  await view(app).getByText(/notes\.json/).first().waitFor();
});

appTest('a rater answers by keyboard without a network, and goes on where the page was left', async (app) => {
  const folder = mkdtempSync(join(tmpdir(), 'ratings-'));
  const pairs = Array.from({ length: 6 }, (_, index) => JSON.stringify({ id: `p${index}`, reference: `x_{${index}} &= 1 \\\\ y &= 2`, prediction: `x^{${index}} &= 1 \\\\ y &= 3`, system: 'secret' }));
  writeFileSync(join(folder, 'pairs.jsonl'), pairs.join('\n'));
  texlens('ratings', 'make', join(folder, 'pairs.jsonl'), '--raters', '2', '--each', '1', '--out', join(folder, 'study'));
  const sheet = readFileSync(join(folder, 'study', 'sheet-02.json'), 'utf8');
  const { questions } = JSON.parse(sheet);
  assert.equal(questions.length, 5);

  await show(app);
  await app.letGo({ 'sheet-02.json': sheet });
  await view(app).getByRole('heading', { name: 'Before you begin' }).waitFor();
  assert.ok(!(await view(app).textContent()).includes('secret'), 'a sheet is blind');
  // The renderer is loaded with the first formula.
  await button(app, 'Begin').click();
  await view(app).locator('.rating-formula .katex').first().waitFor();
  await app.setOffline(true);
  const heading = (at) => view(app).getByRole('heading', { name: `Question ${at} of 5` }).waitFor();
  await heading(1);
  await app.page.keyboard.press('7');
  await heading(2);
  // Rows of a display come without their environment.
  await eventually(async () => (await view(app).locator('.rating-formula .katex').count()) === 2, 'both formulas are rendered');
  // What is no answer does nothing; T is ten here and opens no dialog.
  await app.page.keyboard.press('x');
  await heading(2);
  await app.page.keyboard.press('t');
  await heading(3);
  assert.equal(await app.page.getByRole('dialog').count(), 0);
  // Skipped, then back.
  await app.page.keyboard.press('j');
  await heading(4);
  await app.page.keyboard.press('k');
  await heading(3);
  await app.page.keyboard.press('0');
  await heading(4);
  await view(app).getByText('3 of 5 answered').waitFor();
  await app.setOffline(false);

  // The browser stores each answer.
  await eventually(
    () =>
      app.page.evaluate(
        () =>
          new Promise((resolve) => {
            const opening = indexedDB.open('texlens-judge');
            opening.onsuccess = () => {
              const all = opening.result.transaction('ratings').objectStore('ratings').getAll();
              all.onsuccess = () => {
                opening.result.close();
                resolve(JSON.parse(all.result[0] ?? '{}').sheet?.sheet.answers.length === 3);
              };
            };
          }),
      ),
    'three answers are stored',
  );
  await app.open();
  await show(app);
  await heading(4);
  await button(app, '5').click();
  await heading(5);
  // A changed answer replaces the earlier one.
  await button(app, 'Back').click();
  assert.equal(await button(app, '5').getAttribute('aria-pressed'), 'true');
  await button(app, '6').click();
  await heading(5);
  await button(app, 'Skip').click();
  await view(app).getByRole('heading', { name: 'Some questions have no answer' }).waitFor();
  await button(app, 'Answer 1 open question').click();
  await heading(5);
  await app.page.keyboard.press('1');
  await view(app).getByRole('heading', { name: 'All questions have an answer' }).waitFor();
  await view(app).getByText('stored in this browser only').waitFor();
  const file = JSON.parse((await saved(app, () => button(app, 'Save answers').click())).toString());
  await view(app).getByText('All answers are in the saved file').waitFor();
  assert.deepEqual(file.answers.map(({ question, answer }) => [question, answer]), [[1, 7], [2, 10], [3, 0], [4, 6], [5, 1]]);
  assert.ok(file.answers.every(({ seconds }) => seconds >= 0));
  assert.deepEqual({ ...file, answers: [] }, JSON.parse(sheet), 'only the answers are new');

  await button(app, 'Put this sheet away').click();
  await view(app).getByText('You were given a sheet to rate?').waitFor();
  await button(app, 'Bring the earlier sheet, study and files back').click();
  await view(app).getByRole('heading', { name: 'All questions have an answer' }).waitFor();
});

appTest('choices between two systems, and what cannot be opened', async (app) => {
  await bring(app);
  const { files } = await study(app, { scale: 'choose between two systems' });
  await view(app).getByLabel(/^Rater(?!s)/).fill('4');
  await view(app).getByText('The study has the raters 1 to 3').waitFor();
  assert.ok(await button(app, 'Rate here').isDisabled());
  await view(app).getByLabel(/^Rater(?!s)/).fill('3');
  await button(app, 'Rate here').click();
  await button(app, 'Begin').click();
  const { questions } = JSON.parse(files['sheet-03.json']);
  for (const [index, question] of questions.entries()) {
    await view(app).getByRole('heading', { name: `Question ${index + 1} of ${questions.length}` }).waitFor();
    const key = question.shown.indexOf(question.reference) === 0 ? '1' : question.shown.includes(question.reference) ? '2' : '0';
    await app.page.keyboard.press(key);
  }
  const file = JSON.parse((await saved(app, () => button(app, 'Save answers').click())).toString());
  assert.deepEqual(new Set(file.answers.map(({ answer }) => answer)), new Set(['left', 'right', 'tie']));

  // What is wrong with a file is said, and the others are opened.
  await app.letGo({ 'broken.json': '{"format": "texlens-rating-sheet", "version"', 'sheet-01.json': files['sheet-01.json'] });
  await view(app).getByRole('alert').getByText(/broken\.json: the file is not a sheet/).waitFor();
  await view(app).getByRole('heading', { name: 'Before you begin' }).waitFor();
  await view(app).getByText('rater 1', { exact: false }).first().waitFor();

  // A number that is no number has its message, and nothing else changes.
  await show(app, 'Make a study');
  await view(app).getByText('Make another study').click();
  await view(app).getByLabel(/^Raters(?! of)/).fill('many');
  await view(app).getByText('Enter a whole number from 1 to 1000.').waitFor();
  assert.ok(await button(app, 'Make the study').isDisabled());
  await view(app).getByLabel(/^Raters(?! of)/).fill('1');
  await button(app, 'Make the study').click();
  await view(app).getByRole('alert').getByText(/each pair needs 3 different raters/).waitFor();
});

appTest('the screens of ratings', async (app) => {
  const screens = new Screens();
  await show(app);
  await screens.check(app.page, 'ratings-begin');
  await bring(app);
  await show(app, 'Make a study');
  await screens.check(app.page, 'ratings-form');
  const { files } = await study(app, { scale: 'choose between two systems' });
  await screens.check(app.page, 'ratings-study');
  await button(app, 'Rate here').click();
  await view(app).getByRole('heading', { name: 'Before you begin' }).waitFor();
  await screens.check(app.page, 'ratings-instructions');
  await button(app, 'Begin').click();
  await view(app).locator('.rating-formula .katex').first().waitFor();
  await screens.check(app.page, 'ratings-question');
  await show(app, 'Results');
  await app.letGo({ 'sheet-01.json': answered(files['sheet-01.json'], (question) => (question.shown[0] === question.reference ? 'left' : 'right')) });
  await view(app).getByRole('heading', { name: 'Raters', exact: true }).waitFor();
  await idle(app);
  await screens.check(app.page, 'ratings-results');
  assert.deepEqual(screens.faults, []);
});
