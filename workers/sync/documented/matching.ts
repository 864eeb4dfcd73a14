import type { EntityName } from '../../../contract/entities/stores.ts';
import { jsonEqual } from '../../../contract/json-equal.ts';
import { writeNamed } from '../../../contract/writes/index.ts';
import type { PhoneDb } from '../../../src/db/schema/db.ts';
import { unsettledOps } from './sent-ops.ts';
import { fieldsOf, isObject } from './values.ts';

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  value === false ||
  (Array.isArray(value) && value.length === 0);

/** Arguments that are not fields of the record, or that the API may store in a different form. */
const uncomparedArgs: readonly string[] = ['at', 'consent', 'reminders', 'source', 'color', 'position'];

/**
 * Returns a value in the form in which values are compared: phone numbers as digits, and texts without surrounding
 * spaces.
 */
function toComparable(name: string, value: unknown): unknown {
  if (name === 'phones' && Array.isArray(value))
    return value.map((phone) => String(fieldsOf(phone)['number']).replaceAll(/\D/g, ''));
  return typeof value === 'string' ? value.trim() : value;
}

/**
 * Whether a record has all values of a write, at least one of which is not empty. Values that the API does not store
 * are not compared.
 */
function hasValues(row: Record<string, unknown>, raw: unknown, args: object): boolean {
  const sent = Object.entries(args).filter(([name]) => !uncomparedArgs.includes(name) && name in row);
  const isStored = (name: string) => fieldsOf(raw)[name] !== undefined || !isEmpty(row[name]);
  const compared = sent.filter(([name, value]) => isStored(name) && !(isEmpty(value) && isEmpty(row[name])));
  return (
    compared.length > 0 &&
    compared.every(([name, value]) => jsonEqual(toComparable(name, row[name]), toComparable(name, value)))
  );
}

/** Whether a record may have been created by a write with these arguments. `raw` is the record as the API sent it. */
export function mayBeCreatedBy(row: Record<string, unknown>, raw: unknown, args: unknown, user_id: string): boolean {
  const author = row['author_id'] ?? row['owner_id'] ?? user_id;
  return author === user_id && isObject(args) && hasValues(row, raw, args);
}

/** Writes that were sent and have no known outcome. */
export interface Unsettled {
  /** The arguments of the writes that create a record of the entity. */
  creates: readonly unknown[];
  /** Ids of the records that the other writes change, except those writes about which the user has been asked. */
  changed: ReadonlySet<string>;
}

/**
 * Loads the writes to an entity that were sent and have no known outcome. Records that such writes may have created are
 * not mirrored yet, because each would appear twice, next to its unsent row. The row of a record that such a write
 * changes stays as it is: it may already contain the change, which would then be applied to it a second time.
 */
export async function loadUnsettled(db: PhoneDb, entity: EntityName): Promise<Unsettled> {
  const unsettled = await unsettledOps(db);
  if (unsettled.size === 0) return { creates: [], changed: new Set() };
  const entries = await db.outbox
    .where('op_id')
    .anyOf([...unsettled.keys()])
    .toArray();
  const ownEntries = entries.filter((entry) => entry.entity === entity);
  const isCreate = ({ kind }: { kind: string }) => writeNamed(kind)?.mode === 'create';
  const changed = ownEntries.filter((entry) => !isCreate(entry) && !unsettled.get(entry.op_id)?.asked);
  return {
    creates: ownEntries.filter(isCreate).map(({ args }) => args),
    changed: new Set(changed.map(({ entity_id }) => entity_id)),
  };
}
