import { cellText } from '../../../contract/imports/cells.ts';
import type { KnownPerson } from '../../../contract/imports/changes.ts';
import type { ExistingData } from '../../../contract/imports/plan.ts';
import { isManager } from '../../../contract/roles.ts';
import { parsePhone } from '../../../contract/written-phone.ts';
import type { Person } from '../../../contract/entities/person.ts';
import { staffKeys } from '../../../src/lib/cached-pages.ts';
import type { Session } from '../session.ts';

const knownPerson = (person: Person): KnownPerson => ({
  ...person,
  gender: person.gender ?? null,
  work_zone: person.work_zone ?? '',
  may_edit: true,
  external_id: null,
});

interface Group {
  name: string;
  tags: { name: string }[];
}

/**
 * Returns the people, tags and groups on this device, with which a plan is compared. People of other employees, promo
 * codes, daily limits and external ids exist only on the server.
 */
export async function loadExistingData({ db, user_id }: Session): Promise<ExistingData> {
  const [me, tags] = [await db.me.get(user_id), await db.pages.get(staffKeys.tags)];
  const people = new Map<string, KnownPerson>();
  await db.people.each((person) => {
    if (person.phone !== null) people.set(`phone:${person.phone}`, knownPerson(person));
    if (person.email !== null) people.set(`email:${person.email}`, knownPerson(person));
  });
  const groups = tags && !(me && isManager(me)) ? (tags.rows as Group[]) : null;
  return {
    person: (by, value) => people.get(`${by}:${value}`) ?? null,
    employee: (text) => {
      const written = cellText(text).toLowerCase();
      const isSelf = written === user_id || written === me?.email || parsePhone(text, [me?.country]) === me?.phone;
      // The email addresses and phone numbers of colleagues are not on this device. If a manager names an employee,
      // that name is therefore accepted here; the server checks whether the employee is in the manager's team.
      return isSelf || (me && isManager(me)) ? { id: isSelf ? user_id : written, free: Infinity } : null;
    },
    referrer: () => undefined,
    tags: groups && new Set(groups.flatMap((group) => group.tags.map(({ name }) => name))),
    groups: groups && new Set(groups.map(({ name }) => name)),
    importer: { id: user_id, language: me?.language ?? 'en' },
  };
}
