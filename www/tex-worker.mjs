// The entry point of the worker that compiles.
import init, { start_tex_worker } from './workers/texlens_workers.js';

await init();
start_tex_worker(new URL('./', import.meta.url).href);
