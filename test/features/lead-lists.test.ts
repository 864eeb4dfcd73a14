import { beforeEach, describe, expect, it } from 'vitest';
import type { PhoneDb } from '../../src/db/schema/db.ts';
import { leadCounts, savedOwnLeads, savedWaitingLeads, type LeadFilters } from '../../src/features/leads/queries.ts';
import { makePhone } from '../helpers/fake-server.ts';
import { ANNA } from './fake-app.tsx';
import { makePerson, makeWaitingLead } from './people-maker.ts';

const id = (index: number) => `0198c000-0000-7000-8000-0000000001${String(index).padStart(2, '0')}`;
const hour = (index: number) => `2026-03-02T${String(index).padStart(2, '0')}:00:00.000Z`;
const makeFilters = (change: LeadFilters = {}): LeadFilters => change;

let db: PhoneDb;
beforeEach(async () => {
  ({ db } = (await makePhone()).phone);
});

const places = [
  { language: 'ru', country: 'UA' },
  { language: 'de', country: 'DE' },
  { language: 'de', country: null },
  { language: 'ru', country: 'DE' },
] as const;

describe('the list of waiting leads', () => {
  beforeEach(async () => {
    const rows = places.map((place, index) =>
      makeWaitingLead({ ...place, id: id(index), waiting_since: hour(9 - index) }),
    );
    await db.waiting_leads.bulkPut(rows);
  });

  it.each([
    [{}, [3, 2, 1, 0]],
    [{ language: 'de' }, [2, 1]],
    [{ country: 'DE' }, [3, 1]],
    [{ language: 'de', country: 'DE' }, [1]],
    [{ language: 'en' }, []],
  ])('filters waiting leads by %o, the longest waiting first', async (filters, shown) => {
    const list = await savedWaitingLeads(db, makeFilters(filters), 10);
    expect(list.rows.map((row) => row.id)).toEqual(shown.map(id));
    expect([list.count, list.total]).toEqual([shown.length, 4]);
    expect(list.choices).toEqual({ languages: ['de', 'ru'], countries: ['DE', 'UA'] });
  });

  it('counts all matching waiting leads and shows the requested number', async () => {
    const list = await savedWaitingLeads(db, makeFilters({ language: 'de' }), 1);
    expect(list.rows.map((row) => row.id)).toEqual([id(2)]);
    expect(list.count).toBe(2);
  });
});

describe("the list of the user's own people", () => {
  beforeEach(async () => {
    const statuses = ['not_active', 'active', 'processing', 'processing'] as const;
    const rows = places.map((place, index) =>
      makePerson({ ...place, id: id(index), status: statuses[index]!, updated_at: hour(index) }),
    );
    await db.people.bulkPut([...rows, makePerson({ id: id(9), responsible_id: id(8) })]);
  });

  it.each([
    [{}, [3, 2, 1, 0]],
    [{ status: 'processing' as const }, [3, 2]],
    [{ status: 'not_active' as const }, [0]],
    [{ language: 'de' }, [2, 1]],
    [{ language: 'ru', status: 'processing' as const }, [3]],
    [{ country: 'DE' }, [3, 1]],
  ])("filters the user's own people by %o, sorted by status and then last change", async (filters, shown) => {
    const list = await savedOwnLeads(db, ANNA, makeFilters(filters), 10);
    expect(list.rows.map((row) => row.id)).toEqual(shown.map(id));
    expect([list.count, list.total]).toEqual([shown.length, 4]);
  });

  it("counts the user's own people of every status and all waiting leads", async () => {
    await db.waiting_leads.put(makeWaitingLead());
    expect(await leadCounts(db, ANNA)).toEqual({ mine: 4, waiting: 1 });
  });
});
