// The entry point of the worker that prepares pictures for models that read.
import init, { start_readers_worker } from './workers/texlens_workers.js';

await init();
start_readers_worker();
