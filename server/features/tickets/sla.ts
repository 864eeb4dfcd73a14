import type { WorkTimes } from '../../../contract/entities/work-times.ts';
import type { Priority, TicketState } from '../../../contract/filter-values.ts';
import { addWorkingMinutes, defaultWorkTimes, workingMinutes } from '../../../contract/work-times.ts';
import type { HandlerContext } from '../../handlers.ts';

/** Working hours until the first reply and until the ticket is resolved, by priority. */
const HOURS: Record<Priority, readonly [firstReply: number, resolution: number]> = {
  urgent: [1, 8],
  high: [4, 24],
  normal: [8, 48],
  low: [24, 120],
};

/**
 * The states in which the time to resolve a ticket is paused: while the ticket waits for its author, and after the work
 * on it has ended.
 */
const pausedStates: readonly TicketState[] = ['waiting_user', 'resolved', 'closed', 'rejected', 'cancelled'];

type SlaContext = Pick<HandlerContext, 'tx' | 'scope' | 'received_at'>;

/** Returns the working hours of the assignee or, for an unassigned ticket, default hours in the author's time zone. */
async function workTimes({ tx, scope }: SlaContext, person_id: string): Promise<WorkTimes> {
  const row = await tx
    .selectFrom('users')
    .select(['time_zone', 'work_times'])
    .where('scope', '=', scope)
    .where('id', '=', person_id)
    .executeTakeFirst();
  return row?.work_times ?? defaultWorkTimes(row?.time_zone ?? 'UTC');
}

function dueTime(times: WorkTimes, from: number, minutes: number): string | null {
  const at = addWorkingMinutes(times, from, minutes);
  return at === null ? null : new Date(at).toISOString();
}

export interface TimedTicket {
  author_id: string;
  created_at: string;
  waiting_since: string | null;
  waited_min: number;
  state: TicketState;
  responsible_id: string | null;
  priority: Priority;
}

/**
 * Returns the due times of a ticket, in working hours from its creation. The time to resolve the ticket excludes the
 * time for which the ticket waited for its author.
 */
export async function slaClockColumns(context: SlaContext, ticket: TimedTicket) {
  const times = await workTimes(context, ticket.responsible_id ?? ticket.author_id);
  const isPaused = pausedStates.includes(ticket.state);
  const { waiting_since: since } = ticket;
  const hasResumed = since !== null && !isPaused;
  const endedWaitMin = hasResumed ? workingMinutes(times, Date.parse(since), Date.parse(context.received_at)) : 0;
  const waited_min = ticket.waited_min + endedWaitMin;
  const [firstReplyHours, resolutionHours] = HOURS[ticket.priority];
  const createdMs = Date.parse(ticket.created_at);
  return {
    waited_min,
    waiting_since: isPaused ? (since ?? context.received_at) : null,
    first_response_due: dueTime(times, createdMs, firstReplyHours * 60),
    resolve_due: dueTime(times, createdMs, resolutionHours * 60 + waited_min),
  };
}
