// Old phones write vCard 2.1, with quoted-printable text in any charset and with unnamed parameters. This module
// converts it to 3.0.

/** Decodes a file: UTF-8 or UTF-16, else windows-1251. */
export function decodeVcardFile(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes);
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1251').decode(bytes);
  }
}

/** Returns the cards of a vCard file. A truncated last card is returned as it is. */
export function splitCards(text: string): string[] {
  return text
    .split(/^(?=BEGIN:VCARD\s*$)/im)
    .map((part) => part.trim())
    .filter((part) => /^BEGIN:VCARD/i.test(part));
}

export const isCompleteCard = (card: string): boolean => /^END:VCARD\s*$/im.test(card);

const isQuoted = (head: string): boolean => /quoted-printable/i.test(head);
const headOf = (line: string): string => line.slice(0, Math.max(0, line.indexOf(':')));

/** Joins lines that are continued by a leading space or, in quoted-printable, by a trailing "=". */
function unfoldedLines(card: string): string[] {
  const unfolded: string[] = [];
  for (const line of card.split(/\r\n|\r|\n/)) {
    const last = unfolded.at(-1);
    if (last !== undefined && last.endsWith('=') && isQuoted(headOf(last))) {
      unfolded[unfolded.length - 1] = last.slice(0, -1) + line.replace(/^[ \t]/, '');
    } else if (last !== undefined && /^[ \t]/.test(line)) {
      unfolded[unfolded.length - 1] = last + line.slice(1);
    } else {
      unfolded.push(line);
    }
  }
  return unfolded;
}

/**
 * Whether the import needs a line. It does not need pictures, sounds or keys, nor lines without a property, which
 * continue a skipped property.
 */
const isNeeded = (line: string): boolean =>
  /^[A-Za-z0-9-]+([;:]|\.[A-Za-z0-9-]+[;:])/.test(line) && !/^([\w-]+\.)?(PHOTO|LOGO|SOUND|KEY|AGENT)[;:]/i.test(line);

function decodedQuoted(value: string, charset: string): string {
  const bytes: number[] = [];
  const encoder = new TextEncoder();
  for (const part of value.split(/(=[0-9A-Fa-f]{2})/)) {
    if (/^=[0-9A-Fa-f]{2}$/.test(part)) bytes.push(Number.parseInt(part.slice(1), 16));
    else bytes.push(...encoder.encode(part));
  }
  const data = new Uint8Array(bytes);
  try {
    return new TextDecoder(charset).decode(data);
  } catch {
    return new TextDecoder().decode(data);
  }
}

const escapeText = (text: string): string =>
  text
    .replace(/\r\n|\r|\n/g, '\\n')
    .replace(/(?<!\\),/g, '\\,')
    .replace(/(?<!\\);/g, '\\;');

const structuredProperties = ['N', 'ADR', 'ORG'];
const encodings = /^(ENCODING=.*|QUOTED-PRINTABLE|BASE64|B|8BIT|7BIT|CHARSET=.*)$/i;

/** Converts one property of a card to vCard 3.0. */
function toVersion3(line: string): string {
  const colon = line.indexOf(':');
  const [name = '', ...params] = line.slice(0, colon).split(';');
  const value = line.slice(colon + 1);
  if (name.toUpperCase() === 'VERSION') return 'VERSION:3.0';
  const charset = /charset="?([\w-]+)/i.exec(headOf(line))?.[1] ?? 'utf-8';
  const decodePart = (part: string): string => (isQuoted(headOf(line)) ? decodedQuoted(part, charset) : part);
  const keptParams = params
    .filter((param) => !encodings.test(param))
    .map((param) => (param.includes('=') ? param : `TYPE=${param}`));
  const parts = structuredProperties.includes(name.toUpperCase()) ? value.split(/(?<!\\);/) : [value];
  return `${[name, ...keptParams].join(';')}:${parts.map((part) => escapeText(decodePart(part))).join(';')}`;
}

/** Returns a card as vCard 3.0 or 4.0 with one property per line and no groups. */
export function upgradeCard(card: string): string {
  const lines = unfoldedLines(card)
    .filter(isNeeded)
    .map((line) => line.replace(/^[\w-]+\.(?=[A-Za-z])/, ''));
  const isVersion2 = !lines.some((line) => /^VERSION:[34]/i.test(line)) || lines.some((line) => isQuoted(headOf(line)));
  const isBeginOrEnd = (line: string): boolean => /^(BEGIN|END):/i.test(line);
  const body = lines.filter((line) => !isBeginOrEnd(line)).map((line) => (isVersion2 ? toVersion3(line) : line));
  const version = body.find((line) => /^VERSION:/i.test(line)) ?? 'VERSION:3.0';
  return ['BEGIN:VCARD', version, ...body.filter((line) => line !== version), 'END:VCARD'].join('\r\n');
}
