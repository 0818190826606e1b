// The entry of the worker that takes in what a person brought.
import init, { start_import_worker } from './app/texlens.js';

await init();
start_import_worker();
