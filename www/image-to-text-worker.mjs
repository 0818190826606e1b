// The entry point of the worker that reads with a model that a person brings. Its module is separate from that of the other
// workers, since the tokenizers alone would nearly double it.
import './onnx-runtime.mjs';
import init, { start_image_to_text_worker } from './image-to-text/texlens_image_to_text.js';

await init();
start_image_to_text_worker(new URL('./', import.meta.url).href);
