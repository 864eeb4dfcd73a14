import { describe, expect, it } from 'vitest';
import { writes } from '../../contract/writes/index.ts';
import { addToSurvivor, changedValues, mergeArgs, planMerge } from '../../src/features/contacts/merge/merge-model.ts';
import { makeContact } from './entry-maker.ts';

const other = (change: Parameters<typeof makeContact>[0]) =>
  makeContact({ id: '0198c000-0000-7000-8000-0000000000c2', ...change });
const phone = (number: string, label = '') => ({ number, label });

describe('the comparison of two contacts', () => {
  it('offers no choice for equal and empty fields, and takes values that only one contact has', () => {
    const plan = planMerge(
      makeContact({ city: '', telegram: 'jonas' }),
      other({ city: 'Ulm', telegram: null, is_partner: true }),
    );
    expect(plan.differences).toEqual([]);
    expect(plan.joined).toEqual({ city: 'Ulm', is_partner: true });
  });

  it("offers both values of a differing field, the surviving contact's first", () => {
    const { differences } = planMerge(makeContact({ city: 'Bonn' }), other({ city: 'Ulm' }));
    const options = [
      { side: 'kept', value: 'Bonn' },
      { side: 'other', value: 'Ulm' },
    ];
    expect(differences).toEqual([{ field: 'city', options, initial: 'kept' }]);
  });

  it('joins phone numbers and email addresses without duplicates, and fills in missing types of numbers', () => {
    const kept = makeContact({ phones: [phone('+491'), phone('+492', 'home')], emails: ['a@example.org'] });
    const { differences } = planMerge(
      kept,
      other({ phones: [phone('+491', 'work'), phone('+493')], emails: ['A@example.org', 'b@example.org'] }),
    );
    expect(differences.map(({ field, initial, options }) => [field, initial, options[0]?.value])).toEqual([
      ['phones', 'both', [phone('+491', 'work'), phone('+492', 'home'), phone('+493')]],
      ['emails', 'both', ['a@example.org', 'b@example.org']],
    ]);
  });

  it('offers no joined list that exceeds the limits of a contact', () => {
    const numbers = (from: number, count: number) => Array.from({ length: count }, (_, at) => phone(`+49${from + at}`));
    const mails = (prefix: string, count: number) =>
      Array.from({ length: count }, (_, at) => `${prefix}${at}@example.org`);
    const sidesOf = (count: number, addresses: number, notes: number) =>
      planMerge(
        makeContact({ phones: numbers(100, 3), emails: mails('a', 2), notes: 'x'.repeat(5_000) }),
        other({ phones: numbers(200, count), emails: mails('b', addresses), notes: 'y'.repeat(notes) }),
      ).differences.map(({ field, options }) => [field, options.length]);
    expect(sidesOf(2, 1, 4_998)).toEqual([
      ['phones', 3],
      ['emails', 3],
      ['notes', 3],
    ]);
    expect(sidesOf(3, 2, 4_999)).toEqual([
      ['phones', 2],
      ['emails', 2],
      ['notes', 2],
    ]);
  });

  it('offers to join the notes of two contacts unless one note contains the other', () => {
    const { differences } = planMerge(makeContact({ notes: 'Mine' }), other({ notes: 'Theirs' }));
    expect(differences[0]?.options[0]).toEqual({ side: 'both', value: 'Mine\n\nTheirs' });
    expect(planMerge(makeContact({ notes: 'Mine' }), other({ notes: 'Mine, longer' })).joined).toEqual({
      notes: 'Mine, longer',
    });
    expect(planMerge(makeContact({ notes: 'Mine, longer' }), other({ notes: 'Mine' }))).toEqual({
      differences: [],
      joined: {},
    });
  });

  it('preselects the status "do not contact" in a merge, and treats the status "new" as none', () => {
    const { differences } = planMerge(makeContact({ status: 'invited' }), other({ status: 'do_not_contact' }));
    expect(differences).toMatchObject([{ field: 'status', initial: 'other' }]);
    expect(planMerge(makeContact({ status: 'new' }), other({ status: 'invited' })).joined).toEqual({
      status: 'invited',
    });
  });
});

describe('the arguments of a merge', () => {
  it('the arguments of a merge contain only changed fields, their old values, and the merged contact', () => {
    const kept = makeContact({ city: 'Bonn', notes: '' });
    const merged = other({ city: 'Ulm', notes: 'Theirs', photo: { sha256: 'b'.repeat(64), mime: 'image/png' } });
    const plan = planMerge(kept, merged);
    expect(changedValues(kept, plan, {})).toEqual({ notes: 'Theirs', photo: merged.photo });
    const args = mergeArgs(kept, merged, changedValues(kept, plan, { city: 'other' }), '2026-05-03T10:00:00.000Z');
    expect(args).toMatchObject({
      source_id: merged.id,
      fields: { city: 'Ulm', notes: 'Theirs' },
      base: { city: 'Bonn', notes: '' },
      source: { city: 'Ulm', first_name: 'Jonas' },
      photo: merged.photo,
    });
    expect(() => writes['contact.merge'].args.parse(args)).not.toThrow();
  });
});

describe('a rejected edit of a merged contact', () => {
  it('a rejected edit of a merged contact adds its numbers and notes to the surviving contact', () => {
    const survivor = makeContact({ phones: [phone('+491')], notes: 'Known', city: 'Bonn' });
    const edit = { phones: [phone('+492')], notes: 'New', city: 'Ulm' };
    expect(addToSurvivor(survivor, edit)).toEqual({
      phones: [phone('+491'), phone('+492')],
      notes: 'Known\n\nNew',
      city: 'Ulm',
    });
  });
});
