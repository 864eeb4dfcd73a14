import type { Contact, ContactEditArgs } from '../../../contract/entities/contact.ts';
import { contactName } from '../../components/contact/contact-labels.ts';
import type { Draft } from '../../db/outbox/outbox.ts';
import { savedSyncStatus } from '../../db/queries/status.ts';
import type { Store } from '../../db/schema/store.ts';
import { iso } from '../../lib/ports.ts';
import type { LoggedCall } from './actions.ts';

/** Returns the write that gives the changed fields of a contact their earlier values. */
function restoreContact(contact: Contact, args: ContactEditArgs): Draft<'contact.edit'> {
  const fields = Object.keys(args) as (keyof ContactEditArgs & keyof Contact)[];
  const before: ContactEditArgs = Object.fromEntries(fields.map((field) => [field, contact[field]]));
  return { kind: 'contact.edit', id: contact.id, args: before, title: contactName(contact) };
}

/** Returns the writes that revert a logged interaction whose writes have been sent. */
function revertingDrafts({ drafts, contact }: LoggedCall, now: { at: string; clock_offset_ms: number }): Draft[] {
  const idsOf = (wanted: Draft['kind']): Set<string> =>
    new Set(drafts.filter(({ kind }) => kind === wanted).map(({ id }) => id));
  const [created, finished] = [idsOf('task.create'), idsOf('task.finish')];
  const { at } = now;
  return drafts.flatMap(({ kind, id, title = '', args }): Draft[] => {
    const reopen: Draft = { kind: 'task.reopen', id, args: { at }, title };
    const cancel: Draft = { kind: 'task.cancel', id, args: { ...now, reason: '' }, title };
    switch (kind) {
      case 'interaction.log':
        return [{ kind: 'interaction.delete', id, args: { at }, title }];
      case 'contact.edit':
        return contact ? [restoreContact(contact, args as ContactEditArgs)] : [];
      case 'task.create':
        // A completed task cannot be cancelled, so it is reopened first.
        return finished.has(id) ? [reopen, cancel] : [cancel];
      case 'task.finish':
        return created.has(id) ? [] : [reopen];
      default:
        return [];
    }
  });
}

/**
 * Undoes a logged interaction and its effects: deletes the unsent writes or, if they have been sent, queues the writes
 * that revert them.
 */
export async function undoLoggedCall(store: Store, logged: LoggedCall): Promise<void> {
  if (await store.undo(logged.op_id)) return;
  const { clock_offset_ms } = await savedSyncStatus(store.db);
  await store.writeAll(revertingDrafts(logged, { at: iso(store.now()), clock_offset_ms: Math.round(clock_offset_ms) }));
}
