// The entry point of the worker that renders formulas.
import init, { start_formulas_worker } from './workers/texlens_workers.js';

await init();
start_formulas_worker();
