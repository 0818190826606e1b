// Zip archives, including malicious ones.
import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';

/**
 * Returns a zip archive of files, given by name.
 * @param {Record<string, string | Buffer>} files
 * @param {{ packed?: (content: Buffer) => Buffer, stored?: boolean }} [options] how a file's bytes are packed, or that they
 *   are not
 */
export function zip(files, { packed = deflateRawSync, stored = false } = {}) {
  const parts = [];
  const directory = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const bytes = Buffer.from(content);
    const body = stored ? bytes : packed(bytes);
    const path = Buffer.from(name);
    const about = Buffer.alloc(26);
    about.writeUInt16LE(20, 0);
    about.writeUInt16LE(stored ? 0 : 8, 4);
    about.writeUInt32LE(crc32(bytes), 10);
    about.writeUInt32LE(body.length, 14);
    about.writeUInt32LE(bytes.length, 18);
    about.writeUInt16LE(path.length, 22);
    const entry = Buffer.alloc(20);
    entry.writeUInt16LE(20, 0);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02', 'latin1'), entry.subarray(0, 2), about, place, path);
    parts.push(Buffer.from('PK\x03\x04', 'latin1'), about, path, body);
    offset += 30 + path.length + body.length;
  }
  const count = Object.keys(files).length;
  const size = directory.reduce((sum, part) => sum + part.length, 0);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(Math.min(count, 0xffff), 8);
  end.writeUInt16LE(Math.min(count, 0xffff), 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  if (count < 0xffff) return Buffer.concat([...parts, ...directory, end]);
  // Zip64: more files than the old format can count.
  const end64 = Buffer.alloc(56);
  end64.write('PK\x06\x06', 'latin1');
  end64.writeBigUInt64LE(44n, 4);
  end64.writeUInt16LE(45, 12);
  end64.writeUInt16LE(45, 14);
  for (const at of [24, 32]) end64.writeBigUInt64LE(BigInt(count), at);
  end64.writeBigUInt64LE(BigInt(size), 40);
  end64.writeBigUInt64LE(BigInt(offset), 48);
  const locator = Buffer.alloc(20);
  locator.write('PK\x06\x07', 'latin1');
  locator.writeBigUInt64LE(BigInt(offset + size), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([...parts, ...directory, end64, locator, end]);
}

/** Returns the files of a zip archive in the old format, by name. */
export function unzip(archive) {
  const files = {};
  let at = archive.readUInt32LE(archive.length - 22 + 16);
  while (archive.toString('latin1', at, at + 4) === 'PK\x01\x02') {
    const [method, size, name, extra, comment, place] = [
      archive.readUInt16LE(at + 10), archive.readUInt32LE(at + 20), archive.readUInt16LE(at + 28),
      archive.readUInt16LE(at + 30), archive.readUInt16LE(at + 32), archive.readUInt32LE(at + 42),
    ];
    const start = place + 30 + archive.readUInt16LE(place + 26) + archive.readUInt16LE(place + 28);
    const bytes = archive.subarray(start, start + size);
    files[archive.toString('utf8', at + 46, at + 46 + name)] = method === 8 ? inflateRawSync(bytes) : bytes;
    at += 46 + name + extra + comment;
  }
  return files;
}
