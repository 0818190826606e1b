// Pages and files for the tests.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';

/** Files of a sample page that comes with the app. */
export function samplePage(id) {
  const file = (ending) => readFileSync(new URL(`../../www/samples/${id}.${ending}`, import.meta.url));
  return { image: file('png'), reference: file('tex').toString() };
}

/** One line of print. */
export const LINE = readFileSync(new URL('fixtures/line.png', import.meta.url));

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

/** A white image, complete and valid, one bit a pixel. */
export function whitePng(width, height) {
  const line = Buffer.alloc(1 + Math.ceil(width / 8), 0xff);
  line[0] = 0;
  return png(width, height, 1, Buffer.concat(Array.from({ length: height }, () => line)));
}

/** An image of noise, a byte a pixel, which no compression makes smaller. */
export function noisePng(width, height) {
  const pixels = randomBytes((width + 1) * height);
  for (let line = 0; line < height; line++) pixels[line * (width + 1)] = 0;
  return png(width, height, 8, pixels);
}

/** An image in shades of grey. */
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
