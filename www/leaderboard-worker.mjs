// The entry point of the worker that makes leaderboards.
import init, { start_leaderboard_worker } from './workers/texlens_workers.js';

await init();
start_leaderboard_worker();
