// The pictures of a request: as strict as the providers about their form.
import { createHash } from 'node:crypto';

const SIGNATURES = { 'image/png': '89504e470d0a1a0a', 'image/jpeg': 'ffd8ff' };

/**
 * Reads a picture; throws a text that says what is wrong with it.
 * @param {unknown} type
 * @param {unknown} data
 */
export function picture(type, data) {
  const signature = SIGNATURES[/** @type {keyof typeof SIGNATURES} */ (type)];
  if (!signature) throw `unsupported media type ${type}`;
  if (typeof data !== 'string' || !/^[A-Za-z0-9+/]+={0,2}$/.test(data) || data.length % 4 !== 0) throw 'the data is no base64';
  const bytes = Buffer.from(data, 'base64');
  if (!bytes.toString('hex', 0, 8).startsWith(signature)) throw `the data is not ${type}`;
  if (bytes.length > 20 << 20) throw 'image exceeds 20 MB maximum';
  return createHash('sha256').update(bytes).digest('hex');
}

/** Returns a value in which the data of pictures is shortened, so that a list of requests stays readable. */
export const shortened = (value) => JSON.parse(JSON.stringify(value, (_, part) =>
  typeof part === 'string' && part.length > 1000 && /^(data:image\/\w+;base64,)?[A-Za-z0-9+/=]+$/.test(part) ? `${part.slice(0, 40)}... (${part.length} characters)` : part));
