import { isSafeTag, safeAttributes, voidTags } from '../../../contract/landing/safe.ts';
import type { LandingNode } from '../../../contract/landing/tree.ts';

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;' };

/** Escapes a text for HTML, also for the value of an attribute. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => entities[character]!);

/**
 * Prints a node of a page as HTML, with exactly the same result as React. Leaves out tags and attributes that pages
 * never contain.
 */
export function printHtml(node: LandingNode): string {
  if (typeof node === 'string') return escapeHtml(node);
  const { tag, children } = node;
  if (!isSafeTag(tag)) return '';
  const attributes = safeAttributes(node)
    .map(([name, value]) => ` ${name}="${value === true ? '' : escapeHtml(value)}"`)
    .join('');
  return voidTags.has(tag)
    ? `<${tag}${attributes}/>`
    : `<${tag}${attributes}>${children.map(printHtml).join('')}</${tag}>`;
}
