import { imageSize } from 'image-size';
import { DomUtils } from 'htmlparser2';
import sanitizeHtml from 'sanitize-html';
import { bookTags } from '../../contract/book-html.ts';
import type { BookChapter, BookPicture } from '../../contract/book-pack.ts';
import { resolveHref, readText, type EpubFiles } from './epub-files.ts';
import type { EpubPackage, ManifestItem } from './epub-package.ts';
import { findAll, attributeOf, findFirst, singleLineText, localName, parseChapter, type Element } from './epub-xml.ts';

const div = sanitizeHtml.simpleTransform('div', {});

const sanitizerOptions: sanitizeHtml.IOptions = {
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
 * The images of a book, without duplicates. The page shows them in <img> elements, in which an SVG can neither run
 * scripts nor fetch anything.
 */
export class EpubImages {
  readonly list: BookPicture[] = [];
  readonly bytes: Uint8Array[] = [];
  readonly #added = new Map<string, PlacedImage | null>();

  /** Adds an image and returns its index and size. Returns null if the file is missing or is not an image. */
  add(name: string, data: Uint8Array | undefined): PlacedImage | null {
    const added = this.#added.get(name);
    if (added !== undefined) return added;
    const placed = data ? this.#store(data) : null;
    this.#added.set(name, placed);
    return placed;
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
  /** Maps the path of each chapter to its index. */
  numbers: ReadonlyMap<string, number>;
  path: string;
}

/** Replaces an element with the image, or with a <span> if there is no image. */
function replaceWithImage(element: Element, image: PlacedImage | null, alt: string): void {
  element.children = [];
  element.name = image ? 'img' : 'span';
  if (!image) {
    element.attribs = { title: alt };
    return;
  }
  const { index, width, height } = image;
  element.attribs = { 'data-picture': String(index), alt, width: String(width), height: String(height) };
}

function replaceImage(
  element: Element,
  href: string | undefined,
  alt: string,
  { files, pictures, path }: ChapterContext,
): void {
  const target = href === undefined ? null : resolveHref(path, href);
  replaceWithImage(element, target && pictures.add(target.path, files.get(target.path)), alt);
}

/** Replaces an inline SVG with an image. If the SVG only wraps a photo, it is replaced with that photo. */
function replaceSvg(svg: Element, context: ChapterContext): void {
  const alt = singleLineText(findFirst(svg, 'title')) || attributeOf(svg, 'aria-label') || '';
  const [image] = findAll(svg, 'image');
  if (image) return replaceImage(svg, attributeOf(image, 'href'), alt, context);
  svg.attribs['xmlns'] ??= 'http://www.w3.org/2000/svg';
  const source = DomUtils.getOuterHTML(svg, { xmlMode: true });
  replaceWithImage(svg, context.pictures.add(`${context.path}#${source}`, new TextEncoder().encode(source)), alt);
}

function rewriteLink(link: Element, { path, numbers }: ChapterContext): void {
  const href = attributeOf(link, 'href');
  const target = href === undefined ? null : resolveHref(path, href);
  const chapter = target ? numbers.get(target.path) : undefined;
  if (target && chapter !== undefined) link.attribs['href'] = `#${chapter}/${target.anchor}`;
  else if (target) delete link.attribs['href'];
  const { name } = link.attribs;
  if (name !== undefined) link.attribs['id'] ??= name;
}

function dirOf(elements: readonly (Element | undefined)[], fallback: 'ltr' | 'rtl'): 'ltr' | 'rtl' {
  const declared = elements
    .map((element) => element && attributeOf(element, 'dir'))
    .find((dir) => dir === 'rtl' || dir === 'ltr');
  return declared === 'rtl' || declared === 'ltr' ? declared : fallback;
}

function langOf(elements: readonly (Element | undefined)[], fallback: string): string {
  return (
    elements.map((element) => element && attributeOf(element, 'lang')).find((lang) => lang !== undefined) ?? fallback
  );
}

function readChapter(item: ManifestItem, book: EpubPackage, context: ChapterContext): BookChapter {
  const { lang, dir } = book;
  if (item.type.startsWith('image/')) {
    const image = context.pictures.add(item.path, context.files.get(item.path));
    const html = image
      ? `<img data-picture="${image.index}" alt="" width="${image.width}" height="${image.height}">`
      : '';
    return { title: '', html, lang, dir, length: 0 };
  }
  const root = parseChapter(readText(context.files, item.path));
  const [page, body] = [findFirst(root, 'html'), findFirst(root, 'body')];
  const content = body ?? page ?? root;
  for (const svg of findAll(content, 'svg')) replaceSvg(svg, context);
  for (const img of findAll(content, 'img'))
    if (attributeOf(img, 'data-picture') === undefined)
      replaceImage(img, attributeOf(img, 'src'), attributeOf(img, 'alt') ?? '', context);
  for (const link of findAll(content, 'a')) rewriteLink(link, context);
  const html = sanitizeHtml(DomUtils.getInnerHTML(content), sanitizerOptions).trim();
  const heading = DomUtils.findOne(({ name }) => /^h[1-6]$/i.test(localName(name)), content.children) ?? undefined;
  const title = singleLineText(heading) || singleLineText(findFirst(root, 'title'));
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

/** Converts the chapters of a book to sanitised HTML and collects their images. */
export function readChapters(files: EpubFiles, book: EpubPackage): { chapters: BookChapter[]; pictures: EpubImages } {
  const numbers = new Map(book.spine.map(({ path }, index) => [path, index]));
  const pictures = new EpubImages();
  const chapters = book.spine.map((item) => readChapter(item, book, { files, pictures, numbers, path: item.path }));
  return { chapters, pictures };
}
