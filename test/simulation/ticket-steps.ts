import { mayRunStaffCommand } from '../../contract/states/staff-ticket.ts';
import { ticketMachine, type TicketCommand } from '../../contract/states/ticket.ts';
import { rejectReasons } from '../../contract/values.ts';
import { priorities } from '../../contract/filter-values.ts';
import { makePhoto } from './contact-steps.ts';
import { deviceTime, type SimTab } from './sim-tab.ts';
import type { World } from './world.ts';
import type { SaveWrite } from './write-steps.ts';

/** Adds a photo to some messages, whose writes then wait for the upload. */
function withPhoto({ chance }: World) {
  if (!chance.happens(0.15)) return { attachments: [], files: [] };
  const file = makePhoto(chance);
  const sent = { sha256: file.sha256, mime: 'image/png' as const, bytes: file.data.byteLength };
  return { attachments: [sent], files: [file] };
}

/** Runs a random step of a person on their own tickets. */
export async function requestStep(world: World, tab: SimTab, write: SaveWrite): Promise<void> {
  const { chance } = world;
  const { store, db } = tab.phone;
  const own = await db.tickets.orderBy('created_at').toArray();
  const at = deviceTime(tab);
  const body = `help ${chance.below(1e6)}`;
  const { attachments, files } = withPhoto(world);
  if (own.length === 0 || chance.happens(0.15)) {
    const about = { type: 'problem', subject: 'No sound', previous_id: null } as const;
    await write('ticket.create', store.newId(), { ...about, body, attachments, at }, { files });
    return;
  }
  const { id, state } = chance.pick(own.slice(0, 4));
  const isOffered = (name: TicketCommand) => ticketMachine.commands[name].from.includes(state);
  const what = chance.pickAllowed({ reply: 5, cancel: 0.5, close: 2, reopen: 3, rate: 2 }, isOffered);
  if (what === 'reply')
    await write('ticket.reply', id, { message_id: store.newId(), body, attachments, at }, { files });
  if (what === 'cancel') await write('ticket.cancel', id, { reason: '', at });
  if (what === 'close') await write('ticket.close', id, { at });
  if (what === 'reopen') await write('ticket.reopen', id, { at });
  if (what === 'rate') await write('ticket.rate', id, { stars: 1 + chance.below(5), comment: '', at });
}

async function createTicketForPerson(world: World, tab: SimTab, write: SaveWrite): Promise<void> {
  const { store, db } = tab.phone;
  const people = (await db.people.orderBy('id').toArray()).filter(({ has_login }) => has_login);
  if (people.length === 0) return;
  const { id: user_id, first_name: author_name } = world.chance.pick(people);
  const about = { type: 'question', subject: 'By phone', channel: 'phone', priority: 'normal' } as const;
  const body = `asked ${world.chance.below(1e6)}`;
  await write('ticket.create_for', store.newId(), { user_id, author_name, ...about, body, at: deviceTime(tab) });
}

const messageWeights = { answer: 4, note: 2, resolve: 1.5, message: 1 };
const commandWeights = { take: 3, release: 0.7, reject: 0.5, resume: 1, snooze: 0.7, prioritise: 0.7 };

/** Runs a random step of an employee on other people's tickets. */
export async function ticketStep(world: World, tab: SimTab, write: SaveWrite): Promise<void> {
  const { chance } = world;
  const { store, db } = tab.phone;
  const tickets = (await db.staff_tickets.orderBy('id').toArray()).filter(({ access }) => access !== 'other');
  if (tickets.length === 0 || chance.happens(0.07)) return createTicketForPerson(world, tab, write);
  const ticket = chance.pick(tickets.slice(0, 4));
  const { id } = ticket;
  const isOffered = (name: keyof typeof messageWeights | keyof typeof commandWeights) =>
    mayRunStaffCommand(ticket, name === 'message' ? 'answer' : name);
  const what = chance.pickAllowed({ ...messageWeights, ...commandWeights }, isOffered);
  const at = deviceTime(tab);
  const message = { message_id: store.newId(), body: `words ${chance.below(1e6)}`, at };
  const { attachments, files } = withPhoto(world);
  if (what === 'answer' || what === 'resolve')
    await write(`ticket.${what}`, id, { ...message, attachments }, { files });
  if (what === 'note' || what === 'message') await write(`ticket.${what}`, id, message);
  if (what === 'take' || what === 'release' || what === 'resume') await write(`ticket.${what}`, id, { at });
  const reason = chance.pick(rejectReasons.filter((rejectReason) => rejectReason !== 'duplicate'));
  if (what === 'reject') await write('ticket.reject', id, { reason, text: 'said so', duplicate_of: null, at });
  const until = new Date(store.now() + 3_600_000).toISOString();
  if (what === 'snooze') await write('ticket.snooze', id, { until: chance.happens(0.7) ? until : null, at });
  if (what === 'prioritise') await write('ticket.prioritise', id, { priority: chance.pick(priorities), at });
  return undefined;
}
