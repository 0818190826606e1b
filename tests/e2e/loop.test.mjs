// A newcomer's path, from the outputs of three systems to a reopened report. Prints the time of each step; asserts
// nothing about time.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { folder } from './files.mjs';
import { appTest, eventually } from './harness.mjs';
import { samplePage } from './pages.mjs';

const IDS = ['halo-model', 'radial-velocities', 'subaddresses', 'transit-search', 'validator-sets'];
const PAGES = 20;
const list = (app) => app.page.getByRole('navigation', { name: 'Samples' });

/** Twenty pages of five papers: the texts of the sample pages, in four parts each. */
function pages() {
  const pages = IDS.flatMap((id) => {
    const paragraphs = samplePage(id).reference.split(/\n\s*\n/);
    const quarter = Math.ceil(paragraphs.length / 4);
    return [0, 1, 2, 3].map((part) => ({
      id: `${id}/${part + 1}`,
      latex: [`\\section*{Part ${part + 1} of ${id}}`, ...paragraphs.slice(part * quarter, (part + 1) * quarter), `It holds that $e^{i \\pi} + ${part + 1} = n_{${part}}$ here.`].join('\n\n'),
    }));
  });
  assert.equal(pages.length, PAGES);
  return pages;
}

/**
 * One system confuses two letters in formulas, one misreads words, and one drops commands and breaks one more formula.
 */
const SYSTEMS = {
  careful: (latex) => latex.replaceAll('\\pi', '\\tau'),
  hasty: (latex) => latex.replaceAll(/\b(the|and)\b/g, (word) => `${word[0]}${word[2]}${word[1]}`),
  plain: (latex, id) => (id === 'transit-search/3' ? latex.replace(/\$e\^.*\$/, '$\\frac{?}{$') : latex).replaceAll(/\\(?!frac|section)[a-z]+\b\*?/gi, ''),
};

function outputs() {
  const files = { 'run/manifest.jsonl': pages().map(({ id }) => JSON.stringify({ id, reference: `truth/${id}.tex`, source: id.split('/')[0] })).join('\n') };
  for (const { id, latex } of pages()) {
    files[`run/truth/${id}.tex`] = latex;
    for (const [system, misread] of Object.entries(SYSTEMS)) files[`run/${system}/${id}.tex`] = misread(latex, id);
  }
  return join(folder(files), 'run');
}

appTest('a newcomer brings three systems, finds the worst formula, compares two, saves, and opens the report again', async (app) => {
  const times = [];
  let last = performance.now();
  const done = (what) => {
    times.push(`${what} ${((performance.now() - last) / 1000).toFixed(1)} s`);
    last = performance.now();
  };
  const root = outputs();

  await app.page.locator('input[webkitdirectory]').first().setInputFiles(root);
  const sheet = app.page.getByRole('dialog', { name: 'Review import' });
  await sheet.getByText(/predictions of 3 systems/).waitFor();
  done('understood');
  await sheet.locator('.button.primary').click();
  await eventually(async () => (await list(app).locator('h2 .count').textContent()) === String(3 * PAGES), 'all are in the list');
  await list(app).getByRole('region', { name: 'Work' }).waitFor({ state: 'detached' });
  done('scored');

  // The worst formula: the samples are sorted by formula accuracy, worst first, and the first different formula is
  // shown.
  await list(app).getByRole('combobox', { name: 'Sort samples' }).selectOption('#fa');
  await eventually(async () => /plain/.test(await list(app).locator('button.sample .name').first().textContent()), 'the worst come first');
  await list(app).getByRole('searchbox').fill('\\frac{?}');
  await eventually(async () => (await list(app).locator('button.sample').count()) === 1, 'the one with the broken formula');
  await list(app).locator('button.sample').click();
  await app.page.getByRole('tab', { name: /^Formulas/ }).click();
  const pointed = app.page.locator('.pair.pointed');
  // The key does nothing before the formulas are matched.
  await eventually(async () => {
    if ((await pointed.allTextContents()).some((text) => text.includes('\\frac{?}'))) return true;
    await app.page.keyboard.press('n');
    return false;
  }, 'the broken formula');
  // It cannot be rendered, and says why.
  await pointed.locator('.unrenderable').first().waitFor();
  await app.page.getByRole('combobox', { name: 'Compare with' }).selectOption('careful');
  assert.match(await pointed.getByRole('cell').nth(2).textContent(), /tau/, 'another system has it');
  done('worst formula');
  await list(app).getByRole('button', { name: 'Show all' }).click();

  await app.page.keyboard.press('c');
  const compare = app.page.getByRole('region', { name: 'Compare systems' });
  await compare.getByRole('heading', { name: /^Leaderboard/ }).waitFor();
  await compare.getByRole('combobox', { name: 'Of', exact: true }).selectOption('careful');
  await compare.getByRole('combobox', { name: 'and', exact: true }).selectOption('plain');
  await compare.getByText(/^careful is better than plain by [\d.]+ points in Formula accuracy/).waitFor();
  done('two compared');

  const download = await app.save();
  const report = readFileSync(await download.path());
  done(`saved ${(report.length / 1e6).toFixed(1)} MB`);

  await app.page.getByRole('button', { name: 'Samples', exact: true }).click();
  await app.page.locator('footer').getByRole('button', { name: /^Storage/ }).click();
  await app.page.getByRole('button', { name: 'Remove all' }).click();
  await app.page.keyboard.press('Escape');
  await app.drop({ 'evaluation.texlens.html': report });
  await eventually(async () => (await list(app).locator('h2 .count').textContent()) === String(3 * PAGES), 'all are back');
  await list(app).getByRole('searchbox').fill('transit-search/3 system:plain');
  await eventually(async () => (await list(app).locator('button.sample').count()) === 1, 'it is found');
  await app.select('transit-search/3 · plain');
  await app.page.getByRole('tab', { name: /^Formulas/ }).click();
  await app.page.locator('.pair .unrenderable').first().waitFor();
  done('opened again');
  console.log(`a newcomer's way: ${times.join(', ')}`);
});
