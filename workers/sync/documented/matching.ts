import type { EntityName } from '../../../contract/entities/stores.ts';
import { jsonEqual } from '../../../contract/json-equal.ts';
import { writeNamed } from '../../../contract/writes/index.ts';
import type { PhoneDb } from '../../../src/db/schema/db.ts';
import { sentOps } from './sent-ops.ts';
import { fieldsOf, isObject } from './values.ts';

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  value === false ||
  (Array.isArray(value) && value.length === 0);

/** Arguments that are not fields of the record, or that the API may store in another form. */
const notCompared: readonly string[] = ['at', 'consent', 'reminders', 'source', 'color', 'position'];

/** Phone numbers are compared by their digits and texts without their outer spaces. */
function comparable(name: string, value: unknown): unknown {
  if (name === 'phones' && Array.isArray(value))
    return value.map((phone) => String(fieldsOf(phone)['number']).replaceAll(/\D/g, ''));
  return typeof value === 'string' ? value.trim() : value;
}

/**
 * Whether a record has all the values of a write, and at least one that is not empty. A value that the API does not
 * store is not compared.
 */
function hasValues(row: Record<string, unknown>, raw: unknown, args: object): boolean {
  const sent = Object.entries(args).filter(([name]) => !notCompared.includes(name) && name in row);
  const isStored = (name: string) => fieldsOf(raw)[name] !== undefined || !isEmpty(row[name]);
  const compared = sent.filter(([name, value]) => isStored(name) && !(isEmpty(value) && isEmpty(row[name])));
  return (
    compared.length > 0 &&
    compared.every(([name, value]) => jsonEqual(comparable(name, row[name]), comparable(name, value)))
  );
}

/** Whether a record may be the one that a write with these arguments created. `raw` is the record as the API sent it. */
export function mayBeCreated(row: Record<string, unknown>, raw: unknown, args: unknown, user_id: string): boolean {
  const author = row['author_id'] ?? row['owner_id'] ?? user_id;
  return author === user_id && isObject(args) && hasValues(row, raw, args);
}

/**
 * Returns the arguments of the writes that create a record of this entity, were sent, and have no known outcome. What
 * they may have created is not mirrored yet: it would be a second record beside the unsent one.
 */
export async function doubtfulCreates(db: PhoneDb, entity: EntityName): Promise<unknown[]> {
  const sent = await sentOps(db);
  if (sent.length === 0) return [];
  const entries = await db.outbox.where('op_id').anyOf(sent).toArray();
  const creates = entries.filter((entry) => entry.entity === entity && writeNamed(entry.kind)?.mode === 'create');
  return creates.map(({ args }) => args);
}
