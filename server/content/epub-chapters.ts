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

interface PlacedImage {
  index: number;
  width: number;
  height: number;
}

/**
 * The images of a book, without duplicates. They are shown in <img>, where an SVG can neither run nor fetch anything.
 */
export class EpubImages {
  readonly list: BookPicture[] = [];
  readonly bytes: Uint8Array[] = [];
  readonly #added = new Map<string, PlacedImage | null>();

  /** Adds an image and returns its index and size; null if its bytes are not an image. */
  add(name: string, data: Uint8Array | undefined): PlacedImage | null {
    const added = this.#added.get(name);
    if (added !== undefined) return added;
    const shown = data ? this.#store(data) : null;
    this.#added.set(name, shown);
    return shown;
  }

  #store(data: Uint8Array): PlacedImage | null {
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

interface ChapterContext {
  files: EpubFiles;
  pictures: EpubImages;
  /** Path of a chapter -> its index. */
  numbers: ReadonlyMap<string, number>;
  path: string;
}

/** Replaces an element by the image, or by a <span> without one. */
function replaceWithImage(element: Element, shown: PlacedImage | null, alt: string): void {
  element.children = [];
  element.name = shown ? 'img' : 'span';
  if (!shown) {
    element.attribs = { title: alt };
    return;
  }
  const { index, width, height } = shown;
  element.attribs = { 'data-picture': String(index), alt, width: String(width), height: String(height) };
}

function replaceImage(
  element: Element,
  href: string | undefined,
  alt: string,
  { files, pictures, path }: ChapterContext,
): void {
  const target = href === undefined ? null : pathFrom(path, href);
  replaceWithImage(element, target && pictures.add(target.path, files.get(target.path)), alt);
}

/** Replaces an inline SVG by an image; one that only wraps a photo by that photo. */
function replaceSvg(svg: Element, desk: ChapterContext): void {
  const alt = lineIn(first(svg, 'title')) || attribute(svg, 'aria-label') || '';
  const [image] = all(svg, 'image');
  if (image) return replaceImage(svg, attribute(image, 'href'), alt, desk);
  svg.attribs['xmlns'] ??= 'http://www.w3.org/2000/svg';
  const source = DomUtils.getOuterHTML(svg, { xmlMode: true });
  replaceWithImage(svg, desk.pictures.add(`${desk.path}#${source}`, new TextEncoder().encode(source)), alt);
}

function rewriteLink(link: Element, { path, numbers }: ChapterContext): void {
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

function readChapter(item: Item, book: EpubPackage, desk: ChapterContext): BookChapter {
  const { lang, dir } = book;
  if (item.type.startsWith('image/')) {
    const shown = desk.pictures.add(item.path, desk.files.get(item.path));
    const html = shown
      ? `<img data-picture="${shown.index}" alt="" width="${shown.width}" height="${shown.height}">`
      : '';
    return { title: '', html, lang, dir, length: 0 };
  }
  const root = parseChapter(textAt(desk.files, item.path));
  const [page, body] = [first(root, 'html'), first(root, 'body')];
  const shownIn = body ?? page ?? root;
  for (const svg of all(shownIn, 'svg')) replaceSvg(svg, desk);
  for (const img of all(shownIn, 'img'))
    if (attribute(img, 'data-picture') === undefined)
      replaceImage(img, attribute(img, 'src'), attribute(img, 'alt') ?? '', desk);
  for (const link of all(shownIn, 'a')) rewriteLink(link, desk);
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

/** Converts the chapters to sanitised HTML and collects their images. */
export function readChapters(files: EpubFiles, book: EpubPackage): { chapters: BookChapter[]; pictures: EpubImages } {
  const numbers = new Map(book.spine.map(({ path }, index) => [path, index]));
  const pictures = new EpubImages();
  const chapters = book.spine.map((item) => readChapter(item, book, { files, pictures, numbers, path: item.path }));
  return { chapters, pictures };
}
