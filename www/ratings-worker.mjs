// The entry point of the worker that makes studies of ratings and their results.
import init, { start_ratings_worker } from './workers/texlens_workers.js';

await init();
start_ratings_worker();
