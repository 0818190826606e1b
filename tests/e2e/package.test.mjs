// The npm package, installed as users install it: in Node, for the type checker, and in a page.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { launch } from './browser.mjs';
import { browserTest, eventually } from './harness.mjs';
import { samplePage } from './pages.mjs';
import { serve } from './serve.mjs';

const project = mkdtempSync(join(tmpdir(), 'texlens-package-'));
const installed = join(project, 'node_modules/texlens');

before(() => {
  writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }');
  execFileSync('npm', ['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', '--silent', process.env.TEXLENS_PACKAGE], { cwd: project });
  cpSync(join(installed, 'examples'), join(project, 'examples'), { recursive: true });
});

test('the example for Node gives the numbers of the command', () => {
  const { reference } = samplePage('validator-sets');
  const page = { reference: join(project, 'r.tex'), prediction: join(project, 'p.tex') };
  writeFileSync(page.reference, reference);
  writeFileSync(page.prediction, reference.replaceAll('the', 'teh').replaceAll('\\nu', 'v'));
  const printed = execFileSync('node', ['examples/node/score.mjs', page.reference, page.prediction], { cwd: project, encoding: 'utf8' });
  const answer = JSON.parse(
    execFileSync(process.env.TEXLENS_CLI, ['score', '--reference', page.reference, '--prediction', page.prediction], { encoding: 'utf8' }),
  );
  const lines = printed.split('\n\n')[0].split('\n');
  assert.equal(lines.length, 7);
  for (const line of lines) {
    const [, metric, value] = line.match(/^(\w+).*: (.*)$/);
    const wanted = answer.metrics[metric].value;
    if (wanted === null) assert.match(line, /not defined: /);
    else assert.equal(value, wanted.toFixed(3), metric);
  }
  assert.match(printed, /[1-9]\d* formulas of p\.tex differ\n {2}.*\\nu.* {2}-> {2}.*v/);
});

test('what the package says of itself holds', () => {
  const program = `
    import assert from 'node:assert/strict';
    import { readFileSync } from 'node:fs';
    import init, { Positions, Scorer, formulaPairs, metrics, toLatex } from 'texlens';
    await init();
    const ids = metrics().map((metric) => metric.id);
    assert.ok(ids.includes('fa') && ids.includes('texbleu'));
    const scorer = new Scorer({ metrics: ['texbleu'] });
    assert.equal(scorer.score('formula', 'a', 'b')[0].outcome.state, 'undefined');
    scorer.useTexbleu(readFileSync(new URL(import.meta.resolve('texlens/texbleu.bin'))));
    const formula = 'x^2 + y^2 = z^2';
    assert.ok(Math.abs(scorer.score('formula', formula, formula)[0].outcome.value - 1) < 1e-6);
    assert.equal(toLatex('# One\\n\\nx² is *small*', 'markdown'), ${JSON.stringify('\\section{One}\n\n$x^{2}$ is \\textit{small}')});
    assert.deepEqual(formulaPairs('page', '$a$ and $b$', '$b$').map(({ found }) => found), ['alone', 'equal']);
    assert.throws(() => new Scorer({ metrics: ['nonsense'] }).score('page', '', ''), /nonsense/);
    assert.throws(() => toLatex('', 'cobol'), /cobol/);
    const pages = ['Straße', 'aé 𝛼 \\cite{a}'];
    const positions = new Positions(pages);
    assert.deepEqual(positions.at(17), { index: 13, page: 2, line: 2, column: 6 });
    const [{ spans }] = new Scorer({ metrics: ['edit_similarity'] }).score('page', ['Straße', 'aé 𝛼 b'], pages);
    const { range } = spans.find(({ side, range }) => side === 'prediction' && range.end > range.start);
    const [text, bytes] = [pages.join('\\n'), new TextEncoder().encode(pages.join('\\n'))];
    const shown = text.slice(positions.at(range.start).index, positions.at(range.end).index);
    assert.equal(shown, new TextDecoder().decode(bytes.slice(range.start, range.end)));
    assert.throws(() => positions.at(5), /byte 5/);`;
  writeFileSync(join(project, 'program.mjs'), program);
  execFileSync('node', ['program.mjs'], { cwd: project, stdio: ['ignore', 'ignore', 'inherit'] });
});

test('whatever it is given, it throws an error and works on', () => {
  const program = `
    import assert from 'node:assert/strict';
    import { Scorer, TexEngine, formulaPairs, toLatex } from 'texlens';
    const scorer = new Scorer();
    const works = (what) => {
      assert.equal(scorer.score('formula', 'a', 'a').find(({ metric }) => metric === 'exact').outcome.value, 1, what);
      assert.equal(toLatex('*a*', 'markdown'), '\\\\textit{a}', what);
      new Scorer().free();
    };
    const fails = (what, call, message) => {
      assert.throws(call, (error) => error instanceof Error && !(error instanceof WebAssembly.RuntimeError) && message.test(error.message), what);
      works(what);
    };
    const cyclic = {};
    cyclic.metrics = [cyclic];
    const throwing = (name) => ({ get [name]() { throw new Error('of the getter'); } });
    const revoked = Proxy.revocable([], {});
    revoked.revoke();
    const liar = new Proxy([], { get: (target, name) => (name === 'length' ? 4e9 : Reflect.get(target, name)) });
    const traps = new Proxy([], { get: (_, name) => { if (name === 'length') return 3; throw new TypeError('of the trap'); } });
    const huge = 'x'.repeat(1 << 25);
    const endless = { *[Symbol.iterator]() { for (;;) yield ''; } };
    const noTexts = { undefined, null: null, number: 5, NaN, bigint: 1n, symbol: Symbol('s'), object: {}, boolean: true, function: () => 'a', cyclic, endless, revoked: revoked.proxy };
    const noList = { numbers: [5], nulls: [null], mixed: ['a', 5], holes: new Array(10), liar, traps, many: new Array(200_000).fill('a'), huge, hugePage: ['a', huge], throwing: throwing('length') };
    for (const [name, value] of Object.entries({ ...noTexts, ...noList })) {
      fails(name, () => scorer.score('page', value, 'a'), /^the reference /);
      fails(name, () => scorer.score('page', 'a', value), /^the prediction /);
      fails(name, () => formulaPairs('page', value, 'a'), /^the reference /);
      fails(name, () => toLatex(value), /^the source /);
      fails(name, () => new TexEngine(value), /^the manifest /);
      fails(name, () => scorer.score(value, 'a', 'a'), /^the kind/);
      fails(name, () => scorer.useTexbleu(value), /^the model of TeXBLEU must be a Uint8Array$/);
      fails(name, () => scorer.useTexbleuTokenizer(value), /^the tokeniser of TeXBLEU must be a Uint8Array$/);
      // JSON.stringify trusts the claimed length, and takes hours.
      if (value === liar) continue;
      if (value !== undefined && value !== null) {
        fails(name, () => toLatex('a', value), /^the syntax/);
        fails(name, () => scorer.score('page', 'a', 'a', value), /^the compilation cannot be read: /);
      }
      const isObject = typeof value === 'object' && !(name in noList);
      if (value !== undefined && !isObject) fails(name, () => new Scorer(value), /^the options cannot be read: /);
    }
    fails('cycle', () => new Scorer(cyclic), /circular/);
    fails('getter', () => new Scorer(throwing('metrics')), /of the getter/);
    fails('getter', () => scorer.score('page', 'a', 'a', throwing('compiles')), /of the getter/);
    fails('NaN', () => new Scorer({ settings: { a: NaN } }), /options cannot be read/);
    fails('setting', () => new Scorer({ settings: { nonsense: '1' } }), /nonsense/);
    fails('option', () => new Scorer(JSON.parse('{ "__proto__": { "metrics": [] } }')), /__proto__/);
    fails('bytes', () => scorer.useTexbleu(new Uint8Array(100)), /./);
    fails('bytes', () => scorer.useTexbleu(new Uint8Array(1 << 27)), /too long/);
    fails('bytes', () => scorer.useTexbleuTokenizer(new Uint8Array(100)), /tokenizer.json/);
    fails('bytes', () => scorer.useTexbleuTokenizer(new Uint8Array(1 << 25)), /at most 16777216/);
    const freed = new Scorer();
    freed.free();
    fails('freed', () => freed.score('formula', 'a', 'a'), /null pointer/);
    fails('freed', () => freed.free(), /null pointer/);
    const meanwhile = new Scorer();
    scorer.score('formula', 'a', 'a', { compiles: true, fatal: false, pages: 1, error_count: 0, errors: [], get limit() { meanwhile.free(); } });
    works('a getter that frees another');
    Object.prototype.metrics = ['nonsense'];
    Object.prototype.settings = { nonsense: '1' };
    try {
      assert.ok(new Scorer({}).score('formula', 'a', 'a').length > 1, 'what objects inherit is no option');
    } finally {
      delete Object.prototype.metrics;
      delete Object.prototype.settings;
    }
    assert.equal(toLatex('a\\ud800b', 'plain'), 'a\\ufffdb');
    assert.ok(scorer.score('formula', '\\udfff', '\\ud800').length > 1);
    for (const [open, close] of [['{', '}'], ['$\\\\sqrt{', '}$'], ['\\\\left(', ''], ['\\\\begin{a}', '\\\\end{a}'], ['<i>', '</i>'], ['<table><tr><td>', ''], ['> ', ''], ['- ', ''], ['*a ', ''], ['[', '']]) {
      const deep = open.repeat(10_000) + 'x' + close.repeat(10_000);
      for (const kind of ['page', 'formula']) {
        assert.ok(scorer.score(kind, deep, deep).length > 1);
        formulaPairs(kind, deep, deep);
        for (const syntax of ['markdown', 'html', 'mathml', 'plain', 'auto']) assert.equal(typeof toLatex(deep, syntax, kind), 'string');
      }
      works(open);
    }`;
  writeFileSync(join(project, 'hostile.mjs'), program);
  execFileSync('node', ['hostile.mjs'], { cwd: project, stdio: ['ignore', 'ignore', 'inherit'] });
});

test('the examples have the types that the package declares', () => {
  const compiler = new URL('../../node_modules/typescript/lib/tsc.js', import.meta.url).pathname;
  const types = new URL('../../node_modules/@types', import.meta.url).pathname;
  const options = ['--noEmit', '--checkJs', '--allowJs', '--strict', '--target', 'es2022', '--module', 'nodenext', '--lib', 'es2022,dom,dom.iterable', '--typeRoots', types, '--types', 'node'];
  const check = (file) => execFileSync('node', [compiler, ...options, file], { cwd: project, encoding: 'utf8' });
  check('examples/node/score.mjs');
  writeFileSync(join(project, 'wrong.mjs'), "import { Scorer } from 'texlens';\nnew Scorer().score('chapter', '', '');\n");
  assert.throws(() => check('wrong.mjs'), ({ stdout }) => /"chapter"' is not assignable to parameter of type 'Kind'/.test(stdout));
});

browserTest('the example for a page scores while one types', {}, async () => {
  const site = join(project, 'examples/page');
  cpSync(installed, join(site, 'node_modules/texlens'), { recursive: true });
  const server = await serve(site);
  const browser = await launch();
  try {
    const page = await browser.newPage();
    const errors = [];
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    page.on('pageerror', (error) => errors.push(String(error)));
    await page.goto(server.url);
    await page.getByText(/metrics of formulas are defined/).waitFor();
    const exact = () => page.getByRole('row', { name: /^Same tokens/ }).getByRole('cell').first().textContent();
    assert.equal(await exact(), '1.000');
    await page.getByLabel('Prediction').fill('\\frac{a}{c}');
    await eventually(async () => (await exact()) === '0.000', 'the score of what was typed');
    assert.deepEqual(errors, []);
  } finally {
    await browser.close();
    server.close();
  }
});
