// Measures size, speed and memory of the OCR and of Tesseract on the same pages in the same run. Prints tables; asserts
// nothing about time.
// Records the results for `cargo xtask figures`.
import { benchPaint, benchSizes } from './recognition/loading.mjs';
import { benchMemory } from './recognition/memory.mjs';
import { benchBrowser, benchNative } from './recognition/speed.mjs';
import { record } from './results.mjs';

const figures = [];
for (const bench of [benchSizes, benchPaint, benchNative, benchBrowser, benchMemory]) figures.push(await bench());
record('recognition', Object.assign({}, ...figures));
