// The entry point of the worker that serves LaTeXBench.
import init, { start_latexbench_worker } from './workers/texlens_workers.js';

await init();
start_latexbench_worker(new URL('./', import.meta.url).href);
