// The entry point of the worker that draws pages of PDFs. It loads the renderer with the first PDF.
import init, { start_pdf_worker } from './workers/texlens_workers.js';

async function load() {
  const { default: initialise, Pdf, footprint } = await import('./pdf/texlens_pdf.js');
  await initialise();
  return { open: (/** @type {Uint8Array} */ bytes) => Pdf.open(bytes), memory: footprint };
}

await init();
start_pdf_worker(load);
