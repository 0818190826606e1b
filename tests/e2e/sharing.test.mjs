// Files that leave the app: every format, with the chosen content, and harmless wherever it is opened.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { listen } from '../../xtask/listen.mjs';
import { unzip } from './archives.mjs';
import { folder } from './files.mjs';
import { appTest, eventually, ORIGIN } from './harness.mjs';
import { LINE } from './pages.mjs';

/** Three pairs: one equal, one with another formula, one with missing text. */
const PAIRS = {
  'alike.ref.tex': 'The sea $x^2$ rises and falls twice a day.',
  'alike.pred.tex': 'The sea $x^2$ rises and falls twice a day.',
  'other.ref.tex': 'The sea $x^2$ rises and falls twice a day.',
  'other.pred.tex': 'The sea $x^3$ rises and falls twice a day.',
  'short.ref.tex': 'One two three four five six seven eight nine ten eleven twelve thirteen fourteen. And more.',
  'short.pred.tex': 'And more.',
};

async function scored(app, names) {
  for (const name of names) await eventually(async () => /DS\s*\d/.test(await app.sample(name).textContent()), `${name} is scored`);
  await app.select(names[0]);
  await app.scores();
}

/**
 * Opens a saved page or a folder's address in a separate browser window, and records its requests and scripts. `refused` are
 * the errors by which a browser says that it has refused what the test provokes.
 */
async function read(app, address, body, options = {}, refused = /$^/) {
  const context = await app.otherWindow(options);
  const page = await context.newPage();
  const asked = [];
  const ran = [];
  page.on('request', (request) => asked.push(request.url()));
  page.on('dialog', (dialog) => {
    ran.push(dialog.message());
    dialog.dismiss();
  });
  page.on('pageerror', ({ message }) => {
    if (!refused.test(message)) ran.push(`error: ${message}`);
  });
  await page.goto(address);
  await body(page);
  assert.deepEqual(ran, [], 'nothing else ran');
  await context.close();
  return asked;
}

/** Returns the address of a copy that a browser recognises as HTML. */
async function copy(download) {
  const file = `${await download.path()}.html`;
  await download.saveAs(file);
  return pathToFileURL(file).href;
}

const listed = (page) => page.locator('.entry:visible .name').allTextContents();

/** Returns the names of the systems in the contents, with their scores. */
const contents = (page) => page.getByRole('navigation', { name: 'Contents' }).locator('li li').allTextContents();

appTest('a saved page filters, searches, sorts and is walked through by key', async (app) => {
  await app.drop(PAIRS);
  await scored(app, ['alike', 'other', 'short']);
  const address = await copy(await app.save());
  const asked = await read(app, address, async (page) => {
    // The worst come first.
    assert.deepEqual(await listed(page), ['short', 'other', 'alike']);
    const show = page.getByLabel('Show');
    await show.selectOption({ label: 'Different' });
    assert.deepEqual(await listed(page), ['short', 'other']);
    assert.equal(await page.locator('output').textContent(), '2 of 3');
    await show.selectOption({ label: 'Mathematical Formula Mismatches' });
    assert.deepEqual(await listed(page), ['other']);
    await show.selectOption({ label: 'All' });
    await page.getByLabel('Find').fill('AL');
    assert.deepEqual(await listed(page), ['alike']);
    await page.getByLabel('Find').fill('');
    await page.getByLabel('Sort by').selectOption({ label: 'ds, lowest first' });
    assert.deepEqual(await listed(page), ['short', 'other', 'alike']);

    assert.equal(await page.locator('section.sample:visible').count(), 0, 'a sample is one line until it is opened');
    await page.locator('h1').click();
    const focused = () => page.evaluate(() => document.activeElement.querySelector('.name').textContent);
    for (const [key, name] of [['j', 'short'], ['j', 'other'], ['j', 'alike'], ['k', 'other']]) {
      await page.keyboard.press(key);
      assert.equal(await focused(), name, `${key} leads to ${name}`);
      assert.deepEqual(await page.locator('section.sample:visible').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label'))), [name], `only ${name} is open`);
    }
    await page.getByRole('button', { name: 'Unfold all' }).click();
    assert.equal(await page.locator('section.sample:visible').count(), 3);
    await page.getByRole('button', { name: 'Fold all', exact: true }).click();
    assert.equal(await page.locator('section.sample:visible').count(), 0);
  });
  // Not every browser tells of requests for files.
  assert.deepEqual(asked.filter((url) => url !== address), [], 'nothing was asked for');
});

appTest('without scripts, a saved page has everything but controls', async (app) => {
  await app.drop(PAIRS);
  await scored(app, ['alike', 'other', 'short']);
  await read(app, await copy(await app.save()), async (page) => {
    assert.deepEqual(await listed(page), ['short', 'other', 'alike']);
    await page.locator('.entry', { hasText: 'other' }).locator('summary').first().click();
    assert.equal(await page.locator('section.sample:visible').count(), 1);
    assert.equal(await page.locator('.controls').count(), 0);
  }, { javaScriptEnabled: false });
});

/** Three systems on two pages, as records of a list. */
const RUN = ['p1', 'p2'].map((id) => JSON.stringify({
  id,
  document: 'sea',
  kind: 'page',
  reference: 'The sea $x^2$ rises and falls twice a day.',
  predictions: {
    worst: 'The sea $y$ falls.',
    best: 'The sea $x^2$ rises and falls twice a day.',
    middle: `The sea $x^3$ rises and falls${id === 'p1' ? ' twice' : ''}.`,
  },
})).join('\n');

appTest('a link leads to a sample or a formula, opens what is folded, and stays the same', async (app) => {
  await app.drop(PAIRS);
  await scored(app, ['alike', 'other', 'short']);
  const address = await copy(await app.save());
  const ids = (page) => page.locator('section.sample, [id*=":formula-"]').evaluateAll((all) => all.map((one) => one.id).sort());
  let [before, sample] = [[], ''];
  await read(app, address, async (page) => {
    sample = await page.locator('section.sample[aria-label="other"]').getAttribute('id');
  });
  assert.match(sample, /^other\//, 'the address has the name of the sample');
  for (const javaScriptEnabled of [true, false]) {
    for (const id of [sample, `${sample}:formula-1`]) {
      await read(app, `${address}#${id}`, async (page) => {
        const place = page.locator(`[id="${id}"]`);
        await eventually(() => place.isVisible(), `${id} is shown ${javaScriptEnabled ? 'with' : 'without'} scripts`);
        await eventually(() => place.evaluate((element) => {
          const { top, bottom } = element.getBoundingClientRect();
          return top < innerHeight && bottom > 0;
        }), `${id} is in sight`);
        assert.equal(await page.locator('section.sample:visible').count(), 1);
        before = await ids(page);
      }, { javaScriptEnabled });
    }
  }
  await read(app, address, async (page) => {
    const anchor = page.getByRole('link', { name: 'Link to other' });
    await anchor.focus();
    assert.equal(await anchor.evaluate((element) => getComputedStyle(element).opacity), '1', 'the link is seen with the keyboard');
    await page.keyboard.press('Enter');
    await eventually(() => page.locator(`[id="${sample}"]`).isVisible(), 'the sample opens');
    assert.equal(decodeURIComponent(new URL(page.url()).hash), `#${sample}`);
  });

  // Opened and saved again, everything has the same address.
  const html = readFileSync(new URL(address), 'utf8');
  await app.page.goto('about:blank');
  await app.open();
  await app.page.locator('footer').getByRole('button', { name: /^Storage/ }).click();
  await app.page.getByRole('button', { name: 'Remove all' }).click();
  await app.page.keyboard.press('Escape');
  await app.drop({ 'saved.html': html });
  await app.page.getByText('Evaluation with 3 samples opened.').waitFor();
  await read(app, await copy(await app.save()), async (page) => assert.deepEqual(await ids(page), before));
});

appTest('systems stand in the order of their scores, and app and command give the same addresses', async (app) => {
  const root = folder({ 'run.jsonl': RUN });
  await app.drop({ 'run.jsonl': RUN });
  const plan = app.page.getByRole('dialog', { name: 'Review import' });
  await plan.getByRole('button', { name: /^(Add|Score|Read) / }).click();
  await plan.waitFor({ state: 'detached' });
  await app.scores();
  await eventually(async () => !(await app.page.locator('nav .state.busy').count()), 'all are scored');
  const own = {};
  await read(app, await copy(await app.save()), async (page) => {
    const systems = (await contents(page)).map((text) => text.trim().split(/\s+/));
    assert.deepEqual(systems.map(([name]) => name), ['best', 'middle', 'worst']);
    const values = systems.map(([, value]) => Number(value));
    assert.deepEqual(values, [...values].sort((a, b) => b - a));
    own.systems = systems;
    own.ids = await page.locator('section.sample').evaluateAll((all) => all.map((one) => one.id));
  });
  const file = join(root, 'report.html');
  execFileSync(process.env.TEXLENS_CLI, ['evaluate', join(root, 'run.jsonl'), '--level', 'page', '--html', file]);
  await read(app, pathToFileURL(file).href, async (page) => {
    assert.deepEqual(await page.locator('section.sample').evaluateAll((all) => all.map((one) => one.id)), own.ids);
    // The command compiles too, so that its values are others.
    assert.deepEqual((await contents(page)).map((text) => text.trim().split(/\s+/)[0]), own.systems.map(([name]) => name));
  });
});

appTest('only the samples of the filter are saved, and every file says so', async (app) => {
  await app.drop(PAIRS);
  await scored(app, ['alike', 'other', 'short']);
  await app.page.keyboard.press('s');
  await app.saveSheet().waitFor();
  assert.equal(await app.saveSheet().getByText(/of the filter/).count(), 0, 'without a filter there is no choice');
  await app.page.keyboard.press('Escape');
  const list = app.page.getByRole('navigation', { name: 'Samples' });
  await list.getByLabel('Search samples').fill('fourteen');
  await eventually(async () => (await list.locator('.sample').count()) === 1, 'the list is filtered');

  const whole = readFileSync(await (await app.save('JSON')).path(), 'utf8');
  assert.equal(JSON.parse(whole).levels[0].samples, 3, 'everything is saved unless the choice is made');
  const only = [/^Only the 1 sample of the filter/];
  const json = JSON.parse(readFileSync(await (await app.save('JSON', [], only)).path(), 'utf8'));
  assert.deepEqual(json.provenance.filtered, { filter: 'fourteen', samples: 1, of: 3 });
  assert.equal(json.levels[0].samples, 1);
  assert.equal(json.texts.length, 1);
  const ofWhole = JSON.parse(whole).levels[0].scores.find(({ id }) => id === 'short').metrics.ds.value;
  assert.equal(json.levels[0].systems[0].metrics.find(({ metric }) => metric === 'ds').mean, ofWhole, 'the mean is that of the selection');
  const markdown = readFileSync(await (await app.save('Markdown', [], only)).path(), 'utf8');
  assert.match(markdown, /A selection\\: 1 of 3 samples, by the filter “fourteen”/);
  const html = readFileSync(await (await app.save('HTML', [], only)).path(), 'utf8');
  assert.ok(!html.includes('id="alike/'), 'other samples are not in it');
  assert.match(html, /A selection: 1 of 3 samples, by the filter “fourteen”\. All numbers are those of the selection\./);

  await app.page.goto('about:blank');
  await app.open();
  await app.page.locator('footer').getByRole('button', { name: /^Storage/ }).click();
  await app.page.getByRole('button', { name: 'Remove all' }).click();
  await app.page.keyboard.press('Escape');
  await app.drop({ 'selection.html': html });
  await app.page.getByText('It is a selection: 1 of 3 samples, by the filter “fourteen”.').waitFor();
  assert.equal((await app.scores()).ds.value, Number(ofWhole.toFixed(3)));
});

appTest('every form is saved, and its size is said before', async (app) => {
  await app.runOn('WebAssembly');
  await app.drop({ ...PAIRS, 'line.png': LINE });
  // Otherwise it would be read automatically later, and change the sizes while they are shown.
  await app.read('line');
  await scored(app, ['alike', 'other', 'short']);
  await app.page.keyboard.press('s');
  const sheet = app.saveSheet();
  await eventually(async () => !(await sheet.locator('.size').allTextContents()).includes('…'), 'all sizes are known');
  const told = Object.fromEntries(await sheet.locator('.format').evaluateAll((rows) => rows.map((row) => [row.querySelector('.name').textContent, row.querySelector('.size').textContent])));
  await app.page.keyboard.press('Escape');

  const saved = {};
  for (const [name, ending] of [['HTML', '.texlens.html'], ['Folder', '.texlens.zip'], ['JSON', '.json'], ['CSV', '.csv'], ['Markdown', '.md'], ['LaTeX', '.tex'], ['JUnit', '.xml']]) {
    const download = await app.save(name);
    assert.ok(download.suggestedFilename().endsWith(ending), download.suggestedFilename());
    saved[name] = readFileSync(await download.path());
    const words = told[name === 'Folder' ? 'Folder (zip)' : name];
    const [, number, unit] = words.match(/([\d.]+) (bytes|kB|MB)/);
    const bytes = Number(number) * { bytes: 1, kB: 1e3, MB: 1e6 }[unit];
    const slack = words.startsWith('about') ? 0.1 * bytes : { bytes: 0, kB: 500, MB: 50_000 }[unit];
    assert.ok(Math.abs(saved[name].length - bytes) <= slack, `${name}: told ${words}, saved ${saved[name].length}`);
  }
  const json = JSON.parse(saved.JSON);
  assert.equal(json.format, 'texlens-scores');
  assert.equal(json.texts.length, 3);
  assert.equal(json.levels[0].scores.find(({ id }) => id === 'alike').metrics.ds.value, 1);
  assert.match(saved.CSV.toString(), /,page,alike,alike,ds,1,/);
  assert.match(saved.Markdown.toString(), /^\| System \|/);
  assert.match(saved.LaTeX.toString(), /\\begin\{tabular\}/);
  assert.match(saved.JUnit.toString(), /<testcase name="page alike"/);

  // The folder, on a static host.
  const files = unzip(saved.Folder);
  const types = { html: 'text/html', css: 'text/css', js: 'text/javascript', png: 'image/png', woff2: 'font/woff2' };
  const server = createServer(({ url }, response) => {
    const name = url.slice(1) || 'index.html';
    response.writeHead(files[name] ? 200 : 404, { 'content-type': types[name.split('.').pop()] ?? 'text/plain' }).end(files[name]);
  });
  const home = `${await listen(server)}/`;
  app.mayReach(new URL(home).origin);
  try {
    const asked = await read(app, home, async (page) => {
      await page.getByLabel('Show').selectOption({ label: 'Different' });
      assert.deepEqual(await listed(page), ['short', 'other']);
      await page.getByRole('link', { name: 'other', exact: true }).click();
      await page.getByRole('heading', { name: 'other', level: 2 }).waitFor();
      assert.ok(await page.locator('.katex').first().evaluate((element) => getComputedStyle(element).fontFamily.includes('KaTeX')), 'formulas are rendered');
      await page.keyboard.press('k');
      await page.getByRole('heading', { name: 'short', level: 2 }).waitFor();
      await page.getByRole('link', { name: 'All samples' }).click();
      await page.getByRole('link', { name: 'line', exact: true }).click();
      await eventually(() => page.locator('figure img').evaluate((image) => image.naturalWidth > 0), 'the image is shown');
    });
    assert.deepEqual(asked.filter((url) => !url.startsWith(home)), [], 'nothing was asked of another server');
  } finally {
    server.close();
  }
});

appTest('without its texts a report has scores only, and says so where it is opened', async (app) => {
  await app.drop(PAIRS);
  await scored(app, ['alike', 'other', 'short']);
  const report = readFileSync(await (await app.save('HTML', [/^LaTeX/])).path(), 'utf8');
  assert.ok(!report.includes('rises and falls'), 'no text is in it');
  await app.page.locator('footer').getByRole('button', { name: /^Storage/ }).click();
  await app.page.getByRole('button', { name: 'Remove all' }).click();
  await app.page.keyboard.press('Escape');
  await app.drop({ 'scores.html': report });
  await app.page.getByText('It was saved without its texts: only the scores are available.').waitFor();
  await app.select('alike');
  assert.equal((await app.scores()).ds.value, 1);
  await app.page.getByText('The report omits the texts of this sample').waitFor();
});

appTest('a report of the same server is opened from the address, and stays in the list', async (app) => {
  await app.drop(PAIRS);
  await scored(app, ['alike', 'other', 'short']);
  const download = await app.save();
  const text = readFileSync(await download.path(), 'utf8');
  assert.equal(statSync(await download.path()).size, Buffer.byteLength(text));
  await app.page.locator('footer').getByRole('button', { name: /^Storage/ }).click();
  await app.page.getByRole('button', { name: 'Remove all' }).click();
  // A removed sample leaves the browser's storage a moment later.
  await app.page.waitForTimeout(1500);
  app.network.replaced.set(`${ORIGIN}/reports/may.html`, { type: 'text/html', text });
  await app.open(`${ORIGIN}/?report=reports/may.html`);
  await app.page.getByText('Evaluation with 3 samples opened.').waitFor();
  assert.equal(new URL(app.page.url()).search, '', 'loading the page again does not open it once more');
  await app.select('short');
  assert.ok((await app.scores()).ds.value < 1);
});

appTest('an address that names another server is refused and not asked', async (app) => {
  for (const address of ['https://example.org/r.html', '//example.org/r.html', '/\\example.org/r.html', 'data:text/html,x']) {
    await app.open(`${ORIGIN}/?report=${encodeURIComponent(address)}`);
    await app.refusals().getByText(/may only name a report on the server of this app/).waitFor();
  }
  assert.ok(!app.log.some((url) => new URL(url.replace(/^tunnel to /, 'https://')).hostname.endsWith('example.org')), 'nobody was asked');
});

appTest('what is no report, or not there, is said to be so', async (app) => {
  await app.open(`${ORIGIN}/?report=reports/missing.html`);
  await app.refusals().getByText(/missing.html could not be fetched: the server answered 404/).waitFor();
  app.network.replaced.set(`${ORIGIN}/page.html`, { type: 'text/html', text: '<h1>no report</h1>' });
  await app.open(`${ORIGIN}/?report=page.html`);
  await app.refusals().getByText(/not a texlens report/).waitFor();
  app.errors = app.errors.filter((error) => !/404/.test(error));
});

appTest('a report made of hostile names and texts runs nothing but its own script', async (app) => {
  const evil = `"><img src=x onerror=alert(1)><script>alert(2)</script><svg onload=alert(3)>`;
  const records = ['one', 'two', '__proto__', 'constructor'].map((id) => ({
    id: `${id}${evil}`,
    kind: 'page',
    reference: `${evil} $x^2$ \\href{javascript:alert(4)}{x} </script><script>alert(5)</script>`,
    predictions: { [`A${evil}`]: `${evil} $x^3$`, [`=B${evil}`]: `</style><script>alert(6)</script> $x$` },
    [`tag${evil}`]: evil,
  }));
  await app.drop({ 'run.jsonl': records.map((record) => JSON.stringify(record)).join('\n') });
  const plan = app.page.getByRole('dialog', { name: 'Review import' });
  if (await plan.count()) {
    await plan.locator('.button.primary').click();
    await plan.waitFor({ state: 'detached' });
  }
  await app.scores();
  await eventually(async () => !(await app.page.locator('nav .state.busy').count()), 'all are scored');
  const address = await copy(await app.save());
  await read(app, address, async (page) => {
    const rows = (await listed(page)).length;
    assert.ok(rows >= 4);
    for (const select of await page.locator('.controls select').all()) {
      for (const value of await select.locator('option').evaluateAll((options) => options.map((option) => option.value))) await select.selectOption(value);
      await select.selectOption('0');
    }
    assert.equal((await listed(page)).length, rows, 'its script does its work');
    for (const key of ['j', 'j', 'k']) await page.keyboard.press(key);
    assert.equal(await page.locator('[onerror], [onload], a[href^="javascript"], img[src="x"]').count(), 0);
    // The policy also holds: added scripts and images would not run or load.
    const blocked = await page.evaluate(async () => {
      const violations = [];
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => violations.push(effectiveDirective));
      document.body.insertAdjacentHTML('beforeend', '<button onclick="document.title = 1" id="evil">x</button><img src="https://example.org/x.png">');
      const script = document.createElement('script');
      script.textContent = 'document.title = 2';
      document.body.append(script);
      document.getElementById('evil').click();
      await new Promise((done) => setTimeout(done, 300));
      return [...new Set(violations)].sort();
    });
    assert.deepEqual(blocked, ['img-src', 'script-src-attr', 'script-src-elem']);
    assert.match(await page.title(), /^texlens/);
  }, {}, /^(The page’s settings blocked|Refused to (load|execute)) /);
  const csv = readFileSync(await (await app.save('CSV')).path(), 'utf8');
  for (const line of csv.split('\r\n').join('\n').split('\n')) assert.doesNotMatch(line, /^"?[=+@\t]/);
});
