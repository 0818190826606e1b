// Malicious or broken input affects nothing but itself.
import assert from 'node:assert/strict';
import { deflateRawSync, gzipSync } from 'node:zlib';
import { zip } from './archives.mjs';
import { appTest, eventually } from './harness.mjs';
import { LINE } from './pages.mjs';

const sheet = (app) => app.page.getByRole('dialog', { name: 'Review import' });

/** An unrelated pair, which must be scored whatever the other input is. */
const GOOD = { 'good.ref.tex': 'one two three', 'good.pred.tex': 'one two three' };

/** Returns the text of the plan's notices. */
async function notices(app) {
  await sheet(app).getByRole('tab', { name: /^Notices/ }).click();
  return sheet(app).locator('.notices').innerText();
}

async function accept(app) {
  await sheet(app).locator('.button.primary').click();
  await sheet(app).waitFor({ state: 'detached' });
}

async function goodIsScored(app) {
  await app.select('good');
  assert.equal((await app.scores()).ds.value, 1);
}

/** Asserts that the page still answers immediately. */
async function answers(app) {
  const start = Date.now();
  await app.page.evaluate(() => new Promise((done) => setTimeout(done)));
  assert.ok(Date.now() - start < 2000, `the page answered after ${Date.now() - start} ms`);
}

appTest('an archive that unpacks to gigabytes is left out file by file', async (app) => {
  const bomb = deflateRawSync(Buffer.alloc(300 << 20), { level: 9 });
  const archive = zip({ 'bomb.tex': 'x', ...GOOD }, { packed: (content) => (content.toString() === 'x' ? bomb : deflateRawSync(content)) });
  // The directory states the true size, so that nothing more is needed to refuse the file.
  for (const start of [archive.indexOf('PK\x01\x02', 'latin1') + 2, 2]) archive.writeUInt32LE(300 << 20, start + 22);
  await app.drop({ 'a.zip': archive, 'b.tar.gz': gzipSync(Buffer.alloc(400 << 20), { level: 9 }) });
  const said = await notices(app);
  assert.match(said, /bomb\.tex: unpacks to more than 200 times its size/);
  assert.match(said, /b\.tar\.gz: unpacks to more than 200 times its size/);
  await accept(app);
  await goodIsScored(app);
});

appTest('an archive that lies about its size is found out', async (app) => {
  const archive = zip({ 'p1.ref.tex': 'one two three', 'p1.pred.tex': 'a'.repeat(5000), ...GOOD });
  // In both places, the second file claims to be ten bytes long.
  for (let at = archive.indexOf('p1.pred.tex'); at >= 0; at = archive.indexOf('p1.pred.tex', at + 1)) {
    const isLocal = archive.toString('latin1', at - 30, at - 28) === 'PK';
    archive.writeUInt32LE(10, isLocal ? at - 8 : at - 22);
  }
  await app.drop({ 'a.zip': archive });
  const refusals = app.refusals();
  await refusals.waitFor();
  assert.match(await refusals.textContent(), /p1\.pred\.tex.*archive cannot be read/s);
  await goodIsScored(app);
});

appTest('names that lead out of their folder are made harmless', async (app) => {
  await app.drop({ 'a.zip': zip({ '../../../etc/p1.ref.tex': 'x y', '/p1.pred.tex': 'x y', ...GOOD }) });
  const said = await notices(app);
  assert.match(said, /"a\/\.\.\/\.\.\/\.\.\/etc\/p1\.ref\.tex" leads out of its folder/);
  await accept(app);
  await goodIsScored(app);
});

appTest('a hundred thousand tiny files do not stop the page', async (app) => {
  const files = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`${index}.txt`, 'x']));
  await app.letGo({ 'a.zip': zip({ ...files, ...GOOD }) });
  await answers(app);
  await sheet(app).getByText(/^100,002 files/).waitFor();
  await answers(app);
  await sheet(app).getByRole('tab', { name: /^Left over|^Samples/ }).last().click();
  await app.page.keyboard.press('Escape');
  await app.page.locator('dialog').waitFor({ state: 'detached' });
  await app.drop(GOOD);
  await goodIsScored(app);
});

appTest('what takes too long is given up at once', async (app) => {
  const files = Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`${index}/p.tex`, 'x']));
  await app.letGo({ 'a.zip': zip(files) });
  const cancel = app.page.getByRole('region', { name: 'Import progress' }).getByRole('button', { name: 'Cancel' });
  // On a fast machine, the plan may be there before it can be cancelled.
  await Promise.race([cancel.click(), sheet(app).getByRole('button', { name: 'Cancel' }).click()]).catch(() => {});
  await app.drop(GOOD);
  await goodIsScored(app);
});

for (const [name, content, words] of /** @type {[string, string | Buffer, RegExp][]} */ ([
  ['cut.zip', zip(GOOD).subarray(0, 60), /archive cannot be read/],
  ['text.zip', 'This is no archive.', /archive cannot be read/],
  ['cut.tar.gz', gzipSync('x'.repeat(5000)).subarray(0, 20), /archive cannot be read/],
])) {
  appTest(`${name} is broken, and said to be`, async (app) => {
    await app.drop({ [name]: content, ...GOOD });
    assert.match(await notices(app), words);
    await accept(app);
    await goodIsScored(app);
  });
}

appTest('a line of megabytes is left out, the others are read', async (app) => {
  const lines = [
    JSON.stringify({ id: 'long', reference: 'x', prediction: 'y'.repeat(5 << 20) }),
    '{"id": "deep", "reference": '.padEnd(100_000, '['),
    JSON.stringify({ id: 'good', kind: 'page', reference: 'one two three', prediction: 'one two three' }),
  ];
  await app.drop({ 'run.jsonl': lines.join('\n') });
  const said = await notices(app);
  assert.match(said, /run\.jsonl line 1: the record has \d+ bytes/);
  assert.match(said, /run\.jsonl line 2: not a record/);
  await accept(app);
  await goodIsScored(app);
});

appTest('scripts and addresses in a prediction are nothing but text', async (app) => {
  const html = `<h1 onclick="alert(1)">Tides</h1><script>document.title = 'owned'</script>
    <p><a href="javascript:document.title='owned'">the sea</a> <img src="https://example.org/x.png" onerror="document.title='owned'"> rises</p>`;
  await app.drop({ 'p1.ref.tex': '\\section{Tides} the sea rises', 'p1.pred.html': html, 'p2.ref.tex': '$x$', 'p2.pred.tex': String.raw`$\href{javascript:document.title='owned'}{x} \includegraphics{https://example.org/y.png} \htmlClass{a}{x}$` });
  await app.select('p1');
  await app.scores();
  assert.match(await app.prediction(), /\\section\{Tides\}/);
  assert.doesNotMatch(await app.prediction(), /owned|javascript|example/);
  await app.select('p2');
  await app.scores();
  await app.page.getByRole('tab', { name: /^Formulas/ }).click();
  await app.page.locator('.pair').waitFor();
  assert.equal(await app.page.title(), 'texlens');
  assert.equal(await app.page.locator('a[href^="javascript"], main script, .pair img').count(), 0);
});

appTest('formulas that would grow without end, and braces without end, are stopped', async (app) => {
  const bomb = String.raw`$\def\a{xxxxxxxxxx}\def\b{\a\a\a\a\a\a\a\a\a\a}\def\c{\b\b\b\b\b\b\b\b\b\b}\def\d{\c\c\c\c\c\c\c\c\c\c}\def\e{\d\d\d\d\d\d\d\d\d\d}\def\f{\e\e\e\e\e\e\e\e\e\e}\f$`;
  const deep = `$${'{'.repeat(50_000)}x${'}'.repeat(50_000)}$`;
  const wide = String.raw`$\rule{99999em}{99999em} x^{${'x^{'.repeat(2000)}${'}'.repeat(2001)}$`;
  await app.drop({ 'bomb.ref.tex': '$x$', 'bomb.pred.tex': bomb, 'deep.ref.tex': '$x$', 'deep.pred.tex': deep, 'wide.ref.tex': '$x$', 'wide.pred.tex': wide, ...GOOD });
  for (const name of ['bomb', 'deep', 'wide']) {
    await app.select(name);
    await eventually(async () => /DS|failed/.test(await app.sample(name).textContent()), `${name} is scored or given up`);
    const tab = app.page.getByRole('tab', { name: /^Formulas/ });
    await tab.click();
    await answers(app);
    await app.texts();
  }
  await goodIsScored(app);
});

appTest('a page image that lies about itself does not touch the others', async (app) => {
  await app.runOn('WebAssembly');
  await app.drop({ 'script.png': '<script>alert(1)</script>', 'line.png': LINE, ...GOOD });
  await app.refusals().getByText(/neither PNG nor JPEG/).waitFor();
  await goodIsScored(app);
  await app.read('line');
});

/** The number of elements in the page, which must be laid out whatever the texts are. */
const nodes = (app) => app.page.evaluate(() => document.querySelectorAll('*').length);

appTest('texts of the longest size are shown in parts', async (app) => {
  // About 60,000 formulas on each side, as a model in a loop writes them. They differ in every third place.
  const formulas = (piece) => Array.from({ length: 45_000 }, (_, index) => (index % 3 ? '$x_{1}$ ' : piece)).join('');
  await app.drop({ 'p1.ref.tex': formulas('$y^2$ '), 'p1.pred.tex': formulas('$z+1$ '), ...GOOD });
  await app.select('p1');
  await app.page.locator('.source .row').first().waitFor();
  const parts = () => app.page.getByRole('navigation', { name: /^Parts of/ });
  assert.match(await parts().textContent(), /Part 1 of \d+/);
  assert.ok((await nodes(app)) < 12_000, `${await nodes(app)} elements for the texts`);
  const scores = await app.scores();
  assert.ok(scores.ds.value > 0.5 && scores.ds.value < 1, `ds ${scores.ds.value}`);

  await app.page.getByRole('tab', { name: /^Formulas/ }).click();
  await app.page.locator('.formulas .katex').first().waitFor();
  assert.ok((await nodes(app)) < 12_000, `${await nodes(app)} elements for the formulas`);
  assert.match(await parts().textContent(), /Part 1 of \d\d/);
  await parts().getByRole('button', { name: 'Next part' }).click();
  assert.match(await parts().textContent(), /Part 2 of/);
  await eventually(async () => !(await app.page.locator('.formula.waiting').count()), 'all formulas of the part are rendered');

  // The link from a formula to the text leads to the part that contains it.
  await parts().getByRole('button', { name: 'Next part' }).click();
  await app.page.locator('.formulas .pair').last().getByRole('button', { name: 'in source' }).click();
  await app.texts();
  await app.page.locator('.source .pointed').first().waitFor();
});
