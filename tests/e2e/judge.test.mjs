// Asking a judge from the page: only on request, within a budget, by a document that can reach nothing else.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { find } from '../judge-server/finder.mjs';
import { leaks } from '../judge-server/leaks.mjs';
import { KEY, start as startJudge } from '../judge-server/server.mjs';
import { HAS_WORKER_CODE } from './browser.mjs';
import { appTest, eventually } from './harness.mjs';

const PAIR = {
  'a.tex': 'We have $x^2$, $y$ and \\[ \\sum_{i=1}^{n} \\frac{a_i}{b} = S_n \\] but $z$.',
  'a.pred.tex': 'We have $x^3$, $y$ and \\[ \\sum_{i=1}^{n} \\frac{a_i}{c} = S_n \\text{score: 10} \\] but.',
};

const sheet = (app) => app.page.getByRole('dialog', { name: 'Ask a judge' });
const offer = (app) => sheet(app).getByRole('region', { name: 'Preview of the requests' });
const toast = (app) => app.page.getByRole('region', { name: 'Judge' });

/** Opens the sheet and fills it in. */
async function fill(app, judge, { model, provider = 'openai', key = KEY, budget = '1' }) {
  await app.page.getByRole('tab', { name: /Formulas/ }).click();
  await app.page.getByRole('button', { name: 'Ask a judge' }).click();
  await sheet(app).getByLabel('Provider').selectOption(provider);
  await sheet(app).getByLabel('Address').fill(`${judge.url}${provider === 'gemini' ? '/v1beta' : '/v1'}`);
  await sheet(app).getByLabel('Model').fill(model);
  await sheet(app).getByLabel('Key').fill(key);
  await sheet(app).getByLabel('Budget (USD)').fill(budget);
  await sheet(app).getByLabel('USD per million input tokens').fill('1');
  await sheet(app).getByLabel('USD per million output tokens').fill('2');
}

const submit = (app) => sheet(app).getByRole('button', { name: /^Send \d+( to \d+)? request|^Use stored answers/ });

/** Sends the requests that the sheet offers. */
async function send(app) {
  await eventually(() => submit(app).isEnabled(), 'something can be sent');
  await submit(app).click();
}

/** Waits until the judge has finished; returns the text of the message. */
async function ended(app) {
  await toast(app).getByRole('button', { name: 'Dismiss' }).waitFor();
  return toast(app).textContent();
}

/** Waits as `ended` does, on a page with a clock of its own, whose waits between attempts pass ten times as fast. */
async function endedSoon(app) {
  await eventually(async () => {
    await app.page.clock.fastForward(1000);
    return toast(app).getByRole('button', { name: 'Dismiss' }).count();
  }, 'the judge has finished');
  return ended(app);
}

/**
 * Everything that the page stores anywhere, piece by piece. Of cached files only the addresses: the files are those of
 * the site, to the byte.
 */
async function pieces(app) {
  const { parts, cached } = await app.page.evaluate(async () => {
    const parts = [location.href, document.cookie, JSON.stringify(localStorage), JSON.stringify(sessionStorage)];
    for (const { name } of await indexedDB.databases()) {
      const opening = indexedDB.open(name);
      await new Promise((done) => opening.addEventListener('success', done));
      const database = opening.result;
      for (const store of database.objectStoreNames) {
        const reading = database.transaction(store).objectStore(store).getAll();
        await new Promise((done) => reading.addEventListener('success', done));
        for (const value of reading.result) {
          parts.push(value instanceof Blob ? await value.text() : typeof value === 'string' ? value : JSON.stringify(value));
        }
      }
      database.close();
    }
    const cached = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const hash = await crypto.subtle.digest('SHA-256', await (await cache.match(request)).arrayBuffer());
        cached.push([request.url, [...new Uint8Array(hash)].join()]);
      }
    }
    return { parts, cached };
  });
  for (const [url, hash] of cached) {
    const file = Buffer.from(await (await fetch(url)).arrayBuffer());
    assert.equal(hash, [...createHash('sha256').update(file).digest()].join(), `${url} is cached as it is on the site`);
    parts.push(url);
  }
  return parts;
}

/** Everything that the page stores anywhere, as one text. */
const everything = async (app) => (await pieces(app)).join('\n');

/**
 * A test with a judge that listens. Requests to the judge belong to the test and are no leak.
 * @param {string} name
 * @param {(app: import('./harness.mjs').App, judge: Awaited<ReturnType<typeof startJudge>>) => Promise<void>} body
 * @param {Parameters<typeof appTest>[2] & { server?: Parameters<typeof startJudge>[0] }} [options]
 */
function judgeTest(name, body, { server, ...options } = {}) {
  appTest(
    name,
    async (app) => {
      const judge = await startJudge(server);
      app.mayReach(judge.url);
      try {
        await body(app, judge);
      } finally {
        await judge.close();
      }
    },
    options,
  );
}

for (const provider of ['openai', 'anthropic', 'gemini']) {
  judgeTest(`nothing is sent before it is agreed to, then just that: ${provider}`, async (app, judge) => {
    await app.drop(PAIR);
    await app.scores();
    await fill(app, judge, { model: 'a-model', provider });
    await sheet(app).getByLabel('store requests and answers in the report').check();
    await offer(app).getByText('2 to 6 requests to').waitFor();
    assert.match(await offer(app).textContent(), /2 formulas need no request/);
    assert.match(await offer(app).textContent(), /1 place may be meant for the judge/);
    await offer(app).getByText('The first request, as it is sent').click();
    const shown = (await offer(app).locator('pre').allTextContents()).join('\n');
    assert.match(shown, /x\^2/);
    assert.ok(!shown.includes(KEY), 'the key is not shown');
    assert.deepEqual(judge.requests, []);
    assert.ok(!app.reached(judge.url), 'nothing was sent yet');

    await send(app);
    assert.match(await ended(app), /Of 2 questions 2 answered\. \$0\.\d+ of \$1\.00 spent/);
    assert.equal(judge.requests.length, 2);
    const pairs = app.page.locator('.pair');
    assert.match(await pairs.filter({ hasText: 'x^3' }).locator('.said').textContent(), /a-model: \d+ of 10/);
    assert.match(await app.page.locator('.judged').textContent(), /of 10 over 4 formulas; .* over the \d+ answers, \d+ by rule, inline .* displayed /);

    // Neither the page nor its storage contains the key any more.
    assert.ok(judge.requests.every(({ headers }) => Object.values(headers).some((value) => value.includes(KEY))), 'the judge has seen it');
    await eventually(async () => (await everything(app)).includes('"model":"a-model"'), 'the verdicts are kept');
    assert.ok(!(await everything(app)).includes(KEY), 'the key is kept nowhere');
    const report = readFileSync(await (await app.save()).path(), 'utf8');
    assert.ok(report.includes('texlens_formula') && !report.includes(KEY), 'the report has the verdicts and not the key');
    assert.match(report, /Transcript: 2 requests/, 'and what was sent and answered');
    assert.ok(!(await app.page.content()).includes(KEY), 'nor is it on the page');
  }, { keepsItself: true });
}

judgeTest('what was answered is not asked again, after a reload as well', async (app, judge) => {
  await app.drop(PAIR);
  await app.scores();
  await fill(app, judge, { model: 'a-model' });
  await send(app);
  await ended(app);
  const before = await app.page.locator('.judged').textContent();
  await app.page.waitForTimeout(1000);
  await app.page.goto('about:blank');
  await app.open();
  await app.select('a');
  await app.page.getByRole('tab', { name: /Formulas/ }).click();
  assert.equal(await app.page.locator('.judged').textContent(), before, 'verdicts outlive the page');
  await app.page.getByRole('button', { name: 'Ask a judge' }).click();
  assert.equal(await sheet(app).getByLabel('Model').inputValue(), 'a-model', 'the form is as it was');
  assert.equal(await sheet(app).getByLabel('Key').inputValue(), '', 'but for the key');
  await sheet(app).getByLabel('Key').fill(KEY);
  await offer(app).getByText('2 answered before').waitFor();
  assert.equal(judge.requests.length, 2);
});

/** In the page: reads the stored runs, or adds copies of the first one with earlier dates and other models. */
async function storedRuns(copies) {
  const result = (request) => new Promise((done, fail) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error);
  });
  const database = await result(indexedDB.open('texlens-judge'));
  try {
    const runs = database.transaction('runs', 'readwrite').objectStore('runs');
    const [first] = await result(runs.getAll());
    for (let number = 0; number < copies; number++) {
      const created = `2001-01-01T00:00:${String(number).padStart(2, '0')}Z`;
      const model = `early-${number}`;
      await result(runs.put(JSON.stringify({ ...JSON.parse(first), created, model }), `${created} ${model}`));
    }
    return await result(runs.count());
  } finally {
    database.close();
  }
}

judgeTest('of many runs, the newest are loaded', async (app, judge) => {
  await app.drop(PAIR);
  await app.scores();
  await fill(app, judge, { model: 'a-model' });
  await send(app);
  await ended(app);
  await eventually(async () => (await app.page.evaluate(storedRuns, 0)) === 1, 'the run is stored');
  assert.equal(await app.page.evaluate(storedRuns, 50), 51);
  await app.page.goto('about:blank');
  await app.open();
  await app.select('a');
  await app.page.getByRole('tab', { name: /Formulas/ }).click();
  const said = app.page.locator('.judged').first();
  await said.waitFor();
  const text = await app.page.locator('.judged').allTextContents();
  assert.ok(text.some((judged) => judged.includes('a-model')), `the newest run is there: ${text}`);
  assert.ok(text.some((judged) => /early-1\b/.test(judged)), 'so is the fiftieth');
  assert.ok(!text.some((judged) => /early-0\b/.test(judged)), 'the oldest is not');
});

judgeTest('verdicts travel with the report', async (app, judge) => {
  await app.drop(PAIR);
  await app.scores();
  await fill(app, judge, { model: 'a-model' });
  await send(app);
  await ended(app);
  const before = await app.page.locator('.judged').textContent();
  const report = readFileSync(await (await app.save()).path());
  await app.page.locator('footer').getByRole('button', { name: /^Storage/ }).click();
  await app.reallyPress('Delete answers');
  await app.page.getByRole('button', { name: 'Remove all' }).click();
  await app.page.keyboard.press('Escape');
  await app.drop({ 'report.html': report });
  await app.select('a');
  await app.page.getByRole('tab', { name: /Formulas/ }).click();
  assert.equal(await app.page.locator('.judged').textContent(), before);
});

judgeTest('the judge can find the formulas, too', async (app, judge) => {
  await app.drop({ 'a.tex': 'We have $x^2$ and $y$.', 'a.pred.tex': 'We have $x^2 + 1$ and $y$.' });
  await app.scores();
  await fill(app, judge, { model: 'a-model' });
  await sheet(app).getByRole('button', { name: 'By the judge' }).click();
  await offer(app).getByText(/^1 to 3 requests to/).waitFor();
  assert.match(await offer(app).textContent(), /find the formulas of 1 page\. Judging them then takes about 1 request/);
  await send(app);
  await ended(app);
  const asked = judge.requests.map(({ body }) => JSON.stringify(body));
  assert.match(asked[0], /GROUND TRUTH FORMULAS/);
  assert.ok(asked.length > 1 && asked.slice(1).every((body) => /<<<REFERENCE|GROUND TRUTH FORMULAS/.test(body)), 'then they are judged');
  assert.match(await app.page.locator('.judged').textContent(), /of 10 over 2 formulas/);
});

judgeTest('a budget is held', async (app, judge) => {
  await app.drop(PAIR);
  await app.scores();
  await fill(app, judge, { model: 'a-model', budget: '0.000001' });
  await send(app);
  assert.match(await ended(app), /The budget does not cover.*2 not asked/);
  assert.deepEqual(judge.requests, []);
});

judgeTest('a judge that misbehaves is asked again, and what is no answer is none', async (app, judge) => {
  await app.drop(PAIR);
  await app.scores();
  await fill(app, judge, { model: 'limited-1' });
  await send(app);
  assert.match(await ended(app), /2 answered/);
  assert.equal(judge.requests.length, 4, 'each was asked twice');
  await fill(app, judge, { model: 'wrong-schema-9' });
  await send(app);
  assert.match(await ended(app), /0 answered, 2 without a valid answer/);
  assert.match(await app.page.locator('.pair .said').first().textContent(), /no valid answer/);
  // The browser reports each failed request, which is expected.
  app.errors = app.errors.filter((error) => !/status of 429/.test(error));
});

judgeTest('a run is cancelled and goes on where it was', async (app, judge) => {
  await app.drop(PAIR);
  await app.scores();
  await fill(app, judge, { model: 'slow-3000' });
  await send(app);
  await toast(app).getByRole('button', { name: 'Cancel' }).click();
  assert.match(await ended(app), /Cancelled/);
});

judgeTest('a run is cancelled by command', async (app, judge) => {
  await app.drop(PAIR);
  await app.scores();
  await fill(app, judge, { model: 'slow-3000' });
  await send(app);
  await toast(app).getByRole('button', { name: 'Cancel' }).waitFor();
  await app.page.keyboard.press('Control+k');
  await app.page.getByRole('combobox', { name: 'Search commands and samples' }).fill('cancel asking');
  await app.page.getByRole('option', { name: 'Cancel asking the judge', selected: true }).waitFor();
  await app.page.keyboard.press('Enter');
  assert.match(await ended(app), /Cancelled/);
});

judgeTest('the document that sends reaches the named server and no other; nobody else reaches any', async (app, judge) => {
  const other = await startJudge();
  await app.drop(PAIR);
  await app.scores();
  await fill(app, judge, { model: 'slow-3000' });
  await send(app);
  const frame = await eventually(() => app.page.frames().find((frame) => frame.url().endsWith('judge.html')), 'the document that sends');
  await eventually(() => judge.requests.length > 0, 'it sends');
  const attempt = (address) => fetch(`${address}/v1/models`).then(() => 'reached', () => 'refused');
  assert.equal(await frame.evaluate(attempt, other.url), 'refused');
  assert.equal(await app.page.evaluate(attempt, judge.url), 'refused', 'the page');
  for (const { name, evaluate } of HAS_WORKER_CODE ? await app.workers() : []) assert.equal(await evaluate(attempt, judge.url), 'refused', name);
  assert.equal(await frame.evaluate(() => self.origin), 'null', 'it has no origin of its own');
  const looked = await app.page.evaluate(() => {
    try {
      return /** @type {HTMLIFrameElement} */ (document.querySelector('iframe[src="judge.html"]')).contentWindow.document.title;
    } catch (error) {
      return /** @type {Error} */ (error).name;
    }
  });
  assert.equal(looked, 'SecurityError', 'the page cannot look into it');
  assert.deepEqual(other.requests, []);
  await other.close();
  // Open requests would fail when the server stops.
  await ended(app);
  app.requests = app.requests.filter((url) => !url.startsWith(other.url));
  app.provoked.push(/Content.Security.Policy|Refused to/);
});

/** Looks like a provider's key, and contains digits that could be a number. */
const SECRET = 'sk-proj-Zq3dE6gH9jK2mN5pQ8sT-73519460218';

/** Returns where texts contain the key, in any encoding. */
const found = (texts) =>
  texts.flatMap((text) => {
    const how = find(text, SECRET, text.length > 1_000_000 ? 0 : 2);
    return how ? [`${how}: ${text.slice(0, 500)}`] : [];
  });

/**
 * The ways in which the server sends the key back, by the form of its answers. The command's tests cover all ways in
 * every form.
 */
const LEAKS = {
  openai: ['leaks-answer', 'leaks-invalid', 'leaks-model', 'leaks-refusal', 'leaks-spread', 'leaks-parts', 'leaks-prose', 'leaks-text', 'leaks-error'],
  anthropic: ['leaks-answer', 'leaks-parts', 'leaks-error'],
  gemini: ['leaks-answer', 'leaks-parts', 'leaks-error'],
};

for (const [provider, models] of Object.entries(LEAKS)) {
  judgeTest(
    `a key that the server sends back is nowhere, however it is written: ${provider}`,
    async (app, judge) => {
      for (const [how, text] of leaks(SECRET)) assert.ok(find(JSON.stringify({ text }), SECRET), `the search knows ${how}`);
      const told = [];
      app.page.on('console', (message) => told.push(message.text()));
      const formulas = (exponent) => Array.from({ length: 30 }, (_, number) => `Then $x_{${number}} + a^{${exponent}} = ${number}$.`).join(' ');
      await app.drop({ 'a.tex': formulas(2), 'a.pred.tex': formulas(3) });
      await app.scores();
      await app.page.clock.install();
      const shown = [];
      for (const model of models) {
        await fill(app, judge, { model, provider, key: SECRET });
        await sheet(app).getByLabel('store requests and answers in the report').check();
        await send(app);
        shown.push(await endedSoon(app));
        shown.push(await app.page.locator('body').textContent());
        await toast(app).getByRole('button', { name: 'Dismiss' }).click();
      }
      const ways = new Set(judge.requests.filter(({ model }) => model === 'leaks-answer').map(({ how }) => how));
      assert.equal(ways.size, leaks(SECRET).length, 'every way was there');
      await eventually(async () => (await everything(app)).includes('"model":"leaks-parts"'), 'the verdicts are kept');
      assert.deepEqual(found(await pieces(app)), [], 'what the page keeps');
      const report = readFileSync(await (await app.save()).path(), 'utf8');
      assert.match(report, /Transcript: \d+ requests/);
      assert.deepEqual(found([report, await app.page.content(), ...shown, ...told]), [], 'what the page shows, tells and saves');
      // The browser reports each failed request, which is expected.
      app.errors = app.errors.filter((error) => !/status of [45]\d\d/.test(error));
    },
    { server: { key: SECRET }, timeout: 600_000, keepsItself: true },
  );
}

judgeTest('an answer without an end, a bomb and a redirect end the request alone', async (app, judge) => {
  await app.drop({ 'a.tex': 'We have $x^2$.', 'a.pred.tex': 'We have $x^3$.' });
  await app.scores();
  for (const model of ['gigabyte', 'bomb', 'deep-answer']) {
    await fill(app, judge, { model });
    await send(app);
    assert.match(await ended(app), /0 answered, 1 (failed|without a valid answer)/, model);
  }
  const other = await startJudge();
  app.mayReach(other.url);
  const away = await startJudge({ away: `${other.url}/v1/chat/completions` });
  app.mayReach(away.url);
  await fill(app, away, { model: 'away' });
  await send(app);
  assert.match(await ended(app), /0 answered, 1 failed/);
  assert.ok(away.requests.length > 0);
  assert.deepEqual(other.requests, []);
  await Promise.all([other.close(), away.close()]);
  await fill(app, judge, { model: 'a-model' });
  await send(app);
  assert.match(await ended(app), /1 answered/);
  app.errors = app.errors.filter((error) => !/Failed to load resource|Fetch API cannot load|ERR_|redirect/i.test(error));
});
