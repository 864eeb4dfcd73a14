import { createElement, type ReactNode } from 'react';
import { isSafeTag, safeAttributes, voidTags } from '../../../contract/landing/safe.ts';
import type { LandingNode } from '../../../contract/landing/tree.ts';

/** Attributes that have a different name in React than in HTML. */
const reactNames: Partial<Record<string, string>> = {
  autocomplete: 'autoComplete',
  autofocus: 'autoFocus',
  class: 'className',
  datetime: 'dateTime',
  fetchpriority: 'fetchPriority',
  for: 'htmlFor',
  inputmode: 'inputMode',
  maxlength: 'maxLength',
  srcset: 'srcSet',
  tabindex: 'tabIndex',
};

function elementOf(node: LandingNode): ReactNode {
  if (typeof node === 'string') return node;
  if (!isSafeTag(node.tag)) return null;
  const props = Object.fromEntries(safeAttributes(node).map(([name, value]) => [reactNames[name] ?? name, value]));
  return voidTags.has(node.tag)
    ? createElement(node.tag, props)
    : createElement(node.tag, props, ...node.children.map(elementOf));
}

/** Renders a node of a landing page as React elements, as visitors see it. */
export function LandingView({ node }: { node: LandingNode }) {
  return elementOf(node);
}
