import init, { start_app } from './app/texlens.js';

try {
  await init();
  start_app();
} catch (error) {
  const note = document.getElementById('boot');
  if (note) note.textContent = `texlens could not start: ${error instanceof Error ? error.message : error}. A current browser with WebAssembly is needed.`;
  throw error;
}
