import { DomUtils, parseDocument } from 'htmlparser2';

export type Element = NonNullable<ReturnType<typeof DomUtils.findOne>>;
type Root = Element | ReturnType<typeof parseDocument>;

/** A name without its prefix: files name the same namespace in many ways. */
export const local = (name: string): string => name.slice(name.indexOf(':') + 1);

export const parseXml = (text: string): Root => parseDocument(text, { xmlMode: true });

/** Chapters: HTML's entities and XML's closed tags alike. */
export const parseChapter = (text: string): Root =>
  parseDocument(text, { recognizeSelfClosing: true, lowerCaseTags: false, lowerCaseAttributeNames: false });

/** Every element of that local name, in order. */
export const all = (root: Root, name: string): Element[] =>
  DomUtils.findAll((element) => local(element.name).toLowerCase() === name, root.children);

export const first = (root: Root, name: string): Element | undefined => all(root, name)[0];

export const childrenOf = (root: Element): Element[] =>
  root.children.filter((node): node is Element => node.type === 'tag');

/** An attribute by its local name. */
export function attribute(element: Element, name: string): string | undefined {
  const key = Object.keys(element.attribs).find((key) => local(key) === name);
  return key === undefined ? undefined : element.attribs[key];
}

/** Text of an element in one line. */
export const lineIn = (element: Element | undefined): string =>
  element ? DomUtils.textContent(element).replaceAll(/\s+/g, ' ').trim() : '';
