import { refuseInView } from '../../lib/view-mode.ts';

type TextType = 'application/json' | 'text/calendar' | 'text/csv' | 'text/vcard';

/** Lets the browser save a text file. */
export const saveFile = (name: string, type: TextType, parts: (string | Blob)[]): void =>
  saveBlob(name, new Blob(parts, { type: `${type};charset=utf-8` }));

/** Lets the browser save a file. */
export function saveBlob(name: string, file: Blob): void {
  // A manager who sees the app as someone else must not save that user's files.
  if (refuseInView()) return;
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser reads the URL asynchronously, so the URL is revoked later.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
