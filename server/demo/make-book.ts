import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { strToU8, zipSync, type Zippable } from 'fflate';
import { marked } from 'marked';
import { createPdf } from './pdf.ts';

// Builds the demo books from their sources: `npm run demo:books`. The output is committed.

interface BookNote {
  id: string;
  title: string;
  author: string;
  language: string;
  /** Absent for an EPUB. */
  format?: 'pdf';
}

const here = import.meta.dirname;
const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Converts Markdown to XHTML, closing the tags that the library `marked` leaves open. */
const xhtml = (markdown: string) =>
  marked.parse(markdown, { async: false }).replaceAll(/<(img|hr|br)([^>]*?)\s*\/?>/g, '<$1$2/>');

const page = (title: string, lang: string, body: string) => `<?xml version="1.0" encoding="UTF-8"?>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="${lang}" xml:lang="${lang}">
<head><title>${escapeXml(title)}</title></head><body>${body}</body></html>`;

const titleOf = (markdown: string) => /^# (.+)$/m.exec(markdown)?.[1] ?? '';

function packageOf({ id, title, author, language }: BookNote, chapters: string[], pictures: string[]): string {
  const items = chapters.map((name) => `<item id="${name}" href="${name}.xhtml" media-type="application/xhtml+xml"/>`);
  const pictureItems = pictures.map((name) => {
    const isCover = name === 'cover.svg' ? ' properties="cover-image"' : '';
    return `<item id="p-${name.replace('.svg', '')}" href="${name}" media-type="image/svg+xml"${isCover}/>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="${language}">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">urn:uuid:${id}</dc:identifier>
<dc:title>${escapeXml(title)}</dc:title><dc:creator>${escapeXml(author)}</dc:creator><dc:language>${language}</dc:language>
<meta property="dcterms:modified">2026-01-01T00:00:00Z</meta></metadata>
<manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
${[...items, ...pictureItems].join('\n')}</manifest>
<spine>${chapters.map((name) => `<itemref idref="${name}"/>`).join('')}</spine></package>`;
}

async function writePdf(slug: string, note: BookNote, texts: readonly string[]): Promise<void> {
  const pages = texts.map((text) => {
    const [, ...paragraphs] = text.trim().split(/\n\n+/);
    return { title: titleOf(text), lines: paragraphs.flatMap((line) => [line.replaceAll('\n', ' '), '']) };
  });
  const pdf = createPdf(note, pages);
  await writeFile(join(here, 'content/books', `${slug}.pdf`), pdf, 'latin1');
  process.stdout.write(`${slug}.pdf: ${pdf.length} bytes, ${pages.length} pages\n`);
}

async function build(slug: string): Promise<void> {
  const dir = join(here, 'books', slug);
  const note = JSON.parse(await readFile(join(dir, 'book.json'), 'utf8')) as BookNote;
  const names = (await readdir(dir)).toSorted((a, b) => a.localeCompare(b, 'en'));
  const pictures = names.filter((name) => name.endsWith('.svg'));
  const chapters = names.filter((name) => name.endsWith('.md')).map((name) => name.replace('.md', ''));
  const texts = await Promise.all(chapters.map((name) => readFile(join(dir, `${name}.md`), 'utf8')));
  if (note.format === 'pdf') return writePdf(slug, note, texts);
  const lines = texts.map((text, at) => `<li><a href="${chapters[at]}.xhtml">${escapeXml(titleOf(text))}</a></li>`);
  const nav = `<nav epub:type="toc" id="toc"><h1>Contents</h1><ol>${lines.join('')}</ol></nav>`;
  const container = `<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="EPUB/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`;
  const files: Zippable = {
    // The entry `mimetype` comes first and is not compressed, so that the file type can be detected from the first
    // bytes.
    mimetype: [strToU8('application/epub+zip'), { level: 0 }],
    'META-INF/container.xml': strToU8(container),
    'EPUB/book.opf': strToU8(packageOf(note, chapters, pictures)),
    'EPUB/nav.xhtml': strToU8(page('Contents', note.language, nav)),
  };
  for (const [at, text] of texts.entries())
    files[`EPUB/${chapters[at]}.xhtml`] = strToU8(page(titleOf(text), note.language, xhtml(text)));
  for (const name of pictures) files[`EPUB/${name}`] = await readFile(join(dir, name));
  const epub = zipSync(files, { level: 9, mtime: new Date(2026, 0, 1) });
  await writeFile(join(here, 'content/books', `${slug}.epub`), epub);
  process.stdout.write(`${slug}.epub: ${epub.length} bytes, ${chapters.length} chapters\n`);
}

for (const slug of (await readdir(join(here, 'books'))).toSorted((a, b) => a.localeCompare(b, 'en'))) await build(slug);
