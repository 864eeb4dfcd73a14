import { uuidv7 } from 'uuidv7';
import type { TicketState, TicketType } from '../../contract/values.ts';
import type { Tx } from '../db/tables.ts';

interface DemoTicket {
  type: TicketType;
  subject: string;
  state: TicketState;
  days_ago: number;
  /** In turn: the learner, then the consultant. */
  said: readonly string[];
}

const demoTickets: readonly DemoTicket[] = [
  {
    type: 'payment',
    subject: 'A receipt for my company',
    state: 'closed',
    days_ago: 20,
    said: ['Can I have a receipt with the name of my company?', 'Of course. It is in your mail.'],
  },
  {
    type: 'content',
    subject: 'The sound of the lesson about listening',
    state: 'waiting_user',
    days_ago: 2,
    said: ['On my phone the film is very quiet.', 'Thank you! Is it better with headphones?'],
  },
];

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** Two requests of the demo's learner, which its consultant has answered. */
export async function seedTickets(
  tx: Tx,
  ids: ReadonlyMap<string, string>,
  { scope, now, rev }: { scope: string; now: Date; rev: number },
): Promise<void> {
  const learner = ids.get('learner@example.org') ?? '';
  const consultant = ids.get('consultant@example.org') ?? '';
  for (const [index, { type, subject, state, days_ago, said }] of demoTickets.entries()) {
    const at = (hours: number) => new Date(now.getTime() - days_ago * DAY_MS + hours * HOUR_MS).toISOString();
    const id = uuidv7();
    const last = at(said.length - 1);
    const isClosed = state === 'closed';
    await tx
      .insertInto('tickets')
      .values({
        ...{ scope, id, rev, field_revs: '{}', type, subject, state, number: index + 1, priority: 'normal' },
        ...{ channel: 'app', author_id: learner, responsible_id: consultant, previous_id: null, reason: '' },
        ...{ stars: isClosed ? 5 : null, rating_comment: '', first_response_due: null, resolve_due: null },
        ...{ resolved_at: isClosed ? last : null, closed_at: isClosed ? last : null },
        ...{ created_at: at(0), updated_at: last, deleted_at: null, deleted_by: null },
      })
      .execute();
    const messages = said.map((body, turn) => ({
      ...{ scope, id: turn === 0 ? id : uuidv7(), ticket_id: id, by_staff: turn % 2 === 1, internal: false, body },
      author_id: turn % 2 === 1 ? consultant : learner,
      ...{ attachments: '[]', written_at: at(turn), created_at: at(turn) },
    }));
    await tx.insertInto('ticket_messages').values(messages).execute();
  }
}
