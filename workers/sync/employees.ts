import { callIn } from '../../contract/calls/define.ts';
import { employeeCalls } from '../../contract/calls/employees.ts';
import type { EmployeeActions } from '../../src/bridge/staff-api.ts';
import type { Done } from '../../src/bridge/results.ts';
import { staffKeys } from '../../src/lib/cached-pages.ts';
import { doneOf } from './account.ts';
import { fetchList } from './pages.ts';
import { request, type Session } from './session.ts';

const call = (name: keyof typeof employeeCalls) => callIn(employeeCalls, name);

const activity = {
  call: call('employees.activity'),
  reply: employeeCalls['employees.activity'].reply,
  isPaged: true,
};

/** Actions of managers on their team. `pull` fetches the changed row. */
export function employeeActions(session: Session, pull: () => void): EmployeeActions {
  const send = async (name: keyof typeof employeeCalls, body: Record<string, unknown>): Promise<Done> => {
    const done = doneOf(await request(session, call(name), { body }));
    if (done.ok) pull();
    return done;
  };
  return {
    fetchEmployees: () => fetchList(session, staffKeys.employees, activity),
    setEmployee: (user_id, settings) => send('employees.settings', { user_id, ...settings }),
    setEmployeeTimes: (user_id, work_times) => send('employees.work_times', { user_id, work_times }),
    blockPerson: (user_id, is_blocked) => send('employees.block', { user_id, is_blocked }),
  };
}
