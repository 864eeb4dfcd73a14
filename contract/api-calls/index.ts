import type { z } from '../zod.ts';
import { accountCalls } from './accounts.ts';
import { accountingCalls } from './accounting.ts';
import { adminCalls } from './admin.ts';
import { bookCalls } from './books.ts';
import { choiceCalls } from './choices.ts';
import { contactCalls } from './contacts.ts';
import type { Call } from './define.ts';
import { employeeCalls } from './employees.ts';
import { eventCalls } from './events.ts';
import { flowCalls } from './flows.ts';
import { navigatorCalls } from './navigator.ts';
import { importCalls } from './imports.ts';
import { newsCalls } from './news.ts';
import { internalCalls } from './internal.ts';
import { partnerCalls } from './partners.ts';
import { paymentCalls } from './payments.ts';
import { peopleCalls } from './people.ts';
import { pageCalls } from './pages.ts';
import { profileCalls } from './profile.ts';
import { pushCalls } from './push.ts';
import { registrationCalls } from './registration.ts';
import { staffTicketCalls } from './staff-tickets.ts';
import { statisticsCalls } from './statistics.ts';
import { subscriptionCalls } from './subscription.ts';
import { taskCalls } from './tasks.ts';
import { teamCalls } from './team.ts';
import { ticketCalls } from './tickets.ts';
import { viewAsCalls } from './view-as.ts';
import { syncCalls } from './sync.ts';

/**
 * The list of all calls by name. The server routes, the OpenAPI document, the authorisation matrix and the tests are
 * derived from it.
 */
export const apiCalls = {
  ...accountCalls,
  ...registrationCalls,
  ...profileCalls,
  ...pageCalls,
  ...navigatorCalls,
  ...newsCalls,
  ...eventCalls,
  ...bookCalls,
  ...subscriptionCalls,
  ...taskCalls,
  ...peopleCalls,
  ...partnerCalls,
  ...teamCalls,
  ...employeeCalls,
  ...contactCalls,
  ...choiceCalls,
  ...paymentCalls,
  ...accountingCalls,
  ...adminCalls,
  ...statisticsCalls,
  ...ticketCalls,
  ...staffTicketCalls,
  ...flowCalls,
  ...viewAsCalls,
  ...importCalls,
  ...syncCalls,
  ...internalCalls,
  ...pushCalls,
};

export type CallName = keyof typeof apiCalls;
export const callNames = Object.keys(apiCalls) as [CallName, ...CallName[]];

type Output<S> = S extends z.ZodMiniType<infer T> ? T : undefined;
export type CallParams<K extends CallName> =
  (typeof apiCalls)[K] extends Call<infer P, unknown, unknown, unknown> ? P : never;
export type CallQuery<K extends CallName> =
  (typeof apiCalls)[K] extends Call<unknown, infer Q, unknown, unknown> ? Q : never;
export type CallBody<K extends CallName> =
  (typeof apiCalls)[K] extends Call<unknown, unknown, infer B, unknown> ? B : never;
export type CallReply<K extends CallName> = Output<(typeof apiCalls)[K]['reply']>;

/** Returns the call of a name with its types erased, for loops over all calls. */
export function callNamed(name: CallName): Call {
  return apiCalls[name] as Call;
}
