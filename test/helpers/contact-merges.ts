import type { Contact } from '../../contract/entities/contact.ts';
import type { PushOp } from '../../contract/sync.ts';
import { contactArgs, ContactOps } from './contacts.ts';
import { openSyncServer } from './sync-server.ts';

export type Fields = Partial<Contact>;

const fieldsOf = (contact: Fields): Fields =>
  Object.fromEntries(Object.entries(contact).filter(([name]) => name in contactArgs));

const pick = (contact: Contact, fields: Fields): Fields =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, contact[name as keyof Contact]]));

/** Returns the merge of a contact into another contact, as sent by a device that has both contacts. */
export function mergeOp(
  ops: ContactOps,
  kept: Contact,
  other: Contact,
  fields: Fields = {},
  more: Record<string, unknown> = {},
): PushOp {
  const { merged_ids = [] } = other;
  const [base, source] = [pick(kept, fields), fieldsOf(other)];
  return ops.op('contact.merge', kept.id, {
    ...{ source_id: other.id, merged_ids, fields, base, source, at: ops.server.iso() },
    ...more,
  });
}

/** Returns the write that undoes a merge. `fields` are the old values of the fields that the merge changed. */
export const unmergeOp = (ops: ContactOps, kept: Contact, other: Contact, fields: Fields = {}): PushOp =>
  ops.op('contact.unmerge', kept.id, {
    ...{ source_id: other.id, merged_ids: other.merged_ids ?? [], fields, at: ops.server.iso() },
  });

/** Opens a server with Carl, a consultant who merges his contacts, and his manager Mary. */
export async function openMergeWorld() {
  const server = await openSyncServer();
  const ops = new ContactOps(server);
  const mary = await server.manager({ last_name: 'Manager' });
  const carl = await server.consultant({ responsible_id: mary.id });

  /** Creates two contacts of Carl. */
  async function createPair(first: Fields = {}, second: Fields = {}): Promise<[Contact, Contact]> {
    return [await ops.createFor(carl, first), await ops.createFor(carl, second)];
  }

  /** Returns the rows of an entity that a new device of Carl would get. */
  async function readMirrored<Row>(entity: string): Promise<Map<string, Row>> {
    const { changes } = await server.changes(carl, { p0: 0, p1: 0, p2: 0, p3: 0, limit: 1000 });
    return new Map(changes.flatMap(({ c, op, id, row }) => (c === entity && op === 'put' ? [[id, row as Row]] : [])));
  }

  const contactOf = async (id: string): Promise<Contact | undefined> =>
    (await readMirrored<Contact>('contacts')).get(id);

  /** Logs a call to a contact and returns the id of the call. */
  async function logCall(contact_id: string): Promise<string> {
    const op = ops.log({ contact_id });
    const { status } = await server.send(carl, op);
    if (status !== 200) throw new Error(`the call was refused with ${status}`);
    return op.id;
  }

  /** Returns the contact of a logged call. */
  const contactOfCall = async (id: string) =>
    (await readMirrored<{ contact_id: string }>('interactions')).get(id)?.contact_id;

  return { server, ops, mary, carl, createPair, readMirrored, contactOf, logCall, contactOfCall };
}
