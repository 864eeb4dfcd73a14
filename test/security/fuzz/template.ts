import type { CallerKind } from '../callers.ts';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** A part of a multipart body: a text, or a file. */
export interface FuzzPart {
  name: string;
  text: string;
  filename?: string;
  type?: string;
}

export type FuzzBody =
  | { as: 'none' }
  | { as: 'json'; value: Json }
  | { as: 'form'; fields: [string, string][] }
  | { as: 'parts'; parts: FuzzPart[]; flaw?: PartsFlaw }
  | { as: 'text'; type: string; text: string };

/** Ways in which a multipart body can be defective. */
export const partsFlaws = ['no_end', 'other_boundary', 'no_boundary', 'no_name', 'no_blank_line', 'cut'] as const;
export type PartsFlaw = (typeof partsFlaws)[number];

/**
 * A request in which ids, times and large values are placeholders such as `<own:contact>`. The request is therefore
 * small, can be stored, and has the same meaning for every set of records.
 */
export interface FuzzRequest {
  /** Name of the call, or `push` and the name of the write. */
  route: string;
  by: CallerKind;
  method: string;
  path: string;
  query: [string, string][];
  headers: Record<string, string>;
  body: FuzzBody;
}

/** Returns the text for a placeholder. `kind` and `argument` are its parts, such as `own` and `contact`. */
export type PlaceholderLookup = (kind: string, argument: string) => string;

const placeholderPattern = /<(own|foreign|missing|new|phone|at|file|token|big|deep|list)(?::([^<>]*))?>/g;
const quotedPlaceholderPattern = /"<(big|deep|list|raw):([^<>"]*)>"/g;

/** Writes large values, and values that JSON.stringify cannot write. */
const written: Record<string, (argument: string) => string> = {
  big: (length) => JSON.stringify('x'.repeat(Number(length))),
  deep: (levels) => `${'{"a":'.repeat(Number(levels))}1${'}'.repeat(Number(levels))}`,
  list: (length) => `[${Array.from({ length: Number(length) }, () => '1').join(',')}]`,
  raw: (text) => text,
};

/** Replaces the placeholders of a text. */
export function fillText(text: string, lookup: PlaceholderLookup): string {
  if (!text.includes('<')) return text;
  return text.replace(placeholderPattern, (_, kind: string, argument = '') => {
    if (kind === 'big') return 'x'.repeat(Number(argument));
    if (kind === 'deep' || kind === 'list') return written[kind]!(argument);
    return lookup(kind, argument);
  });
}

const isLarge = (text: string) => /^<(big|deep|list|raw):[^<>"]*>$/.test(text);

/** Serializes a value as JSON and replaces its placeholders. */
export function fillJson(value: Json, lookup: PlaceholderLookup): string {
  const text = JSON.stringify(value, (_, item: unknown) =>
    typeof item === 'string' && !isLarge(item) ? fillText(item, lookup) : item,
  );
  return text.replace(quotedPlaceholderPattern, (_, kind: string, argument: string) => written[kind]!(argument));
}

const BOUNDARY = '----haversack';

function head({ name, filename, type }: FuzzPart, flaw: PartsFlaw | undefined): string {
  const disposition = flaw === 'no_name' ? 'form-data' : `form-data; name="${name}"`;
  const file = filename === undefined ? '' : `; filename="${filename}"`;
  const kind = type === undefined ? '' : `Content-Type: ${type}\r\n`;
  return `Content-Disposition: ${disposition}${file}\r\n${kind}${flaw === 'no_blank_line' ? '' : '\r\n'}`;
}

function multipart(parts: readonly FuzzPart[], flaw: PartsFlaw | undefined, lookup: PlaceholderLookup) {
  const chunks = parts.map((part) => `--${BOUNDARY}\r\n${head(part, flaw)}${fillText(part.text, lookup)}\r\n`);
  const text = chunks.join('') + (flaw === 'no_end' ? '' : `--${BOUNDARY}--\r\n`);
  const boundary = { no_boundary: '', other_boundary: '; boundary=other' }[flaw as string];
  return {
    type: `multipart/form-data${boundary ?? `; boundary=${BOUNDARY}`}`,
    // Files are Latin-1 strings, in which each character is one byte.
    payload: Buffer.from(flaw === 'cut' ? text.slice(0, text.length / 2) : text, 'latin1'),
  };
}

/** Returns the bytes of a body and their content type. */
export function fillBody(body: FuzzBody, lookup: PlaceholderLookup): { type?: string; payload?: string | Buffer } {
  switch (body.as) {
    case 'none':
      return {};
    case 'json':
      return { type: 'application/json', payload: fillJson(body.value, lookup) };
    case 'text': {
      const text = fillText(body.text, lookup);
      return { type: body.type, payload: body.type.includes('octet') ? Buffer.from(text, 'latin1') : text };
    }
    case 'form': {
      const fields = body.fields.map(([name, value]): [string, string] => [name, fillText(value, lookup)]);
      return { type: 'application/x-www-form-urlencoded', payload: new URLSearchParams(fields).toString() };
    }
    case 'parts':
      return multipart(body.parts, body.flaw, lookup);
  }
}
