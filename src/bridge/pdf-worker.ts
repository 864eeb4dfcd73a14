import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { scriptUrl } from './trusted-types.ts';

/** Reads PDFs beside the page; it touches no network. */
export function startPdfWorker(): Worker {
  return new Worker(scriptUrl(workerUrl), { type: 'module' });
}
