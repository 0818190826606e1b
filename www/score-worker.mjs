// The entry point of a score worker.
import init, { start_score_worker } from './workers/texlens_workers.js';

await init();
start_score_worker(new URL('./', import.meta.url).href);
