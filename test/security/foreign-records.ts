import { uuidv7 } from 'uuidv7';
import { inScope } from '../../server/context.ts';
import { makeLink } from '../../server/features/accounts/links.ts';
import { addNotification } from '../../server/features/notifications/add.ts';
import type { PushOp } from '../../contract/sync.ts';
import { ContactOps } from '../helpers/contacts.ts';
import { FlowOps } from '../helpers/flows.ts';
import { LeadOps } from '../helpers/leads.ts';
import { addRecurring } from '../helpers/recurring-donations.ts';
import type { Person, SyncServer } from '../helpers/sync-server.ts';

/** A text in every record that belongs to another user. No response to an attacker may contain it. */
export const CANARY = 'Zugvogel';

/** Kinds of records, one of each in the object matrix (docs/testing.md). */
export const recordKinds = [
  'person',
  'contact',
  'category',
  'task',
  'call',
  'note',
  'donation',
  'recurring',
  'request',
  'ticket',
  'comment',
  'handover',
  'notification',
  'employee',
  'link_request',
  'device',
  'flow',
  'block',
  'view',
] as const;
export type RecordKind = (typeof recordKinds)[number];
export type ForeignRecords = Record<RecordKind, string>;

export interface World {
  records: ForeignRecords;
  /** Callers who can see none of the records. */
  attackers: Record<string, Person>;
}

const cashDonation = {
  donor_name: CANARY,
  amount_cents: 2_000,
  currency: 'USD',
  purpose: 'general',
  purpose_text: '',
  method: 'cash',
  receipt: 'D-7F3A-0001',
  comment: CANARY,
  is_anonymous: false,
  is_no_duplicate: false,
  photo: null,
};

async function runOp(server: SyncServer, person: Person, op: PushOp): Promise<string> {
  const result = await server.send(person, op);
  if (result.status !== 200) throw new Error(`${op.kind} answered ${JSON.stringify(result)}`);
  return op.id;
}

function notificationOf({ deps }: SyncServer, user: Person, contact: string): Promise<string> {
  return inScope(deps, deps.scope, async (context) => {
    const about = { target_id: contact, title: CANARY, person_id: contact, by_id: null, occasion: CANARY };
    await addNotification(context, { ...about, user_id: user.id, kind: 'handover_offered' });
    const row = context.tx.selectFrom('notifications').select('id').where('scope', '=', context.scope);
    return (await row.where('occasion', '=', CANARY).executeTakeFirstOrThrow()).id;
  });
}

/** Creates records of Olga, whose manager is Mary, and callers of every role who have no access to the records. */
export async function openWorld(server: SyncServer): Promise<World> {
  const [contacts, leads] = [new ContactOps(server), new LeadOps(server)];
  const mary = await server.manager();
  const olga = await server.consultant({ last_name: CANARY, responsible_id: mary.id });
  const partner = { partner_since: server.iso(), company: CANARY, partner_note: CANARY, commission_percent: 10 };
  const person = await leads.of(olga, { first_name: CANARY, last_name: CANARY, ...partner });
  const author = await server.person({ first_name: CANARY, responsible_id: olga.id });
  const ticketArgs = { type: 'question', subject: CANARY, body: CANARY, at: server.iso() };
  const extraFields = { attachments: [], previous_id: null };
  const contact = (await contacts.createFor(olga, { first_name: CANARY })).id;
  const flows = new FlowOps(server);
  const flow = (await flows.createFor(olga, { title: CANARY, description: CANARY })).id;
  const send = (by: Person, op: PushOp) => runOp(server, by, op);
  const viewArgs = { table: 'people', name: CANARY, params: { q: CANARY }, position: 0, at: server.iso() };
  const offer = { entity: 'contacts', entity_id: contact, kind: 'contact.edit', title: CANARY, args: {} };
  const records: ForeignRecords = {
    person,
    contact,
    category: await send(olga, contacts.category({ name: CANARY })),
    task: await send(olga, server.task({ title: CANARY })),
    call: await send(olga, contacts.log({ contact_id: contact }, { note: CANARY })),
    note: await send(olga, leads.note(person, CANARY)),
    donation: await send(
      olga,
      server.op({
        kind: 'donation.submit',
        id: uuidv7(),
        args: { ...cashDonation, donor_id: person, paid_at: server.iso(), at: server.iso() },
      }),
    ),
    recurring: await addRecurring(server.deps, olga.id, { started_at: server.iso(), comment: CANARY }),
    request: await send(
      author,
      server.op({ kind: 'ticket.create', id: uuidv7(), args: { ...ticketArgs, ...extraFields } }),
    ),
    ticket: await send(
      olga,
      server.op({
        kind: 'ticket.create_for',
        id: uuidv7(),
        args: { ...ticketArgs, user_id: person, author_name: '', channel: 'phone', priority: 'normal' },
      }),
    ),
    comment: await send(olga, server.comment(CANARY)),
    handover: await send(olga, contacts.op('handover.offer', uuidv7(), { ...offer, at: server.iso() })),
    notification: await notificationOf(server, olga, contact),
    employee: olga.id,
    link_request: await inScope(server.deps, server.deps.scope, async ({ tx, scope, received_at: now }) => {
      const { id } = await makeLink(tx, { scope, user_id: person, kind: 'link_request', now, created_by: olga.id });
      return id;
    }),
    device: olga.device_id,
    flow,
    block: await send(olga, flows.add(flow, { type: 'hero', title: CANARY })),
    view: await send(olga, server.op({ kind: 'saved_view.create', id: uuidv7(), args: viewArgs })),
  };
  // The ticket was taken before the accounts of the attackers existed, so none of them ever saw it in the pool.
  await send(olga, server.op({ kind: 'ticket.take', id: records.request, args: { at: server.iso() } }));
  server.pass(1000);
  const otherManager = await server.manager();
  return {
    records,
    attackers: {
      learner: await server.person(),
      'learner of the same employee': await server.person({ responsible_id: olga.id }),
      colleague: await server.consultant({ responsible_id: mary.id }),
      'consultant of another team': await server.consultant({ responsible_id: otherManager.id }),
      'manager of another team': otherManager,
    },
  };
}
