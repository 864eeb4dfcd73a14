import { InvalidBook } from './epub-files.ts';

export interface PdfBook {
  title: string;
  author: string;
  language: string;
  pages: number;
}

const lineOf = (value: unknown): string => (typeof value === 'string' ? value.replaceAll(/\s+/g, ' ').trim() : '');

/** Reads the metadata of a PDF. Throws InvalidBook. */
export async function readPdf(pdf: Uint8Array): Promise<PdfBook> {
  // pdf.js is loaded on demand, because it is larger than the rest of the import.
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  // Pass a copy, because pdf.js takes over the buffer it is given, and the caller still needs the original.
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: 0, useSystemFonts: true });
  try {
    const file = await task.promise;
    const { info } = await file.getMetadata();
    const { Title, Author, Language } = info as Record<string, unknown>;
    return { title: lineOf(Title), author: lineOf(Author), language: lineOf(Language), pages: file.numPages };
  } catch (error) {
    const isLocked = error instanceof Error && error.name === 'PasswordException';
    throw new InvalidBook(isLocked ? 'is protected by a password' : 'is broken: it is not a readable PDF');
  } finally {
    await task.destroy();
  }
}
