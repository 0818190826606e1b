// The entry point of the worker that compares systems.
import init, { start_compare_worker } from './workers/texlens_workers.js';

await init();
start_compare_worker(new URL('./', import.meta.url).href);
