import type { Entry } from '../db/outbox/entry.ts';
import { labelledFields } from '../components/field/field-labels.ts';
import { jsonEqual } from '../../contract/json-equal.ts';

/** One field with two different values. */
export interface ConflictingField {
  field: string;
  mine: unknown;
  theirs: unknown;
  theirs_by: string | null;
  theirs_at: string | null;
  /** Name of the user's other device, if the other version was made there. */
  theirs_device: string | null;
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** Returns the conflicting fields that the server named; empty if it named none. */
export function conflictingFieldsOf(entry: Entry): ConflictingField[] {
  return Object.entries(entry.error?.fields ?? {}).flatMap(([field, value]) => {
    if (typeof value !== 'object' || value === null || !('theirs' in value)) return [];
    const fields: Record<string, unknown> = { ...value };
    const { mine, theirs } = fields;
    const named = { theirs_by: textOf(fields['theirs_by']), theirs_at: textOf(fields['theirs_at']) };
    return [{ field, mine, theirs, ...named, theirs_device: textOf(fields['theirs_device']) }];
  });
}

/** Returns the fields of the write that do not conflict. Resolving the conflict leaves them as they are. */
export function mergedFields(entry: Entry, clashes: readonly ConflictingField[]): string[] {
  return labelledFields(entry.entity, entry.args).filter((field) => !clashes.some((clash) => clash.field === field));
}

export interface Deletion {
  by: string | null;
  at: string | null;
}

/** Returns who deleted the record that this write changes, and when; null if the record was not deleted. */
export function deletionOf(entry: Entry): Deletion | null {
  if (entry.error?.code !== 'record_deleted') return null;
  const { deleted_by, deleted_at } = entry.error.fields ?? {};
  return { by: textOf(deleted_by), at: textOf(deleted_at) };
}

/**
 * Whether the user can resolve the conflict, either by choosing a value for each conflicting field or by deciding
 * whether to restore a deleted record. Without such data from the server, there is nothing to choose.
 */
export function isResolvable(entry: Entry): boolean {
  return entry.state === 'conflict' && (deletionOf(entry) !== null || conflictingFieldsOf(entry).length > 0);
}

/** Author of another version. */
export type VersionAuthor =
  | { kind: 'me'; device: string | null }
  | { kind: 'person'; name: string }
  | { kind: 'somebody' };

export function otherAuthorOf(clash: ConflictingField, me: { user_id: string; user_name: string }): VersionAuthor {
  const { theirs_by: by, theirs_device: device } = clash;
  // The server sends the name of a device only to its owner.
  const isMe = device !== null || by === me.user_id || by === me.user_name;
  if (isMe) return { kind: 'me', device };
  return by === null ? { kind: 'somebody' } : { kind: 'person', name: by };
}

/** Returns the author of the other versions of all fields; `somebody` if they have different authors. */
export function commonAuthorOf(
  clashes: readonly ConflictingField[],
  me: { user_id: string; user_name: string },
): VersionAuthor {
  const all = clashes.map((clash) => otherAuthorOf(clash, me));
  const first = all[0] ?? { kind: 'somebody' };
  const haveSameAuthor = all.every((other) => jsonEqual(other, first));
  if (haveSameAuthor) return first;
  return all.every((other) => other.kind === 'me') ? { kind: 'me', device: null } : { kind: 'somebody' };
}
