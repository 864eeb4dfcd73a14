import type { Call } from '../../contract/api-calls/define.ts';
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
 * Removes from a body those fields of the call's row that the call cannot change, and returns them; null if there are
 * none. A client may therefore send back an entire row that it has read. `checkEchoedFields` compares the removed
 * fields with the stored row.
 */
export function takeEchoedFields(call: Call, body: unknown): Fields | null {
  if (!call.echoes || typeof body !== 'object' || body === null) return null;
  const bodyShape = shapeOf(call.body);
  const row = shapeOf(entities[call.echoes].schema);
  // The success text and the calculated fields of a response are not fields of the row.
  const calculatedFields = Object.keys(shapeOf(call.reply)).filter((name) => !Object.hasOwn(row, name));
  for (const name of [...calculatedFields, ...(call.success ? ['message'] : [])])
    if (!Object.hasOwn(bodyShape, name)) delete (body as Fields)[name];
  const echoed: Fields = {};
  for (const [name, value] of Object.entries(body)) {
    const field = bodyShape[name];
    const isRowField = Object.hasOwn(row, name) && z.safeParse(row[name]!, value).success;
    const isEchoed = isRowField && (!field || (value === null && !z.safeParse(field, null).success));
    if (!isEchoed) continue;
    echoed[name] = value;
    delete (body as Fields)[name];
  }
  return Object.keys(echoed).length === 0 ? null : echoed;
}

/**
 * Throws `invalid`, with `read_only` for each field that differs from the stored row. Does nothing if there is no row,
 * because the handler refuses the call.
 */
export async function checkEchoedFields(context: CallerContext, call: Call, id: string, echoed: Fields): Promise<void> {
  if (!call.echoes) return;
  const row = (await rowSources[call.echoes].one(context, id)) as Fields | null;
  if (!row) return;
  // The fields of a form are strings, so each value is also compared with the stored value as a string.
  const equalsStored = (name: string, value: unknown) => jsonEqual(row[name], value) || String(row[name]) === value;
  const changed = Object.entries(echoed).filter(([name, value]) => !equalsStored(name, value));
  if (changed.length > 0)
    throw new Refused('invalid', Object.fromEntries(changed.map(([name]) => [name, 'read_only'])));
}
