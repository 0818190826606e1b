// The entry of the worker that takes in what a person brought.
import init, { start_import_worker } from './workers/texlens_workers.js';

await init();
start_import_worker();
