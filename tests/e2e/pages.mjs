// Pages and files for the tests.
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
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const line = Buffer.alloc(1 + Math.ceil(width / 8), 0xff);
  line[0] = 0;
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => line)));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
