// Changes ONNX files: their weights move to a file beside them, or are no numbers; operators come from another program.
import protobuf from 'protobufjs/minimal.js';

const { Reader, Writer } = protobuf;

/** Numbers of fields, as in `onnx.proto`. */
const MODEL_GRAPH = 7;
const GRAPH = { node: 1, initializer: 5 };
const NODE_DOMAIN = 7;
const TENSOR = { rawData: 9, externalData: 13, dataLocation: 14 };
const TEXT = 2;

/**
 * A field of a message, with its bytes as they stand there.
 * @typedef {{ number: number, wire: number, bytes: Uint8Array }} Field
 */

/** @returns {Field[]} */
function fieldsOf(message) {
  const reader = Reader.create(message);
  const fields = [];
  while (reader.pos < reader.len) {
    const key = reader.uint32();
    const [number, wire] = [key >>> 3, key & 7];
    if (wire === TEXT) {
      fields.push({ number, wire, bytes: reader.bytes() });
    } else {
      const start = reader.pos;
      reader.skipType(wire);
      fields.push({ number, wire, bytes: message.subarray(start, reader.pos) });
    }
  }
  return fields;
}

/** @param {Field[]} fields */
function messageOf(fields) {
  const varint = (number) => Writer.create().uint32(number).finish();
  return Buffer.concat(fields.flatMap(({ number, wire, bytes }) => [varint((number << 3) | wire), ...(wire === TEXT ? [varint(bytes.length)] : []), bytes]));
}

const text = (number, content) => ({ number, wire: TEXT, bytes: Buffer.from(content) });
const whole = (number, value) => ({ number, wire: 0, bytes: Writer.create().uint32(value).finish() });

/** Returns the file with its nodes or weights changed. */
function changed(file, number, change) {
  const within = (wanted, edit) => (field) => (field.number === wanted ? { ...field, bytes: edit(field.bytes) } : field);
  const parts = (message) => messageOf(fieldsOf(message).map(within(number, (part) => messageOf(change(fieldsOf(part))))));
  return messageOf(fieldsOf(file).map(within(MODEL_GRAPH, parts)));
}

/** Moves all weights to a file with the given name; returns both files. */
export function withExternalWeights(file, name) {
  /** @type {Uint8Array[]} */
  const weights = [];
  let length = 0;
  const graph = changed(file, GRAPH.initializer, (fields) =>
    fields.flatMap((field) => {
      if (field.number !== TENSOR.rawData) return [field];
      const entry = (key, value) => ({ number: TENSOR.externalData, wire: TEXT, bytes: messageOf([text(1, key), text(2, value)]) });
      const entries = [entry('location', name), entry('offset', `${length}`), entry('length', `${field.bytes.length}`), whole(TENSOR.dataLocation, 1)];
      weights.push(field.bytes);
      length += field.bytes.length;
      return entries;
    }),
  );
  return { graph, weights: Buffer.concat(weights) };
}

/** Returns the file with weights that are no numbers. */
export function withoutNumbers(file) {
  const none = Buffer.from(new Float32Array([Number.NaN]).buffer);
  return changed(file, GRAPH.initializer, (fields) =>
    // Whole numbers, which are shapes and places, are shorter than these.
    fields.map((field) => (field.number === TENSOR.rawData && field.bytes.length > 200 && field.bytes.length % 4 === 0 ? { ...field, bytes: Buffer.alloc(field.bytes.length, none) } : field)),
  );
}

/** Returns the file with operators of another program. */
export const withForeignOperators = (file) => changed(file, GRAPH.node, (fields) => [...fields.filter(({ number }) => number !== NODE_DOMAIN), text(NODE_DOMAIN, 'com.example')]);

/** Returns the file without the nodes that calculate its outputs. */
export function withoutNodes(file) {
  const graphs = fieldsOf(file).map((field) => (field.number === MODEL_GRAPH ? { ...field, bytes: messageOf(fieldsOf(field.bytes).filter(({ number }) => number !== GRAPH.node)) } : field));
  return messageOf(graphs);
}
