import { DomUtils, parseDocument } from 'htmlparser2';

export type Element = NonNullable<ReturnType<typeof DomUtils.findOne>>;
type Root = Element | ReturnType<typeof parseDocument>;

/** Returns a name without its namespace prefix, because books use various prefixes for the same namespace. */
export const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

export const parseXml = (text: string): Root => parseDocument(text, { xmlMode: true });

/** Parses a chapter. HTML entities and the self-closing tags of XML are both accepted. */
export const parseChapter = (text: string): Root =>
  parseDocument(text, { recognizeSelfClosing: true, lowerCaseTags: false, lowerCaseAttributeNames: false });

/** Returns all elements with the given local name, in document order. */
export const findAll = (root: Root, name: string): Element[] =>
  DomUtils.findAll((element) => localName(element.name).toLowerCase() === name, root.children);

export const findFirst = (root: Root, name: string): Element | undefined => findAll(root, name)[0];

export const childrenOf = (root: Element): Element[] =>
  root.children.filter((node): node is Element => node.type === 'tag');

/** Returns an attribute by its local name. */
export function attributeOf(element: Element, name: string): string | undefined {
  const key = Object.keys(element.attribs).find((key) => localName(key) === name);
  return key === undefined ? undefined : element.attribs[key];
}

/** Returns the text of an element as a single line. */
export const singleLineText = (element: Element | undefined): string =>
  element ? DomUtils.textContent(element).replaceAll(/\s+/g, ' ').trim() : '';
