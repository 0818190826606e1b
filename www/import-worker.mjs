// The entry point of the import worker.
import init, { start_import_worker } from './workers/texlens_workers.js';

await init();
start_import_worker();
