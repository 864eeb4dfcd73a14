import type { Call } from '../../contract/calls/define.ts';
import { entities } from '../../contract/entities/index.ts';
import { Refused } from '../../contract/errors.ts';
import { jsonEqual } from '../../contract/json-equal.ts';
import { z } from '../../contract/zod.ts';
import type { CallerContext } from '../handlers.ts';
import { rowSources } from '../sync/rows.ts';

type Fields = Record<string, unknown>;

const shapeOf = (schema: z.ZodMiniType | undefined) =>
  ((schema as z.ZodMiniObject | undefined)?.shape ?? {}) as Readonly<Record<string, z.ZodMiniType>>;

/**
 * Takes the fields of the call's own row out of a body that cannot change them. A client may send back the row that it
 * has read; `checkEchoed` compares them with the stored one.
 */
export function takeEchoed(call: Call, body: unknown): Fields | null {
  if (!call.echoes || typeof body !== 'object' || body === null) return null;
  const known = shapeOf(call.body);
  const row = shapeOf(entities[call.echoes].schema);
  const echoed: Fields = {};
  for (const [name, value] of Object.entries(body)) {
    const field = known[name];
    const isOfRow = Object.hasOwn(row, name) && z.safeParse(row[name]!, value).success;
    const isTaken = isOfRow && (!field || (value === null && !z.safeParse(field, null).success));
    if (!isTaken) continue;
    echoed[name] = value;
    delete (body as Fields)[name];
  }
  return Object.keys(echoed).length === 0 ? null : echoed;
}

/** Throws `invalid` with `read_only` for each field that is not as stored. A missing row is the handler's to refuse. */
export async function checkEchoed(context: CallerContext, call: Call, id: string, echoed: Fields): Promise<void> {
  if (!call.echoes) return;
  const row = (await rowSources[call.echoes].one(context, id)) as Fields | null;
  if (!row) return;
  // A form has texts alone.
  const isSame = (name: string, value: unknown) => jsonEqual(row[name], value) || String(row[name]) === value;
  const other = Object.entries(echoed).filter(([name, value]) => !isSame(name, value));
  if (other.length > 0) throw new Refused('invalid', Object.fromEntries(other.map(([name]) => [name, 'read_only'])));
}
