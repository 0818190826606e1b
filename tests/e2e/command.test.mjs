// One core: the page gives the command's numbers.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { appTest } from './harness.mjs';
import { samplePage } from './pages.mjs';

const folder = mkdtempSync(join(tmpdir(), 'texlens-'));

function texlens(...args) {
  return execFileSync(process.env.TEXLENS_CLI, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

function file(name, content) {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

appTest('a page read and scored here has the numbers of the command', async (app) => {
  const { image, reference } = samplePage('validator-sets');
  await app.runOn('WebAssembly');
  await app.drop({ 'page.png': image, 'page.tex': reference });
  await app.read('page');
  const prediction = await app.prediction();
  const shown = await app.scores();

  // The same texts, the same scores.
  const answer = JSON.parse(texlens('score', '--reference', file('r.tex', reference), '--prediction', file('p.tex', prediction)));
  const ids = Object.keys(answer.metrics);
  assert.ok(ids.length >= 4, `${ids}`);
  for (const id of ids) {
    const { value } = answer.metrics[id];
    assert.equal(shown[id].value, value === null ? null : Number(value.toFixed(3)), id);
  }

  // The same picture, the same LaTeX: the two runtimes round differently, so a glyph or two may.
  texlens('ocr', file('page.png', image), '--out', folder);
  const native = readFileSync(join(folder, 'page.tex'), 'utf8');
  const agreement = JSON.parse(texlens('score', '--reference', file('n.tex', native), '--prediction', file('p.tex', prediction)));
  assert.ok(agreement.metrics.ds.value > 0.995, `the texts agree by ${agreement.metrics.ds.value}`);
});
