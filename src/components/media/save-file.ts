/** Lets the browser save a text file. */
export function saveFile(
  name: string,
  type: 'application/json' | 'text/calendar' | 'text/csv',
  parts: (string | Blob)[],
): void {
  const url = URL.createObjectURL(new Blob(parts, { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser reads the URL asynchronously, so it is revoked only later.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
