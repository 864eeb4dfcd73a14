/** Beginnings of cells that spreadsheets would run as formulas. A complete phone number runs as nothing but itself. */
const FORMULA = /^(?!\+[1-9]\d{6,14}$)[=+\-@\t\r]/;

const quoted = (text: string): string => (/[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/**
 * Returns a line of a CSV file by RFC 4180. Numbers stay as they are; a text that a spreadsheet would run as a formula
 * gets an apostrophe. International phone numbers stay as they are, so that they can be imported again.
 */
export function csvLine(cells: readonly (string | number | null)[]): string {
  const texts = cells.map((cell) => {
    if (cell === null) return '';
    if (typeof cell === 'number') return String(cell);
    return quoted(FORMULA.test(cell) ? `'${cell}` : cell);
  });
  return `${texts.join(',')}\r\n`;
}
