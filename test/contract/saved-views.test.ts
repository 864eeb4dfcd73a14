import { describe, expect, it } from 'vitest';
import { areViewParams, savedViews, type SavedView } from '../../contract/entities/saved-view.ts';
import { viewTables } from '../../contract/values.ts';

const sorted = { down: '1' };

/** A valid value of every filter of each table. */
const filters: Record<SavedView['table'], Record<string, string>> = {
  people: {
    ...{ q: 'x', language: 'x', country: 'x', responsible: 'x', tag: 'x', group: 'x', status: 'active' },
    ...{ order: '-name' },
  },
  partners: { q: 'x', responsible: 'x', status: 'waiting', commission: 'no', sort: 'since', ...sorted },
  users: { q: 'x', role: 'manager', access: 'blocked', order: '-country' },
  leads: { language: 'x', country: 'x', status: 'processing', sort: 'next_task', ...sorted },
  donations: { donation_state: 'confirmed', method: 'cash', sort: 'paid_at', ...sorted },
  employees: { work_state: 'off', language: 'x', country: 'x', sort: 'pending', ...sorted },
};
/** Filters whose values are not from a fixed list: typed texts, ids and codes. */
const freeTexts = new Set(['q', 'language', 'country', 'responsible', 'tag', 'group']);
const allNames = [...new Set(Object.values(filters).flatMap((values) => Object.keys(values)))];

describe('a saved view', () => {
  it.each(viewTables)('a saved view of the table %s accepts each filter of that table and no other', (table) => {
    for (const name of allNames) {
      const value = filters[table][name];
      const other = Object.values(filters).find((values) => name in values)?.[name] ?? '';
      expect([name, areViewParams(table, { [name]: value ?? other })]).toEqual([name, value !== undefined]);
    }
    expect(areViewParams(table, filters[table])).toBe(true);
    expect(areViewParams(table, {})).toBe(true);
  });

  it.each(viewTables)('a saved view of the table %s refuses unknown values of its filters', (table) => {
    for (const name of Object.keys(filters[table])) {
      expect([name, areViewParams(table, { [name]: '' })]).toEqual([name, false]);
      const unknown = freeTexts.has(name) ? 'x'.repeat(201) : 'unknown';
      expect([name, areViewParams(table, { [name]: unknown })]).toEqual([name, false]);
    }
  });

  it('accepts partners with and without a commission, and filter texts of 200 characters', () => {
    expect(areViewParams('partners', { commission: 'yes' })).toBe(true);
    expect(areViewParams('people', { q: 'x'.repeat(200) })).toBe(true);
  });

  it('keeps the name, the filters and the position that were saved last, on whichever device', () => {
    expect(savedViews.policies).toEqual({ name: 'lww', params: 'lww', position: 'lww' });
  });
});
