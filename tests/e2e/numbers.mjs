// A dataset with every situation in which numbers could differ, and the numbers of the JSON of scores in a fixed order.
import assert from 'node:assert/strict';
import { samplePage } from './pages.mjs';

/**
 * Six pages of three documents and three systems. Some pages are missing, blank, broken, or lack what a metric needs;
 * one reference does not compile.
 */
export function nasty() {
  const files = {};
  const texts = ['halo-model', 'radial-velocities', 'subaddresses', 'transit-search'].map((id) => samplePage(id).reference);
  texts.push('Only words stand on this page, and nothing else that could be measured.\n');
  texts.push('A macro of the paper \\ownmacro{x} is used, and $h = a \\cos(\\omega t)$ is the height.\n');
  const manifest = texts.map((latex, index) => {
    const document = `doc${Math.floor(index / 2) + 1}`;
    const id = `${document}/00${(index % 2) + 1}`;
    files[`set/${id}.tex`] = latex;
    files[`set/good/${id}.tex`] = latex;
    if (index !== 4) files[`set/middling/${id}.tex`] = index === 1 ? ' \n' : latex.replaceAll('the', 'teh').replaceAll('\\alpha', 'a');
    if (index !== 5 && index !== 2) files[`set/poor/${id}.tex`] = index === 0 ? `${latex} \\undefinedcommand` : latex.replaceAll(/\\[a-z]+/g, '');
    return { id, document, page: (index % 2) + 1, reference: `${id}.tex`, columns: 1 + (index % 2) };
  });
  files['set/manifest.jsonl'] = manifest.map((line) => JSON.stringify(line)).join('\n');
  return files;
}

export const SYSTEMS = ['good', 'middling', 'poor'];

const by = (key) => (a, b) => (key(a) < key(b) ? -1 : 1);

/** Returns the level with this name. */
export function levelOf(json, name) {
  const level = json.levels.find((one) => one.level === name);
  assert.ok(level, `there is a level of ${name}s`);
  return level;
}

/** Returns the results of a level's systems, in a fixed order. */
export function numbers(json, name) {
  const { samples, documents, common, systems, differences, scores } = levelOf(json, name);
  const score = ({ id, document, system, missing, metrics, error_types }) => ({
    id,
    document,
    system,
    missing,
    values: values(metrics),
    errors: error_types?.map(({ error_type, judgement }) => [error_type, judgement.state]),
  });
  return {
    samples,
    documents,
    common,
    systems: systems.toSorted(by(({ system }) => system)),
    differences: differences.length,
    scores: scores.map(score).toSorted(by(({ id, system }) => `${id} ${system}`)),
  };
}

/** The value of each metric, or the reason why it has none. */
export const values = (metrics) => Object.fromEntries(Object.entries(metrics).map(([metric, { value, reason }]) => [metric, value ?? reason]));

/** The verdicts of judges: means by system and part, and every verdict. */
export const verdicts = (json) =>
  (json.judge ?? []).map(({ model, groups, items }) => ({
    model,
    groups: groups.toSorted(by(({ system, part }) => `${system} ${part}`)),
    items: items.map(({ id, document, system, what, verdict, flags }) => ({ id, document, system, what, verdict, flags })).toSorted(by(({ id, system }) => `${id} ${system}`)),
  }));
