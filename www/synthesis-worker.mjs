// The entry point of the worker that makes pages.
import init, { start_synthesis_worker } from './workers/texlens_workers.js';

await init();
start_synthesis_worker(new URL('./', import.meta.url).href);
