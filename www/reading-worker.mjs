// The entry point of the reading worker.
import './onnx-runtime.mjs';
import init, { start_reading_worker } from './workers/texlens_workers.js';

await init();
start_reading_worker(new URL('./', import.meta.url).href);
