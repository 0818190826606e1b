// The ways in which a server may send a key back, other than describing it in words.

const each = (text, as) => [...text].map((c) => as(c.codePointAt(0), c)).join('');
const hex = (code, digits) => code.toString(16).padStart(digits, '0');
const base64 = (text) => Buffer.from(text).toString('base64');

/** Returns the name and the text of each way. */
export function leaks(key) {
  const escaped = each(key, (code) => `\\u${hex(code, 4)}`);
  return Object.entries({
    plain: key,
    'in a sentence': `Incorrect API key provided: ${key}. Find yours at the usual place.`,
    'escapes of JSON': escaped,
    'escaped twice': escaped.replaceAll('\\', '\\\\'),
    'escaped three times': escaped.replaceAll('\\', '\\\\\\\\'),
    'JSON in JSON': JSON.stringify(JSON.stringify({ key })),
    'byte escapes': each(key, (code) => `\\x${hex(code, 2)}`),
    'octal escapes': each(key, (code) => `\\${code.toString(8)}`),
    percent: each(key, (code) => `%${hex(code, 2)}`),
    'percent twice': each(key, (code) => `%25${hex(code, 2)}`),
    'decimal references': each(key, (code) => `&#${code};`),
    'hexadecimal references': each(key, (code) => `&#x${hex(code, 2)};`),
    'references twice': each(key, (code) => `&amp;#${code};`),
    base64: base64(key),
    'base64 of the header': base64(`Bearer ${key}`),
    'base64, one later': base64(`x${key}`).replaceAll('=', ''),
    'base64, two later': base64(`xy${key}`),
    'base64 for addresses': Buffer.from(`>>?${key}`).toString('base64url'),
    'base64 twice': base64(base64(key)),
    hexadecimal: Buffer.from(key).toString('hex'),
    'hexadecimal with colons': each(key, (code) => `${hex(code, 2)}:`),
    'decimal codes': each(key, (code) => `${code} `),
    backwards: [...key].reverse().join(''),
    capitals: key.toUpperCase(),
    spaced: each(key, (_, c) => `${c} `),
    'zero-width characters between': each(key, (_, c) => `${c}\u200b`),
    'wide letters': each(key, (code) => String.fromCodePoint(code + 0xfee0)),
    'without its end': key.slice(0, -4),
    'without its beginning': key.slice(5),
  });
}

/** Returns the ways in which a key can be spread over a JSON value. */
export function spreads(key) {
  const [first, second, third] = [key.slice(0, 7), key.slice(7, 13), key.slice(13)];
  return Object.entries({
    'two fields': { a: first, b: second, c: third },
    'a list': [first, second, third],
    'fields of one name': [{ text: first, n: 1 }, { text: second, n: 2 }, { text: third, n: 3 }],
    'a name of a field': { [key]: true },
    'codes': [...Buffer.from(key)],
    'a number': { id: Number((/\d{8,15}/.exec(key) ?? ['1'])[0]) },
  });
}
