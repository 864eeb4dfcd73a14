import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { scriptUrl } from './trusted-types.ts';

/** Starts the worker that renders PDFs. It does not use the network. */
export function startPdfWorker(): Worker {
  return new Worker(scriptUrl(workerUrl), { type: 'module' });
}
