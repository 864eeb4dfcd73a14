import { callIn } from '../../contract/calls/define.ts';
import { registrationCalls } from '../../contract/calls/registration.ts';
import type { StaffVerbs } from '../../src/bridge/staff-api.ts';
import { failureOf } from './account.ts';
import { request, type Session } from './session.ts';

/** The verbs of employees that need the network; their code comes when the first of them is used. */
export function staffVerbs(session: Session): StaffVerbs {
  return {
    makeLink: async (user_id) => {
      const name = 'accounts.make_link';
      const answer = await request(session, callIn(registrationCalls, name), { query: { user_id } });
      if (answer.kind !== 'reply') return failureOf(answer);
      const parsed = registrationCalls[name].reply.safeParse(answer.body);
      return parsed.success ? { ok: true, ...parsed.data } : { ok: false, why: 'no_answer' };
    },
  };
}
