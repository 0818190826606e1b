// Accepted imports outlive the browser: it is killed at random moments, and opened again with the same profile.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { zip } from './archives.mjs';
import { lacking, launchAgain, SLOWNESS } from './browser.mjs';
import { folder } from './files.mjs';
import { App, ORIGIN, eventually } from './harness.mjs';
import { chance } from './chance.mjs';
import { noisePng } from './pages.mjs';

/** Number of samples of a large import. */
const COUNT = 400;
/** Time limit after *Add* within which the browser is killed, in milliseconds. */
const WITHIN_MS = 2_000;
/** Number of interruptions of each import. */
const KILLS = 4;

const name = (index) => `p${String(index).padStart(3, '0')}`;

/** Writes references and predictions of pages, in subfolders of a folder. */
function pages(count) {
  /** @type {Record<string, string>} */
  const files = {};
  for (let index = 0; index < count; index++) {
    files[`run/gt/${name(index)}.tex`] = `page ${index} of a long book`;
    files[`run/nougat/${name(index)}.md`] = `page ${index} of a *long* book`;
  }
  return files;
}

/** The browser's processes: the first one, and those that it started. */
function processesOf(profile) {
  const words = (pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'latin1').split('\0');
    } catch {
      return [];
    }
  };
  const all = readdirSync('/proc').filter((entry) => /^\d+$/.test(entry) && words(entry).some((word) => [profile, `--user-data-dir=${profile}`].includes(word)));
  const isOther = (word) => word.startsWith('--type=') || word.endsWith('-bridge.mjs');
  return { all, first: all.find((pid) => !words(pid).some(isOther)) };
}

/** A browser with the app that can be killed and opened again. */
class Killable {
  constructor() {
    /** Whether the browser ended without being killed. */
    this.isGone = false;
    this.profile = mkdtempSync(join(tmpdir(), 'texlens-profile-'));
  }

  async open() {
    this.context = await launchAgain(this.profile, { viewport: { width: 1440, height: 900 }, permissions: ['clipboard-read', 'clipboard-write'] });
    this.context.setDefaultTimeout(90_000 * SLOWNESS);
    this.context.once('close', () => (this.isGone = true));
    this.app = new App(this.context.pages()[0] ?? (await this.context.newPage()));
    await this.app.open();
    return this.app;
  }

  /**
   * Kills the browser without warning, as a crash or a lack of memory does. `meanwhile` runs before it is opened again.
   */
  async kill(meanwhile = () => {}) {
    const closed = new Promise((done) => this.context.once('close', done));
    const { first } = processesOf(this.profile);
    // It may have ended before that was noticed.
    this.isGone ||= first === undefined;
    assert.ok(first, 'the browser runs');
    process.kill(Number(first), 'SIGKILL');
    await closed;
    this.isGone = false;
    // The next browser must not find remains of this one.
    await eventually(() => processesOf(this.profile).all.length === 0, 'all its processes have ended');
    meanwhile();
    return this.open();
  }

  /** Opens a separate browser with an empty profile. */
  async anew() {
    await this.close();
    this.isGone = false;
    this.profile = mkdtempSync(join(tmpdir(), 'texlens-profile-'));
    return this.open();
  }

  async close() {
    await this.context?.close().catch(() => {});
    for (const pid of processesOf(this.profile).all) {
      try {
        process.kill(Number(pid), 'SIGKILL');
      } catch {
        // The process has ended in the meantime.
      }
    }
    await eventually(() => processesOf(this.profile).all.length === 0, 'all its processes have ended');
    rmSync(this.profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

/**
 * A test with a browser that can be killed. In rare cases, Chromium itself crashes on the profile of a killed browser,
 * which says nothing about the app. The test then runs once more, with a new profile.
 */
function killTest(what, body) {
  test(what, { timeout: 900_000 * SLOWNESS, skip: lacking(what) }, async () => {
    const seed = Number(process.env.TEXLENS_SEED) || Date.now() % 2 ** 31;
    for (const isLast of [false, true]) {
      const browser = new Killable();
      try {
        await browser.open();
        await body(browser, chance(seed));
        return;
      } catch (caught) {
        const error = /** @type {Error} */ (caught);
        error.stack = `TEXLENS_SEED=${seed}\n${error.stack}`;
        if (isLast || !browser.isGone) throw error;
        console.log(`the browser ended by itself, once more: ${error.stack.split('\n').slice(0, 12).join('\n')}`);
      } finally {
        await browser.close();
      }
    }
  });
}

const sheet = (app) => app.page.getByRole('dialog', { name: 'Review import' });
const list = (app) => app.page.getByRole('navigation', { name: 'Samples' });
const interrupted = (app) => app.page.getByRole('status', { name: 'Interrupted import' });
const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

const count = async (app) => ((await list(app).count()) ? Number(await list(app).locator('h2 .count').textContent()) : 0);

/**
 * The content of the database: names of samples, whether an import is agreed to but not finished, and the number of
 * records of imports. Files are written before the agreement, and the app deletes them if there is none.
 */
const written = (app) =>
  app.page.evaluate(async () => {
    const result = (request) => new Promise((done, fail) => {
      request.onsuccess = () => done(request.result);
      request.onerror = () => fail(request.error);
    });
    const database = await result(indexedDB.open('texlens-work'));
    try {
      const reading = database.transaction(['samples', 'imports']);
      const records = result(reading.objectStore('samples').getAll());
      const imports = await result(reading.objectStore('imports').getAllKeys());
      return {
        names: (await records).map((text) => JSON.parse(text).result.id).sort(),
        isAgreed: imports.some((key) => String(key).endsWith('/agreement')),
        imports: imports.length,
      };
    } finally {
      database.close();
    }
  });

/** Waits until every sample has arrived once, and no import is unfinished. */
async function isFinished(app, names) {
  await eventually(async () => (await count(app)) >= names.length, `${names.length} samples`);
  await app.page.locator('.importing').waitFor({ state: 'detached' });
  const all = [...names].sort();
  await eventually(async () => {
    const now = await written(app);
    return now.imports === 0 && now.names.length >= all.length;
  }, 'the import is finished');
  assert.deepEqual((await written(app)).names, all);
  assert.equal(await count(app), names.length);
  assert.equal(await sheet(app).count(), 0, 'nobody is asked again');
  assert.equal(await app.refusals().count(), 0);
}

async function removeAll(app) {
  await app.page.locator('footer').getByRole('button', { name: /^Storage/ }).click();
  await app.page.getByRole('button', { name: 'Remove all' }).click();
  await app.page.keyboard.press('Escape');
  await eventually(async () => (await written(app)).names.length === 0, 'nothing is kept');
}

const names = Array.from({ length: COUNT }, (_, index) => name(index));

/** Accepts an import; resolves when the sheet is closed, which promises that the import will not be lost. */
async function agree(app) {
  await sheet(app).locator('.button.primary').click();
  await sheet(app).waitFor({ state: 'detached' });
}

killTest('a folder that was agreed to comes in wherever the browser is killed', async (browser, random) => {
  let { app } = browser;
  for (let kill = 0; kill < KILLS; kill++) {
    const root = folder(pages(COUNT));
    await app.page.locator('input[webkitdirectory]').first().setInputFiles(join(root, 'run'));
    await sheet(app).waitFor();
    await agree(app);
    await pause(random() * WITHIN_MS);
    // The files are no longer on the disk.
    app = await browser.kill(() => renameSync(join(root, 'run'), join(root, 'away')));
    await isFinished(app, names);
    await app.select(name(7));
    assert.match(await app.prediction(), /page 7 of a \\textit\{long\} book/);
    rmSync(root, { recursive: true });
    // Chromium 156 often crashes (SIGTRAP) when a second folder is copied into the profile of a killed browser.
    if (kill + 1 < KILLS) app = await browser.anew();
  }
});

killTest('an archive that was agreed to comes in, corrections included, however often the browser is killed', async (browser, random) => {
  let { app } = browser;
  await app.drop({ 'run.zip': zip(pages(COUNT)) });
  await sheet(app).waitFor();
  await sheet(app).getByRole('tab', { name: /^Systems/ }).click();
  await sheet(app).getByLabel('Name of nougat').fill('ours');
  await sheet(app).getByLabel('Name of nougat').press('Enter');
  await sheet(app).getByLabel('Name of ours').waitFor();
  await agree(app);
  // The import restarts automatically twice.
  for (let kill = 0; kill < 2; kill++) {
    await pause((random() * WITHIN_MS) / 4);
    app = await browser.kill();
  }
  await isFinished(app, names);
  await app.select(name(3));
  assert.match(await app.page.locator('.source-head').textContent(), /ours/);
});

killTest('what needs no look is kept when it is in the list', async (browser, random) => {
  let { app } = browser;
  for (let kill = 0; kill < KILLS; kill++) {
    await app.drop({ 'a.tex': 'one', 'a.pred.tex': 'one' });
    await app.sample('a').waitFor();
    await pause(random() * 300);
    app = await browser.kill();
    await isFinished(app, ['a']);
    await removeAll(app);
  }
});

killTest('a browser that is killed while an import is agreed to has all of it or nothing', async (browser, random) => {
  let { app } = browser;
  const root = folder(pages(COUNT));
  for (let kill = 0; kill < KILLS; kill++) {
    await app.page.locator('input[webkitdirectory]').first().setInputFiles(join(root, 'run'));
    await sheet(app).waitFor();
    await sheet(app).locator('.button.primary').click();
    // The sheet may still be open, or may just have been closed.
    await pause(random() * 150);
    app = await browser.kill();
    const found = await written(app);
    const isAgreed = found.names.length > 0 || found.isAgreed;
    await isFinished(app, isAgreed ? names : []);
    // As above, no second folder comes into the profile of a killed browser.
    if (kill + 1 < KILLS) app = await browser.anew();
  }
  rmSync(root, { recursive: true });
});

killTest('an import too large to be kept names what it lacks, and goes on when that is brought again', async (browser, random) => {
  let { app } = browser;
  const image = noisePng(300, 300);
  const all = Object.fromEntries(names.flatMap((name, index) => [
    [`run/gt/${name}.tex`, `page ${index}`],
    [`run/nougat/${name}.md`, `page ${index}`],
    [`run/images/${name}.png`, image],
  ]));
  const root = folder(all);
  // The app's own files take room as well: all of them must be stored before the rest is counted.
  await app.page.getByRole('button', { name: 'Storage & offline' }).waitFor();
  // There is no room for the files of the import.
  const session = await app.page.context().newCDPSession(app.page);
  const { usage } = await session.send('Storage.getUsageAndQuota', { origin: ORIGIN });
  await session.send('Storage.overrideQuotaForOrigin', { origin: ORIGIN, quotaSize: usage + (COUNT * image.length) / 2 });
  await app.page.locator('input[webkitdirectory]').first().setInputFiles(join(root, 'run'));
  await sheet(app).waitFor();
  await agree(app);
  // There is no room for all samples either: the import is interrupted with some of them stored.
  await eventually(async () => (await written(app)).names.length > COUNT / 10, 'some are kept');
  await pause(random() * 500);
  const before = (await written(app)).names.length;
  app = await browser.kill();
  await interrupted(app).waitFor();
  const came = await eventually(() => count(app), 'some are there');
  assert.ok(came >= before && came < COUNT, `${before} were kept, ${came} are there`);
  const told = await interrupted(app).textContent();
  assert.match(told, new RegExp(`An import of ${COUNT} samples was interrupted`));
  assert.match(told, new RegExp(`${3 * COUNT} files.*Add the folder run again`));
  assert.match(told, /run\/gt\/p000\.tex/);

  // The import is still there at the next visit.
  await app.page.goto('about:blank');
  await app.open();
  await interrupted(app).waitFor();
  await app.page.locator('.interrupted input[webkitdirectory]').setInputFiles(join(root, 'run'));
  await isFinished(app, names);
  assert.equal(await interrupted(app).count(), 0);
  rmSync(root, { recursive: true });
});
