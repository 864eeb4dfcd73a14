import type { LandingElement, LandingNode } from '../../../contract/landing/tree.ts';
import { element } from '../../../contract/landing/tree.ts';
import { containsNode } from '../pages/document.ts';

/** The texts that a visitor has entered in a form that could not be sent, and their errors. */
export interface FormState {
  form_id: string;
  message: string;
  /** Entered texts by the name of the field. */
  values: Readonly<Record<string, string>>;
  /** Messages by the name of the field. */
  errors: Readonly<Record<string, string>>;
}

const isElement = (node: LandingNode): node is LandingElement => typeof node !== 'string';

/** Whether an element is the form of a block: it sends the id of the block. */
const isForm = ({ form_id }: FormState, node: LandingElement): boolean =>
  node.tag === 'form' &&
  containsNode(node, ({ attributes }) => attributes['name'] === 'form' && attributes['value'] === form_id);

function withValue(node: LandingElement, value: string): LandingElement {
  if (node.tag === 'textarea') return { ...node, children: [value] };
  const isCheckbox = node.attributes['type'] === 'checkbox';
  if (isCheckbox && value === '') return node;
  return { ...node, attributes: { ...node.attributes, ...(isCheckbox ? { checked: true } : { value }) } };
}

/** Returns the nodes of a field with the entered value and, if the value is invalid, with the error message. */
function fieldNodes(node: LandingElement, { values, errors }: FormState): LandingNode[] {
  const { name, id, type } = node.attributes;
  if (typeof name !== 'string' || type === 'hidden') return [node];
  const value = values[name];
  const filled = value === undefined ? node : withValue(node, value);
  const error = errors[name];
  if (error === undefined) return [filled];
  const errorId = `${String(id ?? name)}-error`;
  const isFirst = Object.keys(errors)[0] === name;
  const marked = { 'aria-invalid': 'true', 'aria-describedby': errorId, ...(isFirst && { autofocus: true as const }) };
  return [
    { ...filled, attributes: { ...filled.attributes, ...marked } },
    element('span', { class: 'error', id: errorId }, [error]),
  ];
}

function withEntries(node: LandingNode, state: FormState): LandingNode[] {
  if (!isElement(node)) return [node];
  if (node.tag === 'input' || node.tag === 'textarea') return fieldNodes(node, state);
  return [{ ...node, children: node.children.flatMap((child) => withEntries(child, state)) }];
}

const alertNode = ({ message }: FormState): LandingElement =>
  element('p', { class: 'alert', role: 'alert' }, [message]);

function withAlert(node: LandingElement, state: FormState): LandingElement {
  if (!isForm(state, node))
    return { ...node, children: node.children.map((child) => (isElement(child) ? withAlert(child, state) : child)) };
  return { ...node, children: [alertNode(state), ...node.children.flatMap((child) => withEntries(child, state))] };
}

/**
 * Returns the tree of a page with the texts that a visitor has entered in one of its forms. The current page may no
 * longer contain the form.
 */
export function withFormState(page: LandingElement, state: FormState): LandingElement {
  if (containsNode(page, (node) => isForm(state, node))) return withAlert(page, state);
  return { ...page, children: [alertNode(state), ...page.children] };
}
