// The entry of the worker that writes files.
import init, { start_saving_worker } from './workers/texlens_workers.js';

await init();
start_saving_worker(new URL('./', import.meta.url).href);
