import type { employeeCalls } from '../../contract/api-calls/employees.ts';
import type { viewAsCalls } from '../../contract/api-calls/view-as.ts';
import type { Samples } from './samples.ts';
import type { TestServer } from './server.ts';

type EmployeeSample = keyof typeof employeeCalls | keyof typeof viewAsCalls;

/** Creates a consultant in the caller's team, and returns the id. */
async function createConsultant(server: TestServer, token: string | undefined): Promise<string> {
  const { body } = await server.call('accounts.me', { token });
  const responsible_id = typeof body['id'] === 'string' ? body['id'] : null;
  return (await server.user({ responsible_id, is_staff: true })).id;
}

/** Returns valid requests for the employee calls. */
export function employeeSamples(server: TestServer): Pick<Samples, EmployeeSample> {
  return {
    'view_as.start': async (token) => ({
      body: { user_id: await createConsultant(server, token), reason: 'Asked for help with tasks' },
    }),
    'view_as.stop': async () => ({}),
    'employees.work_times': async () => ({ body: { MON: { from: '09:00', to: '17:00' } } }),
    'employees.settings': async (token) => ({
      body: { user_id: await createConsultant(server, token), daily_limit: 7 },
    }),
    'employees.block': async (token) => ({
      body: { user_id: await createConsultant(server, token), is_blocked: true },
    }),
    'employees.activity': async () => ({}),
  };
}
