/**
 * Matches cells that a spreadsheet would run as a formula. Complete international phone numbers do not match: as
 * formulas, their value is the number itself.
 */
const FORMULA = /^(?!\+[1-9]\d{6,14}$)[=+\-@\t\r]/;

const quote = (text: string): string => (/[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/**
 * Returns a line of a CSV file by RFC 4180. A text that a spreadsheet would run as a formula gets a leading apostrophe.
 * Numbers and international phone numbers stay as they are, so that phone numbers can be imported again.
 */
export function csvLine(cells: readonly (string | number | null)[]): string {
  const texts = cells.map((cell) => {
    if (cell === null) return '';
    if (typeof cell === 'number') return String(cell);
    return quote(FORMULA.test(cell) ? `'${cell}` : cell);
  });
  return `${texts.join(',')}\r\n`;
}
