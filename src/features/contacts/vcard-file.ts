import { splitCards, decodeVcardFile } from './vcard-text.ts';

/** One card of a vCard file, as text without its pictures. */
export interface FileCard {
  text: string;
  /** The part of the file with the photo property. A Blob, so that photos are not in memory until they are needed. */
  photo: Blob | null;
}

/** Number of bytes per read. */
const CHUNK_BYTES = 1024 * 1024;
/** Maximum size of the text of all cards, which is enough for fifty thousand people. */
export const MAX_TEXT_BYTES = 50 * 1024 * 1024;
/** Number of bytes of a line that are needed to recognise its property. */
const HEAD_BYTES = 100;
const LINE_FEED = 10;

/** Thrown if the cards of a file contain too much text. */
export class FileTooLarge extends Error {}

interface FoundCard {
  lines: Uint8Array[];
  photo: { from: number; to: number } | null;
}

/** Decodes each byte as one character. */
const ascii = new TextDecoder('latin1');
const isProperty = (head: string): boolean => /^[a-z0-9-]+(\.[a-z0-9-]+)?[;:]/i.test(head);
const isPhoto = (head: string): boolean => /^([\w-]+\.)?PHOTO[;:]/i.test(head);
const isSkipped = (head: string): boolean => /^([\w-]+\.)?(LOGO|SOUND|KEY)[;:]/i.test(head);
/** A file may start with the byte order mark of UTF-8. */
const isBegin = (head: string): boolean => /^(\u00ef\u00bb\u00bf)?BEGIN:VCARD\s/i.test(`${head} `);

/** Finds the cards in a file that is read piece by piece, so that its pictures never have to be in memory. */
class CardScanner {
  readonly cards: FoundCard[] = [];
  private isAtLineStart = true;
  /** The part to which the current line belongs: to the text of a card, to its photo, or to a part that is skipped. */
  private part: 'text' | 'photo' | 'skipped' = 'skipped';
  private textBytes = 0;

  /**
   * Reads a piece of the file. Returns the bytes at its end, if they are too few to recognise the property of their
   * line.
   */
  read(bytes: Uint8Array, offset: number, isLast: boolean): Uint8Array {
    let at = 0;
    while (at < bytes.length) {
      const lineEnd = bytes.indexOf(LINE_FEED, at);
      if (this.isAtLineStart) {
        if (lineEnd === -1 && bytes.length - at < HEAD_BYTES && !isLast) break;
        this.beginLine(ascii.decode(bytes.subarray(at, at + HEAD_BYTES)), offset + at);
      }
      const next = lineEnd === -1 ? bytes.length : lineEnd + 1;
      this.take(bytes.slice(at, next), offset + next);
      this.isAtLineStart = lineEnd !== -1;
      at = next;
    }
    return bytes.slice(at);
  }

  private beginLine(head: string, offset: number): void {
    if (isBegin(head)) {
      this.cards.push({ lines: [], photo: null });
      this.part = 'text';
      return;
    }
    const card = this.cards.at(-1);
    // Lines without a property continue the previous property.
    if (!card || !isProperty(head)) return;
    this.part = isSkipped(head) ? 'skipped' : 'text';
    if (!isPhoto(head)) return;
    this.part = card.photo === null ? 'photo' : 'skipped';
    card.photo ??= { from: offset, to: offset };
  }

  private take(line: Uint8Array, end: number): void {
    const card = this.cards.at(-1);
    if (card?.photo && this.part === 'photo') card.photo.to = end;
    if (!card || this.part !== 'text') return;
    card.lines.push(line);
    this.textBytes += line.length;
    if (this.textBytes > MAX_TEXT_BYTES) throw new FileTooLarge();
  }
}

function joinParts(parts: readonly Uint8Array[]): ArrayBuffer {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all.buffer;
}

/**
 * Whether lines can be found without decoding the text: not in UTF-16, nor if lines end with a carriage return only.
 */
function hasPlainLines(start: Uint8Array): boolean {
  const isUtf16 = (start[0] === 0xff && start[1] === 0xfe) || (start[0] === 0xfe && start[1] === 0xff);
  return !isUtf16 && start.includes(LINE_FEED);
}

/** Returns the cards of a vCard file. Throws FileTooLarge. */
export async function readCardsOfFile(file: Blob): Promise<FileCard[]> {
  const start = new Uint8Array(await file.slice(0, CHUNK_BYTES).arrayBuffer());
  if (!hasPlainLines(start)) {
    if (file.size > MAX_TEXT_BYTES) throw new FileTooLarge();
    return splitCards(decodeVcardFile(await file.arrayBuffer())).map((text) => ({ text, photo: null }));
  }
  const scanner = new CardScanner();
  let unreadBytes = new Uint8Array(0);
  for (let from = 0; from < file.size; from += CHUNK_BYTES) {
    const chunk = from === 0 ? start : new Uint8Array(await file.slice(from, from + CHUNK_BYTES).arrayBuffer());
    const bytes = new Uint8Array(joinParts([unreadBytes, chunk]));
    unreadBytes = new Uint8Array(scanner.read(bytes, from - unreadBytes.length, from + CHUNK_BYTES >= file.size));
  }
  return scanner.cards.map(({ lines, photo }) => ({
    text: decodeVcardFile(joinParts(lines)).trim(),
    photo: photo && file.slice(photo.from, photo.to),
  }));
}
