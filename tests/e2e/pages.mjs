// Pages and files for the tests.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';

/** Returns the files of a sample page that comes with the app. */
export function samplePage(id) {
  const file = (ending) => readFileSync(new URL(`../../www/samples/${id}.${ending}`, import.meta.url));
  return { image: file('png'), reference: file('tex').toString() };
}

/** An image of one line of print. */
export const LINE = readFileSync(new URL('fixtures/line.png', import.meta.url));

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

/** Returns a complete and valid white image with one bit per pixel. */
export function whitePng(width, height) {
  const line = Buffer.alloc(1 + Math.ceil(width / 8), 0xff);
  line[0] = 0;
  return png(width, height, 1, Buffer.concat(Array.from({ length: height }, () => line)));
}

/** Returns an image with stripes of a shade of grey. Images of different shades differ in their hashes only. */
export function stripedPng(width, height, shade) {
  const line = Buffer.from([0, ...Array.from({ length: width }, (_, x) => (x % 7 === 0 ? shade : 255))]);
  return png(width, height, 8, Buffer.concat(Array.from({ length: height }, () => line)));
}

/** Returns an image of noise with one byte per pixel, which cannot be compressed. */
export function noisePng(width, height) {
  const pixels = randomBytes((width + 1) * height);
  for (let line = 0; line < height; line++) pixels[line * (width + 1)] = 0;
  return png(width, height, 8, pixels);
}

/** Returns an image in shades of grey. */
function png(width, height, depth, lines) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header[8] = depth;
  const pixels = deflateSync(lines);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
