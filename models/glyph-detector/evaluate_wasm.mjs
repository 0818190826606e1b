// Runs the artefact on tiles with ONNX Runtime Web's WebAssembly provider, for evaluate.py --rows.
//   node evaluate_wasm.mjs MODEL TILES OUT      (npm packages from the project's package.json)
import { readdirSync, readFileSync, writeFileSync, mkdirSync } from "node:fs";
import * as ort from "onnxruntime-web";

const [model, tiles, out] = process.argv.slice(2);
ort.env.wasm.numThreads = 1;
mkdirSync(out, { recursive: true });
const session = await ort.InferenceSession.create(readFileSync(model), { executionProviders: ["wasm"] });
for (const name of readdirSync(tiles)) {
  const [, width, height] = name.match(/-(\d+)x(\d+)\.f32$/).map(Number);
  const bytes = readFileSync(`${tiles}/${name}`);
  const ink = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  const image = new ort.Tensor("float32", ink, [1, 1, height, width]);
  const { glyphs } = await session.run({ image });
  writeFileSync(`${out}/${name.replace(/\.f32$/, ".rows")}`, new Uint8Array(glyphs.data.buffer, glyphs.data.byteOffset, glyphs.data.byteLength));
}
