import { uuidv7 } from 'uuidv7';
import { inScope } from '../../server/context.ts';
import type { Deps } from '../../server/deps.ts';
import { insertPeople } from '../../server/features/people/insert-people.ts';

const lead = {
  ...({ first_name: 'Ivan', last_name: 'Petrov', middle_name: '', email: null, city: '', country: null } as const),
  ...({ language: 'en', gender: null, date_birth: null, telegram: null, work_zone: '', notes: '' } as const),
  ...{ tags: [], groups: [], responsible_id: null, referrer_id: null, time_zone: 'UTC' },
  ...({ status: 'waiting', source: 'import' } as const),
};

/** The phone number of a lead, and the time since which it has been waiting. */
export interface NewLead {
  phone: string;
  waiting_since: string;
}

/** Adds leads to the pool in one transaction, as an import does. Returns their ids. */
export async function addToPool(deps: Deps, scope: string, leads: readonly NewLead[]): Promise<string[]> {
  const created_at = deps.clock().toISOString();
  const rows = leads.map((given) => ({ ...lead, ...given, id: uuidv7(), created_at }));
  await inScope(deps, scope, (context) => insertPeople(context, rows));
  return rows.map(({ id }) => id);
}
