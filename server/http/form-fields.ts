import { Refused } from '../../contract/errors.ts';
import { z } from '../../contract/zod.ts';

interface JsonSchema {
  type?: string;
  anyOf?: JsonSchema[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
}

/** How the parts of a field are read. */
interface FieldShape {
  types: ReadonlySet<string>;
  /** Of the items of a list. */
  item: FieldShape | null;
  /** Of the fields of an object. */
  fields: ReadonlyMap<string, FieldShape>;
  /** The field that a bare text stands for, in a list of objects. */
  main: string | null;
}

/** A part of a form: a text, or a value that was sent as JSON. */
export interface FormPart {
  name: string;
  value: unknown;
  isJson: boolean;
}

/** Parts with the same beginning of their names. */
interface Node {
  name: string;
  parts: FormPart[];
  children: Map<string, Node>;
}

const MAX_STEPS = 4;

function shapeOf(schema: JsonSchema): FieldShape {
  const all = [schema, ...(schema.anyOf ?? [])];
  const items = all.find((one) => one.items)?.items;
  const object = all.find((one) => one.properties);
  return {
    types: new Set(all.flatMap(({ type }) => (type ? [type] : []))),
    item: items ? shapeOf(items) : null,
    fields: shapesIn(object),
    main: object?.required?.[0] ?? null,
  };
}

const shapesIn = (object: JsonSchema | undefined): Map<string, FieldShape> =>
  new Map(Object.entries(object?.properties ?? {}).map(([name, field]) => [name, shapeOf(field)]));

/** The shape of each field, derived from the call's schema. */
export const formShapes = (body: z.ZodMiniType | undefined): ReadonlyMap<string, FieldShape> =>
  shapesIn(body && (z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as JsonSchema));

const refused = (name: string, code: 'invalid' | 'unknown') =>
  new Refused('invalid', { [name.slice(0, 200) || 'body']: code });

function parsed(name: string, text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw refused(name, 'invalid');
  }
}

/** The only part of a node. Throws for a name sent twice. */
function single({ name, parts, children }: Node): FormPart {
  const [part] = parts;
  if (!part || parts.length > 1 || children.size > 0) throw refused(name, 'invalid');
  return part;
}

const flags: Record<string, boolean> = { true: true, '1': true, false: false, '0': false };

function scalar(node: Node, shape: FieldShape): unknown {
  const { value, isJson } = single(node);
  if (isJson || typeof value !== 'string') return value;
  if (value === '' && shape.types.has('null')) return null;
  return shape.types.has('boolean') ? (flags[value] ?? value) : value;
}

function object(node: Node, shape: FieldShape): unknown {
  if (node.children.size > 0) {
    if (node.parts.length > 0) throw refused(node.name, 'invalid');
    const entries = [...node.children].map(([key, child]) => [key, valueOf(child, shape.fields.get(key))] as const);
    return Object.fromEntries(entries);
  }
  const { name, value, isJson } = single(node);
  if (isJson || typeof value !== 'string') return value;
  return value === '' && shape.types.has('null') ? null : parsed(name, value);
}

/** The items that a part of a list holds: a JSON array, one item, or none in an empty text. */
function itemsIn({ name, value, isJson }: FormPart, { fields, main }: FieldShape): unknown[] {
  const isText = !isJson && typeof value === 'string';
  if (isText && value.trim() === '') return [];
  const isWritten = isText && (value.startsWith('[') || (main !== null && value.startsWith('{')));
  const read = isWritten ? parsed(name, value) : value;
  const items: unknown[] = Array.isArray(read) ? read : [read];
  return items.map((item) => (typeof item === 'string' && main !== null && fields.size > 0 ? { [main]: item } : item));
}

function list({ parts, children }: Node, item: FieldShape): unknown[] {
  const numbered = [...children].toSorted(([a], [b]) => Number(a) - Number(b));
  return [
    ...parts.flatMap((part) => itemsIn(part, item)),
    ...numbered.flatMap(([key, child]) => {
      if (!/^\d{0,4}$/.test(key)) throw refused(child.name, 'unknown');
      return child.children.size > 0 ? [valueOf(child, item)] : child.parts.flatMap((part) => itemsIn(part, item));
    }),
  ];
}

function valueOf(node: Node, shape: FieldShape | undefined): unknown {
  if (!shape) return single(node).value;
  if (shape.item) return list(node, shape.item);
  return shape.types.has('object') ? object(node, shape) : scalar(node, shape);
}

/** `phones[0][number]`, `phones[0].number` and `emails[]` as steps. Any other name is one step. */
function stepsOf(name: string): string[] {
  const [, first, rest = ''] = /^([^[\].]+)((?:\[[^[\]]*\]|\.[^[\].]+)+)$/.exec(name) ?? [];
  if (first === undefined) return [name];
  return [first, ...[...rest.matchAll(/\[([^[\]]*)\]|\.([^[\].]+)/g)].map(([, a, b]) => a ?? b ?? '')];
}

/**
 * Builds the object that a call's schema expects from the parts of a form. Lists are repeated parts, numbered names, or
 * one part with a JSON array; objects are JSON or named fields; flags are true, false, 1 or 0.
 */
export function formFields(
  parts: readonly FormPart[],
  shapes: ReadonlyMap<string, FieldShape>,
): Record<string, unknown> {
  const root: Node = { name: '', parts: [], children: new Map() };
  for (const part of parts) {
    const steps = shapes.has(part.name) ? [part.name] : stepsOf(part.name);
    const isKnown = steps.length <= MAX_STEPS && !steps.some((step) => step in Object.prototype);
    if (!isKnown || (steps.length > 1 && !shapes.has(steps[0]!))) throw refused(part.name, 'unknown');
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
