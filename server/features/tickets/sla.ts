import type { WorkTimes } from '../../../contract/entities/work-times.ts';
import type { Priority, TicketState } from '../../../contract/values.ts';
import { afterWorking, defaultWorkTimes, workingMinutes } from '../../../contract/work-times.ts';
import type { HandlerContext } from '../../handlers.ts';

/** Working hours until the first reply and until the resolution. */
const HOURS: Record<Priority, readonly [first: number, solved: number]> = {
  urgent: [1, 8],
  high: [4, 24],
  normal: [8, 48],
  low: [24, 120],
};

/** The clock pauses while the other side is to act and after the end. */
const pausedStates: readonly TicketState[] = ['waiting_user', 'resolved', 'closed', 'rejected', 'cancelled'];

type WorkPlace = Pick<HandlerContext, 'tx' | 'scope' | 'received_at'>;

/** In the assignee's hours, else by the author's day. */
async function workTimes({ tx, scope }: WorkPlace, person_id: string): Promise<WorkTimes> {
  const row = await tx
    .selectFrom('users')
    .select(['time_zone', 'work_times'])
    .where('scope', '=', scope)
    .where('id', '=', person_id)
    .executeTakeFirst();
  return row?.work_times ?? defaultWorkTimes(row?.time_zone ?? 'UTC');
}

function due(times: WorkTimes, from: number, minutes: number): string | null {
  const at = afterWorking(times, from, minutes);
  return at === null ? null : new Date(at).toISOString();
}

export interface Clocked {
  author_id: string;
  created_at: string;
  waiting_since: string | null;
  waited_min: number;
  state: TicketState;
  responsible_id: string | null;
  priority: Priority;
}

/**
 * Returns the due times of a ticket, counted from its creation in the assignee's working hours without the time it
 * waited for its author.
 */
export async function clockColumns(place: WorkPlace, ticket: Clocked) {
  const times = await workTimes(place, ticket.responsible_id ?? ticket.author_id);
  const isStanding = pausedStates.includes(ticket.state);
  const { waiting_since: since } = ticket;
  const ended = since !== null && !isStanding;
  const more = ended ? workingMinutes(times, Date.parse(since), Date.parse(place.received_at)) : 0;
  const waited_min = ticket.waited_min + more;
  const [first, solved] = HOURS[ticket.priority];
  const begin = Date.parse(ticket.created_at);
  return {
    waited_min,
    waiting_since: isStanding ? (since ?? place.received_at) : null,
    first_response_due: due(times, begin, first * 60),
    resolve_due: due(times, begin, solved * 60 + waited_min),
  };
}
