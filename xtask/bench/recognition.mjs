// Measures size, speed and memory of the OCR and of Tesseract on the same pages in the same run. Prints tables; asserts
// nothing about time.
import { benchPaint, benchSizes } from './recognition/loading.mjs';
import { benchMemory } from './recognition/memory.mjs';
import { benchBrowser, benchNative } from './recognition/speed.mjs';

await benchSizes();
await benchPaint();
await benchNative();
await benchBrowser();
await benchMemory();
