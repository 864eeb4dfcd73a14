import { Refused } from '../../contract/errors.ts';
import { z } from '../../contract/zod.ts';

interface JsonSchema {
  type?: string;
  anyOf?: JsonSchema[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
}

/** How the form parts of a field are interpreted. */
interface FieldShape {
  types: ReadonlySet<string>;
  /** Shape of the items, if the field is a list. */
  item: FieldShape | null;
  /** Shapes of the fields, if the field is an object. */
  fields: ReadonlyMap<string, FieldShape>;
  /** For a list of objects: name of the field that gets the value of an item that is a plain string. */
  main: string | null;
}

/** A part of a form: a string, or a value that was sent as JSON. */
export interface FormPart {
  name: string;
  value: unknown;
  isJson: boolean;
}

/**
 * A node of the tree of form parts: the parts with exactly this name, and the nodes of the longer names that begin with
 * it.
 */
interface Node {
  name: string;
  parts: FormPart[];
  children: Map<string, Node>;
}

const MAX_STEPS = 4;

function shapeOf(schema: JsonSchema): FieldShape {
  const alternatives = [schema, ...(schema.anyOf ?? [])];
  const items = alternatives.find((alternative) => alternative.items)?.items;
  const object = alternatives.find((alternative) => alternative.properties);
  return {
    types: new Set(alternatives.flatMap(({ type }) => (type ? [type] : []))),
    item: items ? shapeOf(items) : null,
    fields: shapesIn(object),
    main: object?.required?.[0] ?? null,
  };
}

const shapesIn = (object: JsonSchema | undefined): Map<string, FieldShape> =>
  new Map(Object.entries(object?.properties ?? {}).map(([name, field]) => [name, shapeOf(field)]));

/** Returns the shape of each form field, derived from the schema of the call. */
export const formShapes = (body: z.ZodMiniType | undefined): ReadonlyMap<string, FieldShape> =>
  shapesIn(body && (z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as JsonSchema));

const createRefusal = (name: string, code: 'invalid' | 'unknown') =>
  new Refused('invalid', { [name.slice(0, 200) || 'body']: code });

function parseField(name: string, text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw createRefusal(name, 'invalid');
  }
}

/** Returns the only part of a node. Throws `invalid` if the form contains several parts with its name. */
function singlePart({ name, parts, children }: Node): FormPart {
  const [part] = parts;
  if (!part || parts.length > 1 || children.size > 0) throw createRefusal(name, 'invalid');
  return part;
}

/** A decimal number in the notation that forms send. */
const DECIMAL = /^-?\d{1,15}(\.\d{1,15})?$/;

const booleanOf: Record<string, boolean> = { true: true, '1': true, false: false, '0': false };

function scalarValue(node: Node, shape: FieldShape): unknown {
  const { value, isJson } = singlePart(node);
  if (isJson || typeof value !== 'string') return value;
  if (value === '' && shape.types.has('null')) return null;
  if (shape.types.has('number') && DECIMAL.test(value)) return Number(value);
  return shape.types.has('boolean') ? (booleanOf[value] ?? value) : value;
}

function objectValue(node: Node, shape: FieldShape): unknown {
  if (node.children.size > 0) {
    if (node.parts.length > 0) throw createRefusal(node.name, 'invalid');
    const entries = [...node.children].map(([key, child]) => [key, valueOf(child, shape.fields.get(key))] as const);
    return Object.fromEntries(entries);
  }
  const { name, value, isJson } = singlePart(node);
  if (isJson || typeof value !== 'string') return value;
  return value === '' && shape.types.has('null') ? null : parseField(name, value);
}

/**
 * Returns the items in one part of a list: the items of a JSON array, a single item, or no items if the part is empty.
 */
function itemsIn({ name, value, isJson }: FormPart, { fields, main }: FieldShape): unknown[] {
  const isText = !isJson && typeof value === 'string';
  if (isText && value.trim() === '') return [];
  const isJsonText = isText && (value.startsWith('[') || (main !== null && value.startsWith('{')));
  const read = isJsonText ? parseField(name, value) : value;
  const items: unknown[] = Array.isArray(read) ? read : [read];
  return items.map((item) => (typeof item === 'string' && main !== null && fields.size > 0 ? { [main]: item } : item));
}

function listValue({ parts, children }: Node, item: FieldShape): unknown[] {
  const numberedChildren = [...children].toSorted(([a], [b]) => Number(a) - Number(b));
  return [
    ...parts.flatMap((part) => itemsIn(part, item)),
    ...numberedChildren.flatMap(([key, child]) => {
      if (!/^\d{0,4}$/.test(key)) throw createRefusal(child.name, 'unknown');
      return child.children.size > 0 ? [valueOf(child, item)] : child.parts.flatMap((part) => itemsIn(part, item));
    }),
  ];
}

function valueOf(node: Node, shape: FieldShape | undefined): unknown {
  if (!shape) return singlePart(node).value;
  if (shape.item) return listValue(node, shape.item);
  return shape.types.has('object') ? objectValue(node, shape) : scalarValue(node, shape);
}

/**
 * Splits a name such as `phones[0][number]`, `phones[0].number` or `emails[]` into steps. Any other name is a single
 * step.
 */
function stepsOf(name: string): string[] {
  const [, first, rest = ''] = /^([^[\].]+)((?:\[[^[\]]*\]|\.[^[\].]+)+)$/.exec(name) ?? [];
  if (first === undefined) return [name];
  return [first, ...[...rest.matchAll(/\[([^[\]]*)\]|\.([^[\].]+)/g)].map(([, a, b]) => a ?? b ?? '')];
}

/**
 * Builds the object that the schema of a call expects from the parts of a form. A form contains a list as repeated
 * parts, as numbered names, or as one part with a JSON array; an object as JSON or as named fields; a boolean as true,
 * false, 1 or 0; and a number as decimal digits.
 */
export function formFields(
  parts: readonly FormPart[],
  shapes: ReadonlyMap<string, FieldShape>,
): Record<string, unknown> {
  const root: Node = { name: '', parts: [], children: new Map() };
  for (const part of parts) {
    const steps = shapes.has(part.name) ? [part.name] : stepsOf(part.name);
    const isValidName = steps.length <= MAX_STEPS && !steps.some((step) => step in Object.prototype);
    if (!isValidName || (steps.length > 1 && !shapes.has(steps[0]!))) throw createRefusal(part.name, 'unknown');
    let node = root;
    for (const step of steps) {
      const next = node.children.get(step) ?? { name: part.name, parts: [], children: new Map() };
      node.children.set(step, next);
      node = next;
    }
    node.parts.push(part);
  }
  return Object.fromEntries([...root.children].map(([name, node]) => [name, valueOf(node, shapes.get(name))]));
}
