import { t } from '@lingui/core/macro';
import { i18n } from '@lingui/core';
import type { PhoneDb } from '../../db/schema/db.ts';
import type { Entry } from '../../db/outbox/entry.ts';
import { writeLabel } from './write-label.tsx';

/** The reason why an outbox entry waits: another unsent write, or the upload of its own file. */
export type Blocker = { kind: 'write'; entry: Entry } | { kind: 'file' };

/** Returns the reason why an entry waits; null if it does not wait. `all` are the unsent entries. */
export function blockerOf(entry: Entry, all: readonly Entry[]): Blocker | null {
  if (entry.state !== 'waiting_dep') return null;
  const other = all.find(({ op_id }) => entry.deps.includes(op_id));
  if (other) return { kind: 'write', entry: other };
  return (entry.blobs?.length ?? 0) > 0 ? { kind: 'file' } : null;
}

/** Reads from the outbox why an entry waits; null if it does not wait. */
export async function savedBlocker(db: PhoneDb, entry: Entry): Promise<Blocker | null> {
  const others = entry.deps.length > 0 ? await db.outbox.where('op_id').anyOf(entry.deps).toArray() : [];
  return blockerOf(entry, others);
}

/**
 * Returns the label of a blocker, such as "contact Anna" or "photo". Call while rendering, because the label depends on
 * the active language.
 */
export function blockerLabel(blocker: Blocker): string {
  if (blocker.kind === 'file') return t({ message: 'photo', context: 'Waiting for: photo' });
  const { kind, title } = blocker.entry;
  const name = title;
  if (kind === 'contact.create' && title !== '') return t`contact ${name}`;
  if (kind === 'contact_category.create' && title !== '') return t`category ${name}`;
  const what = i18n._(writeLabel(kind));
  return title === '' ? what : `${what}: ${title}`;
}
