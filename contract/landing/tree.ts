/** A node of a page: a text or an element. Texts are plain; printing or rendering a node escapes them. */
export type LandingNode = string | LandingElement;

/** An element of a page. Attributes have HTML's names; `true` stands for an attribute without a value. */
export interface LandingElement {
  tag: string;
  attributes: Readonly<Record<string, string | true>>;
  children: readonly LandingNode[];
}

/** Creates an element, leaving out attributes without a value and empty children. */
export function element(
  tag: string,
  attributes: Readonly<Record<string, string | boolean | null | undefined>>,
  children: readonly (LandingNode | null | false | undefined)[] = [],
): LandingElement {
  const given = Object.entries(attributes).filter(
    (entry): entry is [string, string | true] => entry[1] !== null && entry[1] !== undefined && entry[1] !== false,
  );
  return {
    tag,
    attributes: Object.fromEntries(given),
    children: children.filter((child): child is LandingNode => Boolean(child)),
  };
}
