/** A page: its heading, and lines of ASCII text. */
export interface PdfPage {
  title: string;
  lines: readonly string[];
}

const quotePdf = (text: string) => `(${text.replaceAll(/[\\()]/g, String.raw`\$&`)})`;

const LINE_CHARS = 64;

/** Wraps a line to the width of the page. */
function wrapLine(line: string): string[] {
  const lines = [''];
  for (const word of line.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last !== '' && last.length + word.length >= LINE_CHARS) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines;
}

function pageOperators({ title, lines }: PdfPage): string {
  const heading = `BT /F1 22 Tf 56 760 Td ${quotePdf(title)} Tj ET`;
  const body = lines.flatMap(wrapLine).map((line) => `${quotePdf(line)} Tj T*`);
  return `${heading}\nBT /F2 14 Tf 22 TL 56 712 Td\n${body.join('\n')}\nET`;
}

/** Creates a PDF from pages of text, in the standard fonts of PDF readers. */
export function createPdf(
  info: { title: string; author: string; language: string },
  pages: readonly PdfPage[],
): string {
  const first = 6;
  const kids = pages.map((_, at) => `${first + 2 * at} 0 R`).join(' ');
  const fonts = '<< /Font << /F1 3 0 R /F2 4 0 R >> >>';
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R /Lang ${quotePdf(info.language)} >>`,
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< /Title ${quotePdf(info.title)} /Author ${quotePdf(info.author)} >>`,
    ...pages.flatMap((page, at) => {
      const content = pageOperators(page);
      const parts = `/Parent 2 0 R /MediaBox [0 0 595 842] /Resources ${fonts} /Contents ${first + 2 * at + 1} 0 R`;
      return [`<< /Type /Page ${parts} >>`, `<< /Length ${content.length} >>\nstream\n${content}\nendstream`];
    }),
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const table = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const end = `trailer\n<< /Size ${size} /Root 1 0 R /Info 5 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  return `${text}xref\n0 ${size}\n0000000000 65535 f \n${table}${end}`;
}
