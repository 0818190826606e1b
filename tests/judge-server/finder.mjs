// Looks for a key in a text, in any encoding. This code is independent of the code that removes keys, so that each
// should find what the other one misses.
//
//     node tests/judge-server/finder.mjs KEY FILE...
//
// prints where and how the key is found and ends with exit code 1, or prints nothing.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** Number of consecutive letters and digits of a key that count as a leak. */
const FRAGMENT = 8;

const letters = (text) => text.normalize('NFKC').toLowerCase().replace(/[^a-z0-9]/g, '');

const decoders = {
  escapes: (text) =>
    text
      .replace(/\\u\{?([0-9a-f]{2,6})\}?|\\x([0-9a-f]{2})/gi, (_, unit, byte) => String.fromCharCode(Number.parseInt(unit ?? byte, 16)))
      .replace(/\\([0-7]{2,3})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 8)))
      .replaceAll('\\\\', '\\'),
  percent: (text) => text.replace(/%([0-9a-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16))),
  references: (text) =>
    text
      .replace(/&#x([0-9a-f]{1,6});?/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
      .replace(/&#(\d{1,6});?/g, (_, code) => String.fromCharCode(Number(code)))
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&'),
  base64: (text) =>
    [...text.matchAll(/[\w+/-]{10,}/g)].flatMap(([run]) => [0, 1, 2, 3].map((from) => Buffer.from(run.slice(from), 'base64').toString('latin1'))).join('\n'),
  hexadecimal: (text) =>
    [...text.matchAll(/(?:[0-9a-f]{2}[\s:,]?){8,}/gi)].map(([run]) => Buffer.from(run.replace(/[^0-9a-f]/gi, ''), 'hex').toString('latin1')).join('\n'),
  codes: (text) => [...text.matchAll(/(?:\b\d{2,3}\b[\s,]*){8,}/g)].map(([run]) => String.fromCharCode(...run.match(/\d+/g).map(Number))).join('\n'),
};

/** Returns how the text contains the key, or null. `depth` is the number of nested encodings. */
export function find(text, key, depth = 3) {
  const wanted = new Set();
  for (const all of [letters(key), [...letters(key)].reverse().join('')]) {
    for (let from = 0; from + FRAGMENT <= all.length; from += 1) wanted.add(all.slice(from, from + FRAGMENT));
  }
  const shows = (text) => {
    const all = letters(text);
    for (let from = 0; from + FRAGMENT <= all.length; from += 1) if (wanted.has(all.slice(from, from + FRAGMENT))) return true;
    return false;
  };
  const seen = new Set();
  let texts = views(text).map((view) => [view, 'plain']);
  for (let left = depth; ; left -= 1) {
    const next = [];
    for (const [one, how] of texts) {
      if (one.length < FRAGMENT || seen.has(one)) continue;
      seen.add(one);
      if (shows(one)) return how;
      if (left > 0) for (const [name, decode] of Object.entries(decoders)) next.push([decode(one), `${how}, ${name}`]);
    }
    if (next.length === 0) return null;
    texts = next;
  }
}

/** Returns the text, and the strings of JSON in it (as a whole, or a line), joined together. */
function views(text) {
  const all = [text];
  const look = (json, nested) => {
    const parts = { values: [], names: [], strings: [], fields: new Map() };
    walk(json, '', parts);
    all.push(parts.values.join(' '), parts.names.join(' '), ...[...parts.fields.values()].map((values) => values.join(' ')));
    if (nested > 0) for (const string of parts.strings) for (const inner of jsonIn(string)) look(inner, nested - 1);
  };
  for (const json of jsonIn(text)) look(json, 3);
  return all;
}

function jsonIn(text) {
  if (!/[{["]/.test(text)) return [];
  try {
    return [JSON.parse(text)];
  } catch {
    const pieces = [...text.split('\n'), ...(text.length < 100_000 ? (/[{[][\s\S]*[}\]]/.exec(text) ?? []) : [])];
    return pieces.flatMap((piece) => {
      try {
        return /^\s*[{["]/.test(piece) ? [JSON.parse(piece)] : [];
      } catch {
        return [];
      }
    });
  }
}

function walk(json, field, parts) {
  if (Array.isArray(json)) {
    for (const item of json) walk(item, field, parts);
  } else if (json && typeof json === 'object') {
    for (const [name, value] of Object.entries(json)) {
      parts.names.push(name);
      walk(value, name, parts);
    }
  } else if (typeof json === 'string' || typeof json === 'number') {
    if (typeof json === 'string') parts.strings.push(json);
    parts.values.push(json);
    parts.fields.set(field, [...(parts.fields.get(field) ?? []), json]);
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [key, ...files] = process.argv.slice(2);
  for (const file of files) {
    const how = find(readFileSync(file, 'utf8'), key);
    if (how) {
      process.stdout.write(`${file}: ${how}\n`);
      process.exitCode = 1;
    }
  }
}
