import {
  checkReadable,
  isFixedForApple,
  packagePath,
  pathFrom,
  textAt,
  textOf,
  InvalidBook,
  type EpubFiles,
} from './epub-files.ts';
import { all, attribute, childrenOf, first, lineIn, localName, parseXml, type Element } from './epub-xml.ts';

export interface Item {
  path: string;
  type: string;
  properties: string;
}

/** An entry of the table of contents whose chapter is not resolved yet. */
export interface TocLine {
  title: string;
  depth: number;
  path: string;
  anchor: string;
}

export interface EpubPackage {
  title: string;
  author: string;
  lang: string;
  dir: 'ltr' | 'rtl';
  /** Whether the book has a fixed layout. */
  isFixed: boolean;
  /** The chapters in reading order. */
  spine: Item[];
  cover: string | null;
  contents: TocLine[];
}

const MAX_TOC_LINES = 2000;

function navLines(list: Element | undefined, file: string, depth: number): TocLine[] {
  if (!list) return [];
  return childrenOf(list).flatMap((item) => {
    const parts = childrenOf(item);
    const label = parts.find(({ name }) => /^(a|span)$/i.test(localName(name)));
    const target = label && pathFrom(file, attribute(label, 'href') ?? '#');
    const ownLine = target ? [{ title: lineIn(label), depth, ...target }] : [];
    return [
      ...ownLine,
      ...navLines(
        parts.find(({ name }) => localName(name) === 'ol'),
        file,
        depth + 1,
      ),
    ];
  });
}

function ncxLines(parent: Element, file: string, depth: number): TocLine[] {
  return childrenOf(parent)
    .filter(({ name }) => localName(name) === 'navPoint')
    .flatMap((point) => {
      const parts = childrenOf(point);
      const content = parts.find(({ name }) => localName(name) === 'content');
      const target = pathFrom(file, (content && attribute(content, 'src')) ?? '#');
      const title = lineIn(parts.find(({ name }) => localName(name) === 'navLabel'));
      return [...(target ? [{ title, depth, ...target }] : []), ...ncxLines(point, file, depth + 1)];
    });
}

/**
 * Reads the table of contents, which is a nav document in EPUB 3 and an NCX in EPUB 2. Returns an empty list if the
 * book has neither.
 */
function contentsOf(files: EpubFiles, items: ReadonlyMap<string, Item>): TocLine[] {
  const nav = [...items.values()].find(({ properties }) => /\bnav\b/.test(properties));
  const navFile = nav && files.get(nav.path);
  if (nav && navFile) {
    const navs = all(parseXml(textOf(navFile)), 'nav');
    const toc = navs.find((one) => attribute(one, 'type') === 'toc') ?? navs[0];
    const lines = navLines(toc && first(toc, 'ol'), nav.path, 0);
    if (lines.length > 0) return lines;
  }
  const ncx = [...items.values()].find(({ type }) => type === 'application/x-dtbncx+xml');
  const ncxFile = ncx && files.get(ncx.path);
  const map = ncxFile && first(parseXml(textOf(ncxFile)), 'navmap');
  return ncx && map ? ncxLines(map, ncx.path, 0) : [];
}

function coverOf(root: Element, items: ReadonlyMap<string, Item>): string | null {
  const named = [...items.values()].find(({ properties }) => /\bcover-image\b/.test(properties));
  const old = all(root, 'meta').find((meta) => attribute(meta, 'name') === 'cover');
  const cover = named ?? items.get((old && attribute(old, 'content')) ?? '');
  return cover?.type.startsWith('image/') ? cover.path : null;
}

/** Reads the package document. Throws InvalidBook with the reason. */
export function readPackage(files: EpubFiles): EpubPackage {
  checkReadable(files);
  const file = packagePath(files);
  const root = first(parseXml(textAt(files, file)), 'package');
  if (!root) throw new InvalidBook(`is broken: ${file} is not a package document`);
  const metas = all(root, 'meta');
  const isPrePaginated = (meta: Element) =>
    attribute(meta, 'property') === 'rendition:layout' && lineIn(meta) === 'pre-paginated';
  const items = new Map<string, Item>();
  for (const item of all(root, 'item')) {
    const target = pathFrom(file, attribute(item, 'href') ?? '');
    const [type = '', properties = ''] = [attribute(item, 'media-type'), attribute(item, 'properties')];
    if (target) items.set(attribute(item, 'id') ?? '', { path: target.path, type, properties });
  }
  const list = first(root, 'spine');
  const spine = (list ? all(list, 'itemref') : [])
    .map((one) => items.get(attribute(one, 'idref') ?? ''))
    .filter((item) => item !== undefined);
  if (spine.length === 0) throw new InvalidBook('is broken: it lists no chapters');
  const missing = spine.find(({ path }) => !files.has(path));
  if (missing) throw new InvalidBook(`is broken: it does not contain its chapter ${missing.path}`);
  return {
    title: lineIn(first(root, 'title')),
    author: all(root, 'creator').map(lineIn).filter(Boolean).join(', '),
    lang: lineIn(first(root, 'language')),
    dir: list && attribute(list, 'page-progression-direction') === 'rtl' ? 'rtl' : 'ltr',
    isFixed: metas.some(isPrePaginated) || isFixedForApple(files),
    spine,
    cover: coverOf(root, items),
    contents: contentsOf(files, items).slice(0, MAX_TOC_LINES),
  };
}
