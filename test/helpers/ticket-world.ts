import { uuidv7 } from 'uuidv7';
import { expect } from 'vitest';
import type { StaffTicket } from '../../contract/entities/staff-ticket.ts';
import type { StaffTicketCommand } from '../../contract/states/staff-ticket.ts';
import type { TicketState } from '../../contract/filter-values.ts';
import { openSyncServer, type Person } from './sync-server.ts';

export const HOUR_MS = 3_600_000;

export const rowOf = (result: { row?: unknown }) => result.row as StaffTicket;

/**
 * Opens a server with the manager Mary, Olga in Mary's team, Anna, who is assigned to Olga, and Timur, Otto and Viktor,
 * who are not in that team.
 */
export async function openTicketWorld() {
  const server = await openSyncServer();
  const mary = await server.manager();
  const olga = await server.consultant({ first_name: 'Olga', responsible_id: mary.id });
  const timur = await server.consultant({ first_name: 'Timur' });
  const other = await server.manager({ first_name: 'Otto' });
  const admin = await server.person({ is_staff: true, is_manager: true, is_superuser: true, first_name: 'Viktor' });
  const anna = await server.person({ first_name: 'Anna', last_name: 'Berg', responsible_id: olga.id });
  let createdToday = 0;

  /**
   * Creates a ticket. A person may create at most fifty tickets a day, so `fresh` advances the clock by a day between
   * tests.
   */
  async function createTicket(more: Record<string, unknown> = {}, author = anna): Promise<string> {
    const id = uuidv7();
    createdToday += 1;
    const fields = { type: 'problem', subject: 'No sound', body: 'The film is silent', attachments: [] };
    const args = { ...fields, previous_id: null, at: server.iso(), ...more };
    expect(await server.send(author, server.op({ kind: 'ticket.create', id, args }))).toMatchObject({ status: 200 });
    return id;
  }
  function fresh(): void {
    if (createdToday <= 30) return;
    server.pass(25 * HOUR_MS);
    createdToday = 0;
  }

  const argsOf: Record<StaffTicketCommand, () => Record<string, unknown>> = {
    take: () => ({}),
    release: () => ({}),
    answer: () => ({ message_id: uuidv7(), body: 'Turn it on', attachments: [] }),
    note: () => ({ message_id: uuidv7(), body: 'a secret' }),
    resolve: () => ({ message_id: uuidv7(), body: 'It was the switch', attachments: [] }),
    reject: () => ({ reason: 'spam', text: '', duplicate_of: null }),
    resume: () => ({}),
    snooze: () => ({ until: server.iso(HOUR_MS) }),
    prioritise: () => ({ priority: 'urgent' }),
  };
  const command = (id: string, name: StaffTicketCommand, more: Record<string, unknown> = {}) =>
    server.op({ kind: `ticket.${name}`, id, args: { ...argsOf[name](), at: server.iso(), ...more } });
  const run = (person: Person, id: string, name: StaffTicketCommand, more = {}) =>
    server.send(person, command(id, name, more));

  async function createTakenTicket(person = olga, author = anna): Promise<string> {
    const id = await createTicket({}, author);
    expect(await run(person, id, 'take')).toMatchObject({ status: 200, row: { access: 'own', state: 'taken' } });
    return id;
  }

  const set = (id: string, change: { state: TicketState; responsible_id?: string | null; closed_at?: string | null }) =>
    server.deps.db.updateTable('tickets').set(change).where('id', '=', id).execute();
  const storedTicket = (id: string) =>
    server.deps.db.selectFrom('tickets').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const pullTicket = async (person: Person, id: string, p0 = 0) =>
    (await server.changes(person, { p0 })).changes.filter(({ c, id: of }) => c === 'staff_tickets' && of === id).at(-1);
  const readMirrored = async (person: Person, id: string) =>
    (await server.snapshot(person, { group: 'p0', limit: 1000 })).body.rows.find(
      ({ c, id: of }) => c === 'staff_tickets' && of === id,
    )?.row as StaffTicket | undefined;

  const names = Object.keys(argsOf) as StaffTicketCommand[];
  const people = { mary, olga, timur, other, admin, anna };
  return {
    server,
    ...people,
    createTicket,
    fresh,
    names,
    command,
    run,
    createTakenTicket,
    set,
    inDb: storedTicket,
    pullTicket,
    readMirrored,
  };
}

export type TicketWorld = Awaited<ReturnType<typeof openTicketWorld>>;
