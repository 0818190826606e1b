import init, { start_app } from './app/texlens.js';

// The app sets the chosen colours when it has been loaded. Until then, the page would flash in those of the system.
try {
  const theme = JSON.parse(localStorage.getItem('app-settings') ?? '{}')['view.theme'];
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Without storage, the colours are those of the system.
}

try {
  await init();
  start_app();
} catch (error) {
  const note = document.getElementById('boot');
  if (note) note.textContent = `texlens could not start: ${error instanceof Error ? error.message : error}. A current browser with WebAssembly is needed.`;
  throw error;
}
