import { imageSize } from 'image-size';
import { DomUtils } from 'htmlparser2';
import sanitizeHtml from 'sanitize-html';
import { bookTags } from '../../contract/book-html.ts';
import type { BookChapter, BookPicture } from '../../contract/book-pack.ts';
import { pathFrom, textAt, type EpubFiles } from './epub-files.ts';
import type { EpubPackage, Item } from './epub-package.ts';
import { all, attribute, first, lineIn, local, parseChapter, type Element } from './epub-xml.ts';

const div = sanitizeHtml.simpleTransform('div', {});

const allowed: sanitizeHtml.IOptions = {
  allowedTags: Object.keys(bookTags),
  allowedAttributes: Object.fromEntries(Object.entries(bookTags).map(([tag, names]) => [tag, [...names]])),
  allowedSchemes: ['https', 'mailto'],
  allowProtocolRelative: false,
  transformTags: { article: div, main: div, header: div, footer: div, nav: div, center: div, address: div },
  nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'title', 'annotation', 'annotation-xml'],
};

const mimes: Record<string, string> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  svg: 'image/svg+xml',
};

interface Shown {
  index: number;
  width: number;
  height: number;
}

/** The pictures of a book, each once. They are shown as pictures alone: nothing in an SVG runs or fetches there. */
export class Pictures {
  readonly list: BookPicture[] = [];
  readonly bytes: Uint8Array[] = [];
  readonly #known = new Map<string, Shown | null>();

  /** Null for what is no picture, judged by its own bytes. */
  take(name: string, data: Uint8Array | undefined): Shown | null {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const shown = data ? this.#add(data) : null;
    this.#known.set(name, shown);
    return shown;
  }

  #add(data: Uint8Array): Shown | null {
    try {
      const { type = '', width, height } = imageSize(data);
      const mime = mimes[type];
      if (!mime) return null;
      this.list.push({ mime, bytes: data.length });
      this.bytes.push(data);
      return { index: this.list.length - 1, width: Math.round(width), height: Math.round(height) };
    } catch {
      return null;
    }
  }
}

interface Desk {
  files: EpubFiles;
  pictures: Pictures;
  /** Path of a chapter -> its number. */
  numbers: ReadonlyMap<string, number>;
  path: string;
}

/** Makes an element the picture, or plain text where there is none. */
function show(element: Element, shown: Shown | null, alt: string): void {
  element.children = [];
  element.name = shown ? 'img' : 'span';
  if (!shown) {
    element.attribs = { title: alt };
    return;
  }
  const { index, width, height } = shown;
  element.attribs = { 'data-picture': String(index), alt, width: String(width), height: String(height) };
}

function showImage(element: Element, href: string | undefined, alt: string, { files, pictures, path }: Desk): void {
  const target = href === undefined ? null : pathFrom(path, href);
  show(element, target && pictures.take(target.path, files.get(target.path)), alt);
}

/** A drawing becomes a picture; one that only frames a photo becomes that photo. */
function showSvg(svg: Element, desk: Desk): void {
  const alt = lineIn(first(svg, 'title')) || attribute(svg, 'aria-label') || '';
  const [image] = all(svg, 'image');
  if (image) return showImage(svg, attribute(image, 'href'), alt, desk);
  svg.attribs['xmlns'] ??= 'http://www.w3.org/2000/svg';
  const source = DomUtils.getOuterHTML(svg, { xmlMode: true });
  show(svg, desk.pictures.take(`${desk.path}#${source}`, new TextEncoder().encode(source)), alt);
}

function pointLink(link: Element, { path, numbers }: Desk): void {
  const href = attribute(link, 'href');
  const target = href === undefined ? null : pathFrom(path, href);
  const chapter = target ? numbers.get(target.path) : undefined;
  if (target && chapter !== undefined) link.attribs['href'] = `#${chapter}/${target.anchor}`;
  else if (target) delete link.attribs['href'];
  const { name } = link.attribs;
  if (name !== undefined) link.attribs['id'] ??= name;
}

function dirOf(elements: readonly (Element | undefined)[], otherwise: 'ltr' | 'rtl'): 'ltr' | 'rtl' {
  const named = elements.map((one) => one && attribute(one, 'dir')).find((dir) => dir === 'rtl' || dir === 'ltr');
  return named === 'rtl' || named === 'ltr' ? named : otherwise;
}

function langOf(elements: readonly (Element | undefined)[], otherwise: string): string {
  return elements.map((one) => one && attribute(one, 'lang')).find((lang) => lang !== undefined) ?? otherwise;
}

function readChapter(item: Item, book: EpubPackage, desk: Desk): BookChapter {
  const { lang, dir } = book;
  if (item.type.startsWith('image/')) {
    const shown = desk.pictures.take(item.path, desk.files.get(item.path));
    const html = shown
      ? `<img data-picture="${shown.index}" alt="" width="${shown.width}" height="${shown.height}">`
      : '';
    return { title: '', html, lang, dir, length: 0 };
  }
  const root = parseChapter(textAt(desk.files, item.path));
  const [page, body] = [first(root, 'html'), first(root, 'body')];
  const shownIn = body ?? page ?? root;
  for (const svg of all(shownIn, 'svg')) showSvg(svg, desk);
  for (const img of all(shownIn, 'img'))
    if (attribute(img, 'data-picture') === undefined)
      showImage(img, attribute(img, 'src'), attribute(img, 'alt') ?? '', desk);
  for (const link of all(shownIn, 'a')) pointLink(link, desk);
  const html = sanitizeHtml(DomUtils.getInnerHTML(shownIn), allowed).trim();
  const heading = DomUtils.findOne(({ name }) => /^h[1-6]$/i.test(local(name)), shownIn.children) ?? undefined;
  const title = lineIn(heading) || lineIn(first(root, 'title'));
  const length = sanitizeHtml(html, { allowedTags: [], allowedAttributes: {} }).length;
  const [pageTag, bodyTag] = [page, body];
  return {
    title: title.slice(0, 300),
    html,
    lang: langOf([bodyTag, pageTag], lang),
    dir: dirOf([bodyTag, pageTag], dir),
    length,
  };
}

/** The chapters as clean HTML, and the pictures that they show. */
export function readChapters(files: EpubFiles, book: EpubPackage): { chapters: BookChapter[]; pictures: Pictures } {
  const numbers = new Map(book.spine.map(({ path }, index) => [path, index]));
  const pictures = new Pictures();
  const chapters = book.spine.map((item) => readChapter(item, book, { files, pictures, numbers, path: item.path }));
  return { chapters, pictures };
}
