// What the two programs that stand between Playwright and a browser share, and how tests ask them for what Playwright has
// no command for.
import { once } from 'node:events';
import { renameSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';

/** The most that a message may hold: a test sends files of tens of megabytes. */
export const MOST_BYTES = 1 << 28;

/** How the line begins with which a browser tells its address. */
export const LISTENING = 'WebDriver BiDi listening on';

/** The call by which Playwright evaluates the third argument, a text, in the page. */
const EVALUATE = '(utilityScript, ...args) => utilityScript.evaluate(...args)';

/** By this, Playwright gives the page a function that inserts text. */
const EXTEND = 'injectedScript.extend(';
/** Playwright's own functions that evaluate a text which is among their arguments. */
const EVALUATE_ARGUMENT = /** @type {[RegExp, string][]} */ ([
  [/injected\d*\.eval\("\(" \+ params\d*\.functionText \+ "\)"\)/, 'functionText'],
  [/injected\d*\.eval\(callbackText\d*\)/, 'callbackText'],
  [/globalThis\.eval\((data\.)?expression\d*\)/, 'expression'],
]);

/**
 * Returns a call of a function in which the code that Playwright would have the page evaluate is part of the function: the
 * page's content policy rightly forbids `eval`, but does not apply to what comes by the protocol.
 */
export function withoutEval(/** @type {any} */ { functionDeclaration, ...call }) {
  if (functionDeclaration !== EVALUATE) return { functionDeclaration, ...call };
  const [, , , { value: given }, ...values] = call.arguments;
  const code = given.includes(EXTEND)
    ? `() => { globalThis.__pw_bidiInsertText = ${insertText}; }`
    : EVALUATE_ARGUMENT.reduce((code, [place, name]) => code.replace(place, () => `(${field(values, name)}\n)`), given);
  return {
    functionDeclaration: `(utilityScript, ...args) => Object.create(utilityScript, { global: { value: { eval: () => (${code.replace(/[;\s]+$/, '')}\n) } } }).evaluate(...args)`,
    ...call,
    // The code is long, and nobody looks at it again.
    arguments: call.arguments.with(3, { type: 'string', value: '' }),
  };
}

/**
 * In the page: writes a text where the focus is. Playwright's function of this name sets the value, which is no edit: the
 * page hears of no change when the focus leaves.
 */
function insertText(text) {
  let element = document.activeElement;
  while (element?.shadowRoot) element = element.shadowRoot.activeElement;
  if (element?.nodeName === 'IFRAME') return element;
  // Long texts would be laid out letter by letter.
  if (text.length < 10_000 && (text === '' ? document.execCommand('delete') : document.execCommand('insertText', false, text))) return undefined;
  Object.assign(element, { value: text });
  for (const event of ['input', 'change']) element.dispatchEvent(new Event(event, { bubbles: true }));
  return undefined;
}

/**
 * The places in the folder of a browser: where it puts downloads, where Playwright finds them, and the socket at which the
 * program between them listens.
 */
export function placesIn(home) {
  const [arriving, downloads, requests] = ['arriving', 'downloads', 'requests'].map((name) => join(home, name));
  return { arriving, downloads, requests };
}

/** Downloads have numbers, since several can have the same name. */
let downloads = 0;

/** Moves a file that has arrived to where Playwright looks for it, and returns what is told of it. */
export function moveDownload(path, home) {
  downloads += 1;
  const suggestedFilename = `${downloads}-${basename(path)}`;
  const filepath = join(placesIn(home).downloads, suggestedFilename);
  renameSync(path, filepath);
  return { download: suggestedFilename, suggestedFilename, filepath };
}

/** The name of a download without its number. */
export const plainName = (name) => name.replace(/^\d+-/, '');

/**
 * Listens at a socket for requests, one on each line.
 * @param {string} path
 * @param {Record<string, (...values: any[]) => Promise<unknown>>} answers what can be asked for
 */
export function listenForRequests(path, answers) {
  const server = createServer((socket) => {
    createInterface(socket).on('line', async (line) => {
      const [name, ...values] = JSON.parse(line);
      const answer = await answers[name](...values).then((value) => ({ value }), (error) => ({ fault: String(error) }));
      socket.write(`${JSON.stringify(answer)}\n`);
    });
  });
  server.listen(path);
}

/** Asks the program that listens at a socket. */
export async function request(path, ...asked) {
  const socket = connect(path);
  try {
    socket.write(`${JSON.stringify(asked)}\n`);
    const [line] = await once(createInterface(socket), 'line');
    const { value, fault } = JSON.parse(line);
    if (fault !== undefined) throw new Error(fault);
    return value;
  } finally {
    socket.destroy();
  }
}

/** Returns a field of an object among the arguments, in which Playwright writes each as { k: name, v: value }. */
function field(value, name) {
  if (typeof value !== 'object' || value === null) return undefined;
  if (value.type === 'object') {
    const { k, v } = Object.fromEntries(value.value.map(([key, item]) => [key.value ?? key, item.value]));
    if (k === name) return v;
  }
  return Object.values(value).map((item) => field(item, name)).find((found) => found !== undefined);
}
