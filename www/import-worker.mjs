// The entry point of the import worker. It loads the reader of tables with the first Parquet or Arrow file.
import init, { start_import_worker } from './workers/texlens_workers.js';

async function load() {
  const { default: initialise, read_table: read } = await import('./tables/texlens_tables.js');
  await initialise();
  return { read };
}

await init();
start_import_worker(load);
