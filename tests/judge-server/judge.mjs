// A judge by rules: its answers follow from the texts, so that tests know them.

/** @typedef {Partial<Record<'REFERENCE' | 'PREDICTION' | 'FORMULAS' | 'PAGE' | 'GROUP' | 'INSTRUCTIONS' | 'CODE' | 'BUG', string>>} Texts */

/** Returns the answer to a call: an object, or a text if a bare number is asked for. */
export function judge(call, { behaviour, asked, answers = {} }) {
  const user = call.turns[0].text;
  if (call.turns[0].pictures?.length > 0) return read(call.turns[0].pictures, answers);
  if (/one fenced code block/.test(call.system)) return `\`\`\`latex\n${answers[user] ?? latex(user)}\n\`\`\``;
  const texts = marked(user);
  if (/"bug_present"/.test(call.system) && texts.CODE in answers) return answers[texts.CODE];
  if ('FORMULAS' in texts && 'PAGE' in texts) return extraction(texts, behaviour);
  if ('FORMULAS' in texts && 'GROUP' in texts) return { formulas: parts(texts) };
  if ('REFERENCE' in texts) return pair(call, texts, behaviour, asked);
  return task(call, texts);
}

/**
 * A model that reads: the known LaTeX of each picture, or a section for it.
 * @param {string[]} pictures
 * @param {Record<string, string>} answers
 */
const read = (pictures, answers) => pictures.map((picture) => answers[picture] ?? `\\section{Page ${picture.slice(0, 8)}}\nA text of \\textbf{this} page.\n`).join('\n');

/** The places of the texts in the templates of pdf-parse-bench. */
const PLACES = {
  REFERENCE: /Ground Truth (?:Formula|Table \(LaTeX\)):\n([\s\S]*?)\n\n(?:Extracted|Evaluate)/,
  PREDICTION: /\nExtracted (?:Formula|Table):\n([\s\S]*?)\n\n(?:Ground Truth|Evaluate)/,
  FORMULAS: /\nGROUND TRUTH FORMULAS \([^)]*\):\n([\s\S]*?)\n\n(?:PARSED MARKDOWN|INSTRUCTIONS)/,
  PAGE: /\nPARSED MARKDOWN CONTENT:\n```markdown\n([\s\S]*?)\n```\n\nINSTRUCTIONS/,
  GROUP: /\nGROUPED FORMULA CONTENT:\n```\n([\s\S]*?)\n```\n\nGROUND TRUTH/,
};

/**
 * Returns the texts of a call by name: those between marks, or those in the places of a template.
 * @param {string} user
 * @returns {Texts}
 */
export function marked(user) {
  const texts = {};
  for (const [, name, , text] of user.matchAll(/<<<([A-Z]+) ([0-9a-f]+)>>>\n([\s\S]*?)\n<<<END \1 \2>>>/g)) texts[name] = text;
  if (Object.keys(texts).length > 0) return texts;
  for (const [name, place] of Object.entries(PLACES)) {
    const text = place.exec(user)?.[1];
    if (text !== undefined) texts[name] = text;
  }
  return texts;
}

/** Parses a list of formulas whose lines begin with `[number]`. */
export const listed = (list) =>
  list.split(/\n(?=\[\d+\] )/).map((line) => {
    const [, index, formula] = /^\[(\d+)\] ([\s\S]*)$/.exec(line);
    return { index: Number(index), formula };
  });

/** Returns 10 times the similarity of both sides without white space, rounded down. */
export function score(reference, prediction) {
  const [a, b] = [reference, prediction].map((text) => text.replace(/\s+/g, ''));
  if (a === b) return 10;
  return Math.min(9, Math.floor(10 * (1 - distance(a, b) / Math.max(a.length, b.length, 1))));
}

function distance(a, b) {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) next.push(Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1)));
    row = next;
  }
  return row[b.length];
}

/** @param {{ turns: { text: string }[], system?: string }} call @param {Texts} texts @param {string} behaviour @param {number} asked */
function pair(call, { REFERENCE, PREDICTION }, behaviour, asked) {
  // `choosy` does not answer for texts of odd length.
  if (behaviour === 'choosy' && PREDICTION.replace(/\s+/g, '').length % 2 === 1) return 'I would rather not say.';
  let points = score(REFERENCE, PREDICTION);
  const user = call.turns[0].text;
  // `biased` prefers the text that comes first.
  if (behaviour === 'biased' && user.indexOf('<<<PREDICTION') < user.indexOf('<<<REFERENCE')) points = Math.min(10, points + 1);
  // `moody` changes its score every other time.
  if (behaviour === 'moody' && asked % 2 === 1) points = Math.max(0, points - 1);
  // `obedient` follows instructions in the text.
  if (behaviour === 'obedient' && /score (of )?10/i.test(PREDICTION)) points = 10;
  if (/ONLY a single integer/.test(user)) return `${points}`;
  if (/"errors"/.test(call.system) || /enumerate up to 5/.test(user)) return { errors: points === 10 ? [] : ['they differ'], score: points };
  const answer = { is_correct: points === 10, score: points };
  return /"analysis"/.test(call.system) ? { analysis: points === 10 ? 'The same.' : 'They differ.', ...answer } : answer;
}

const bare = (formula) => formula.replace(/^(\$\$?|\\\(|\\\[)|(\$\$?|\\\)|\\\])$/g, '').replace(/\s+/g, '');

/**
 * Finds each formula where the page has it in dollars. With `grouped`, all missing formulas belong to the previous one.
 * @param {Texts} texts
 * @param {string} behaviour
 */
function extraction({ FORMULAS, PAGE }, behaviour) {
  const found = [...PAGE.matchAll(/\$\$[\s\S]+?\$\$|\$[^$]+\$/g)].map(([formula]) => formula);
  const used = new Set();
  const formulas = listed(FORMULAS).map((formula) => {
    const isFree = (place) => behaviour === 'grouped' || !used.has(place);
    const place = found.findIndex((candidate, place) => isFree(place) && bare(candidate).includes(bare(formula.formula)));
    if (place >= 0) {
      const isLater = used.has(place);
      used.add(place);
      return { index: formula.index, data: isLater ? '' : found[place], is_grouped: isLater };
    }
    return { index: formula.index, data: '', is_grouped: false };
  });
  return { formulas };
}

/** @param {Texts} texts */
function parts({ FORMULAS, GROUP }) {
  const pieces = bare(GROUP).split(/,|\\\\/);
  return listed(FORMULAS).map((_, index) => pieces[index] ?? '');
}

/** LaTeXBench's model under test: a section for a task, and the unchanged text for an edit. */
const latex = (user) => /^BASE LATEX:\n([\s\S]*)\nEDIT INSTRUCTIONS:\n/.exec(user)?.[1] ?? '\\section{Answer}';

/**
 * LaTeXBench: an answer fails if the code lacks a command that the instructions name, or contains the word FORBIDDEN.
 */
function task(call, { INSTRUCTIONS = '', CODE = '', BUG = '' }) {
  if (/"bug_present"/.test(call.system)) {
    const lacksPackage = /\\includegraphics/.test(CODE) && !/graphicx/.test(CODE);
    const hasChapter = /\\chapter/.test(CODE) && /\{article\}/.test(CODE);
    const type = lacksPackage ? 'Package Missing (graphicx)' : hasChapter ? 'Illegal Sectioning (chapter in article)' : '';
    return { verdict: 'Pass', bug_present: type !== '', bug_type: type, error_types: [], notes: '' };
  }
  const wanted = [...`${INSTRUCTIONS} ${BUG}`.matchAll(/\\[a-zA-Z]+/g)].map(([command]) => command);
  const missing = wanted.filter((command) => !CODE.includes(command));
  const passes = missing.length === 0 && !CODE.includes('FORBIDDEN');
  const types = passes ? [] : [missing.length > 0 ? 'Capability Error' : 'Constraint Violation'];
  return { verdict: passes ? 'Pass' : 'Fail', error_types: types, notes: missing.join(' ') };
}
