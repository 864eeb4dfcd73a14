import type { WaitingLead } from '../../../contract/entities/waiting-lead.ts';
import { Refused } from '../../../contract/errors.ts';
import { MAX_LEAD_REQUESTS, type TaskType } from '../../../contract/values.ts';
import type { Args } from '../../../contract/writes/index.ts';
import type { PhoneDb } from '../../db/schema/db.ts';
import { foldedStates, type Entry } from '../../db/outbox/entry.ts';
import type { Store } from '../../db/schema/store.ts';
import { iso } from '../../lib/ports.ts';

export interface FirstTask {
  type: TaskType;
  /** Time in minutes between the request and the first task. */
  start_in: number;
}

/** The first task of a lead if the employee chooses none: a call that is due now. */
export const CALL_NOW: FirstTask = { type: 'call', start_in: 0 };

/** Returns the number of requests for leads to which the server has not responded. */
async function countPendingRequests(db: PhoneDb): Promise<number> {
  const entries = db.outbox.where('[entity+entity_id]').between(['waiting_leads', ''], ['waiting_leads', '\uffff']);
  return entries.filter(({ kind, state }) => kind === 'lead.take' && foldedStates.includes(state)).count();
}

/**
 * Requests a waiting lead together with its first task. The server decides who gets the lead. Throws `requests_full` if
 * the server has not responded to three earlier requests: an offline employee must not reserve leads that others could
 * call.
 */
export async function takeLead(store: Store, lead: WaitingLead, { type, start_in }: FirstTask): Promise<string> {
  if ((await countPendingRequests(store.db)) >= MAX_LEAD_REQUESTS) throw new Refused('requests_full');
  const args = { task_id: store.newId(), type, start_in, at: iso(store.now()) };
  return store.write({ kind: 'lead.take', id: lead.id, args, title: lead.first_name });
}

/**
 * Requests a lead again after the user has confirmed an expired request ("Still want it?"). The new request replaces
 * the expired one.
 */
export function requestLeadAgain(store: Store, entry: Entry): Promise<string> {
  return store.supersede(entry.op_id, { ...(entry.args as Args<'lead.take'>), at: iso(store.now()), confirmed: true });
}
