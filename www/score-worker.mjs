// The entry of a worker that scores.
import init, { start_score_worker } from './workers/texlens_workers.js';

await init();
start_score_worker(new URL('./', import.meta.url).href);
