import { callIn } from '../../contract/calls/define.ts';
import { employeeCalls } from '../../contract/calls/employees.ts';
import type { EmployeeVerbs } from '../../src/bridge/staff-api.ts';
import type { Done } from '../../src/bridge/sync-api.ts';
import { staffKeys } from '../../src/lib/staff-pages.ts';
import { iso } from '../../src/lib/ports.ts';
import { failureOf } from './account.ts';
import { request, type Session } from './session.ts';

const PAGE_SIZE = 100;
const MOST_PAGES = 20;

/** The whole team, kept in one step at the end: an older list stays until the new is whole. */
async function bringEmployees(session: Session): Promise<Done> {
  const name = 'employees.activity';
  const rows: unknown[] = [];
  let page: number | null = 1;
  while (page !== null && page <= MOST_PAGES) {
    const answer = await request(session, callIn(employeeCalls, name), { query: { page, page_size: PAGE_SIZE } });
    if (answer.kind !== 'reply') return failureOf(answer);
    const parsed = employeeCalls[name].reply.safeParse(answer.body);
    if (!parsed.success) return { ok: false, why: 'no_answer' };
    rows.push(...parsed.data.results);
    page = parsed.data.next;
  }
  await session.db.pages.put({ key: staffKeys.employees, rows, fetched_at: iso(session.ports.clock.now()) });
  return { ok: true };
}

/** What managers set for their team. `pull` brings the row as it is then. */
export function employeeVerbs(session: Session, pull: () => void): EmployeeVerbs {
  const ask = async (name: keyof typeof employeeCalls, body: Record<string, unknown>): Promise<Done> => {
    const answer = await request(session, callIn(employeeCalls, name), { body });
    if (answer.kind !== 'reply') return failureOf(answer);
    pull();
    return { ok: true };
  };
  return {
    bringEmployees: () => bringEmployees(session),
    setEmployee: (user_id, settings) => ask('employees.settings', { user_id, ...settings }),
    setEmployeeTimes: (user_id, work_times) => ask('employees.work_times', { user_id, work_times }),
    blockPerson: (user_id, is_blocked) => ask('employees.block', { user_id, is_blocked }),
  };
}
