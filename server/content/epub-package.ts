import {
  checkReadable,
  hasAppleFixedLayout,
  packagePath,
  resolveHref,
  readText,
  decodeText,
  InvalidBook,
  type EpubFiles,
} from './epub-files.ts';
import {
  findAll,
  attributeOf,
  childrenOf,
  findFirst,
  singleLineText,
  localName,
  parseXml,
  type Element,
} from './epub-xml.ts';

export interface ManifestItem {
  path: string;
  type: string;
  properties: string;
}

/** An entry of the table of contents whose chapter is not resolved yet. */
export interface UnresolvedTocEntry {
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
  spine: ManifestItem[];
  cover: string | null;
  contents: UnresolvedTocEntry[];
}

const MAX_TOC_LINES = 2000;

function navLines(list: Element | undefined, file: string, depth: number): UnresolvedTocEntry[] {
  if (!list) return [];
  return childrenOf(list).flatMap((item) => {
    const parts = childrenOf(item);
    const label = parts.find(({ name }) => /^(a|span)$/i.test(localName(name)));
    const target = label && resolveHref(file, attributeOf(label, 'href') ?? '#');
    const ownLine = target ? [{ title: singleLineText(label), depth, ...target }] : [];
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

function ncxLines(parent: Element, file: string, depth: number): UnresolvedTocEntry[] {
  return childrenOf(parent)
    .filter(({ name }) => localName(name) === 'navPoint')
    .flatMap((point) => {
      const parts = childrenOf(point);
      const content = parts.find(({ name }) => localName(name) === 'content');
      const target = resolveHref(file, (content && attributeOf(content, 'src')) ?? '#');
      const title = singleLineText(parts.find(({ name }) => localName(name) === 'navLabel'));
      return [...(target ? [{ title, depth, ...target }] : []), ...ncxLines(point, file, depth + 1)];
    });
}

/**
 * Reads the table of contents, which is a nav document in EPUB 3 and an NCX in EPUB 2. Returns an empty list if the
 * book has neither.
 */
function contentsOf(files: EpubFiles, items: ReadonlyMap<string, ManifestItem>): UnresolvedTocEntry[] {
  const nav = [...items.values()].find(({ properties }) => /\bnav\b/.test(properties));
  const navFile = nav && files.get(nav.path);
  if (nav && navFile) {
    const navs = findAll(parseXml(decodeText(navFile)), 'nav');
    const toc = navs.find((element) => attributeOf(element, 'type') === 'toc') ?? navs[0];
    const lines = navLines(toc && findFirst(toc, 'ol'), nav.path, 0);
    if (lines.length > 0) return lines;
  }
  const ncx = [...items.values()].find(({ type }) => type === 'application/x-dtbncx+xml');
  const ncxFile = ncx && files.get(ncx.path);
  const map = ncxFile && findFirst(parseXml(decodeText(ncxFile)), 'navmap');
  return ncx && map ? ncxLines(map, ncx.path, 0) : [];
}

function coverOf(root: Element, items: ReadonlyMap<string, ManifestItem>): string | null {
  const coverItem = [...items.values()].find(({ properties }) => /\bcover-image\b/.test(properties));
  const epub2Cover = findAll(root, 'meta').find((meta) => attributeOf(meta, 'name') === 'cover');
  const cover = coverItem ?? items.get((epub2Cover && attributeOf(epub2Cover, 'content')) ?? '');
  return cover?.type.startsWith('image/') ? cover.path : null;
}

/** Reads the package document. Throws InvalidBook with the reason. */
export function readEpubPackage(files: EpubFiles): EpubPackage {
  checkReadable(files);
  const file = packagePath(files);
  const root = findFirst(parseXml(readText(files, file)), 'package');
  if (!root) throw new InvalidBook(`is broken: ${file} is not a package document`);
  const metas = findAll(root, 'meta');
  const isPrePaginated = (meta: Element) =>
    attributeOf(meta, 'property') === 'rendition:layout' && singleLineText(meta) === 'pre-paginated';
  const items = new Map<string, ManifestItem>();
  for (const item of findAll(root, 'item')) {
    const target = resolveHref(file, attributeOf(item, 'href') ?? '');
    const [type = '', properties = ''] = [attributeOf(item, 'media-type'), attributeOf(item, 'properties')];
    if (target) items.set(attributeOf(item, 'id') ?? '', { path: target.path, type, properties });
  }
  const list = findFirst(root, 'spine');
  const spine = (list ? findAll(list, 'itemref') : [])
    .map((one) => items.get(attributeOf(one, 'idref') ?? ''))
    .filter((item) => item !== undefined);
  if (spine.length === 0) throw new InvalidBook('is broken: it lists no chapters');
  const missing = spine.find(({ path }) => !files.has(path));
  if (missing) throw new InvalidBook(`is broken: it does not contain its chapter ${missing.path}`);
  return {
    title: singleLineText(findFirst(root, 'title')),
    author: findAll(root, 'creator').map(singleLineText).filter(Boolean).join(', '),
    lang: singleLineText(findFirst(root, 'language')),
    dir: list && attributeOf(list, 'page-progression-direction') === 'rtl' ? 'rtl' : 'ltr',
    isFixed: metas.some(isPrePaginated) || hasAppleFixedLayout(files),
    spine,
    cover: coverOf(root, items),
    contents: contentsOf(files, items).slice(0, MAX_TOC_LINES),
  };
}
