import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FindQuery } from '../../src/bridge/search-api.ts';
import { contactStatuses } from '../../contract/filter-values.ts';
import { ContactIndex } from '../../workers/search/contact-index.ts';
import { digitsOf } from '../../contract/search/fold.ts';
import { contactSearchText } from '../../contract/search/lines.ts';
import { parseTerms } from '../../contract/search/terms.ts';
import { searchLineOf, type SearchableContact } from '../../workers/search/fold.ts';
import { IdTable } from '../../workers/search/id-table.ts';
import { distanceWithin } from '../../workers/search/name-distance.ts';
import { ANNA, BORIS, newId, seededRandom } from '../helpers/phone.ts';
import { contactRow } from '../helpers/contact-row.ts';
import { missCases, searchCases } from '../helpers/search-cases.ts';

const index = (...contacts: SearchableContact[]): ContactIndex => {
  const contactIndex = new ContactIndex(ANNA);
  for (const contact of contacts) contactIndex.put(contact);
  return contactIndex;
};

const makeQuery = (change: Partial<FindQuery> = {}): FindQuery => ({
  text: '',
  category: null,
  status: null,
  owner: 'all',
  sort: 'name',
  offset: 0,
  limit: 50,
  ...change,
});

const named = (first_name: string, last_name = '', change: Partial<SearchableContact> = {}) =>
  contactRow({ first_name, last_name, ...change });

const phone = (number: string) => ({ phones: [{ number, label: '' }] });

describe('contact search', () => {
  const contactOf = ({ number, email, ...fields }: (typeof searchCases)[number][1]) =>
    contactRow({ last_name: '', ...fields, ...(number && phone(number)), emails: email ? [email] : [] });

  test.each(searchCases)('the contact search finds %s', (text, record) => {
    const contact = contactOf(record);
    expect(index(contact, named('Zoe', 'Quirk')).find(makeQuery({ text })).ids).toEqual([contact.id]);
  });

  test.each(missCases)('the contact search does not find %s', (text, record) => {
    expect(index(contactOf(record)).find(makeQuery({ text })).ids).toEqual([]);
  });

  test('finds words of the middle name', () => {
    const contact = named('Иван', 'Сидоров', { middle_name: 'Петрович' });
    expect(index(contact).find(makeQuery({ text: 'petrovich' })).ids).toEqual([contact.id]);
  });

  test('ranks a name in another spelling among the names that start with the search text', () => {
    const [later, first] = [named('Anna', 'Maria'), named('Мария', 'Абель')];
    expect(index(later, first).find(makeQuery({ text: 'maria' })).ids).toEqual([first.id, later.id]);
  });

  test('finds nothing when one of the search terms does not match', () => {
    const book = index(named('Anna', 'Berg', { emails: ['a777@example.org'] }));
    expect(book.find(makeQuery({ text: 'anna bergmann' })).total).toBe(0);
    expect(book.find(makeQuery({ text: '777' })).total).toBe(0);
  });

  test('ranks a name that begins with the search text before a name in which a later word begins with it', () => {
    const otherContact = named('Silvana', 'Krug');
    const last = named('Anna', 'Ivanova');
    const first = named('Иван', 'Абель');
    const found = index(otherContact, last, first).find(makeQuery({ text: 'ivan' }));
    expect(found.ids).toEqual([first.id, last.id]);
    expect(index(otherContact, last, first).find(makeQuery({ text: 'van' })).total).toBe(3);
    expect(index(otherContact, last).find(makeQuery({ text: 'a' })).ids).toEqual([last.id, otherContact.id]);
  });
});

describe('order of search results', () => {
  test('sorts names alphabetically, not by code point', () => {
    const names = ['Ёлкин', 'Елисеев', 'Ярцева', 'Жуков', 'Ångström', 'Ander', 'Žižek', 'zander'];
    const rows = names.map((name) => named(name));
    const found = index(...rows)
      .find(makeQuery())
      .ids.map((id) => names[rows.findIndex((row) => row.id === id)]);
    expect(found).toEqual(['Ander', 'Ångström', 'zander', 'Žižek', 'Елисеев', 'Ёлкин', 'Жуков', 'Ярцева']);
  });

  test('sorts contacts by creation, or by next step with contacts without a next step last', () => {
    const later = named('A', '', { next_step_at: '2026-05-02T10:00:00.000Z', created_at: '2026-01-01T00:00:00.000Z' });
    const withoutNextStep = named('B', '', { created_at: '2026-01-03T00:00:00.000Z' });
    const soon = named('C', '', { next_step_at: '2026-05-01T10:00:00.000Z', created_at: '2026-01-02T00:00:00.000Z' });
    const book = index(later, withoutNextStep, soon);
    expect(book.find(makeQuery({ sort: 'next_step' })).ids).toEqual([soon.id, later.id, withoutNextStep.id]);
    expect(book.find(makeQuery({ sort: 'newest' })).ids).toEqual([withoutNextStep.id, soon.id, later.id]);
  });

  test('re-sorts a renamed contact, and pages do not overlap', () => {
    const rows = ['Anna', 'Boris', 'Clara', 'Dora'].map((name) => named(name));
    const book = index(...rows);
    expect(book.find(makeQuery({ limit: 2 })).ids).toEqual([rows[0]!.id, rows[1]!.id]);
    book.put({ ...rows[0]!, first_name: 'Zoe' });
    expect(book.find(makeQuery({ limit: 2 })).ids).toEqual([rows[1]!.id, rows[2]!.id]);
    expect(book.find(makeQuery({ offset: 2, limit: 2 })).ids).toEqual([rows[3]!.id, rows[0]!.id]);
  });
});

describe('initials of contacts', () => {
  test('lists the initials of all alphabets in order, each with its first position', () => {
    const names = ['Žižek', 'Anna', 'Ander', 'Ёлкин', 'Елисеев', 'Яна', '42', 'ß'];
    const book = index(...names.map((name) => named(name)));
    expect(book.initials(makeQuery())).toEqual([
      { letter: '#', index: 0 },
      { letter: 'A', index: 1 },
      { letter: 'S', index: 3 },
      { letter: 'Z', index: 4 },
      { letter: 'Е', index: 5 },
      { letter: 'Я', index: 7 },
    ]);
  });

  test('counts only the contacts that pass the filters', () => {
    const book = index(named('Anna'), named('Zoe', '', { status: 'invited' }));
    expect(book.initials(makeQuery({ status: 'invited' }))).toEqual([{ letter: 'Z', index: 0 }]);
  });
});

// ---- comparison with the simplest possible search ----

const categories = [null, newId(), newId()];
const words = ['Анна', 'Anna', 'Ёлкин', 'elkin', 'Straße', 'berg', 'Щукин', 'Marie-Luise', "O'Hara", 'ann', ''];
const numbers = ['+491512345678', '+79123456789', '112', '8 800 555', ''];

const contactArb = fc.record({
  first: fc.constantFrom(...words.slice(0, -1)),
  last: fc.constantFrom(...words),
  city: fc.constantFrom('Köln', 'Москва', ''),
  number: fc.constantFrom(...numbers),
  category: fc.constantFrom(...categories),
  status: fc.constantFrom(...contactStatuses),
  owner: fc.constantFrom(ANNA, BORIS),
  step: fc.constantFrom(null, '2026-05-01T10:00:00.000Z', '2026-04-01T10:00:00.000Z'),
});

const textArb = fc.oneof(
  fc.constantFrom(...words, ...numbers, '12', '0151', 'koln', 'мос', 'a', 'an', 'ann', 'el b'),
  fc.string({ maxLength: 3 }),
);

const findArb = fc.record({
  text: textArb,
  category: fc.constantFrom(...categories),
  status: fc.constantFrom(null, ...contactStatuses),
  owner: fc.constantFrom('mine' as const, 'team' as const, 'all' as const),
  sort: fc.constantFrom('name' as const, 'newest' as const, 'next_step' as const),
});

const stepArb = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('put' as const), row: fc.nat(30), contact: contactArb }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), row: fc.nat(30) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('find' as const), find: findArb }) },
);

function matchesByFilter(rows: readonly SearchableContact[], find: FindQuery): Set<string> {
  const text = find.text.trim();
  const isNumber = /^[\d\s()+./-]+$/.test(text) && /\d/.test(text);
  const isTextMatch = (row: SearchableContact): boolean => {
    const digits = row.phones.map(({ number }) => digitsOf(number));
    if (isNumber) {
      const number = digitsOf(text).replace(/^00/, '');
      const withoutTrunk = number.length >= 4 && /^[08]/.test(number) ? number.slice(1) : number;
      return digits.some((own) => own.includes(number) || own.includes(withoutTrunk));
    }
    const searched = contactSearchText(row);
    return parseTerms(text).every(({ spellings }) => spellings.some((spelling) => searched.includes(spelling)));
  };
  const matches = rows.filter(
    (row) =>
      (find.category === null || row.category_id === find.category) &&
      (find.status === null || row.status === find.status) &&
      (find.owner === 'all' || (row.owner_id === ANNA) === (find.owner === 'mine')) &&
      (text === '' || isTextMatch(row)),
  );
  return new Set(matches.map(({ id }) => id));
}

test('search results equal a plain filter after any sequence of inserts, removals and queries', () => {
  const ids = Array.from({ length: 31 }, () => newId());
  fc.assert(
    fc.property(fc.array(stepArb, { maxLength: 60 }), (steps) => {
      const book = new ContactIndex(ANNA);
      const rows = new Map<string, SearchableContact>();
      for (const step of steps) {
        if (step.kind === 'remove') {
          book.remove(ids[step.row]!);
          rows.delete(ids[step.row]!);
        } else if (step.kind === 'put') {
          const { first, last, city, number, category, status, owner, step: next_step_at } = step.contact;
          const fields = { category_id: category, status, owner_id: owner, next_step_at, city };
          const row = named(first, last, { ...fields, ...phone(number), id: ids[step.row]! });
          book.put(row);
          rows.set(row.id, row);
        } else {
          const found = book.find({ ...step.find, offset: 0, limit: 100 });
          const expected = matchesByFilter([...rows.values()], { ...step.find, offset: 0, limit: 100 });
          expect(new Set(found.ids)).toEqual(expected);
          expect(found.ids).toHaveLength(expected.size);
          expect([found.total, found.total_all]).toEqual([expected.size, rows.size]);
        }
      }
      const order = book.find(makeQuery()).ids.map((id) => searchLineOf(rows.get(id)!).split('\n')[0]!);
      expect(order).toEqual(order.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)));
    }),
    { numRuns: 300 },
  );
});

describe('duplicate search', () => {
  const noCriteria = { phones: [], name: '', exclude_id: null };

  test('the duplicate search matches phone numbers by their last digits', () => {
    const matching = named('Anna', 'Berg', phone('+491512345678'));
    const book = index(matching, named('Olga', 'Krug', phone('+491512345679')));
    expect(book.duplicates({ ...noCriteria, phones: ['0151 2345678'] })).toEqual([{ id: matching.id, why: 'phone' }]);
    expect(book.duplicates({ ...noCriteria, phones: ['2345678'] })).toEqual([]);
    expect(book.duplicates({ ...noCriteria, phones: ['+491512345678'], exclude_id: matching.id })).toEqual([]);
  });

  test('the duplicate search matches similar names in either script and word order, most similar first', () => {
    const same = named('Екатерина', 'Соколова');
    const similar = named('Ekaterina', 'Sokolowa');
    const swapped = named('Sokolova', 'Ekaterina');
    const other = named('Ekaterina', 'Petrova');
    const found = index(similar, other, swapped, same).duplicates({ ...noCriteria, name: 'Ekaterina Sokolova' });
    expect(found.map(({ id }) => id)).toEqual(expect.arrayContaining([same.id, swapped.id, similar.id]));
    expect(found).toHaveLength(3);
    expect(found.at(-1)?.id).toBe(similar.id);
  });

  test('returns at most five duplicates, number matches before name matches, each person once', () => {
    const both = named('Anna', 'Berger', phone('+491512345678'));
    const others = Array.from({ length: 6 }, () => named('Anna', 'Berger'));
    const found = index(...others, both).duplicates({ ...noCriteria, phones: ['+491512345678'], name: 'Anna Berger' });
    expect(found).toHaveLength(5);
    expect(found.map(({ why }) => why)).toEqual(['phone', 'name', 'name', 'name', 'name']);
    expect(new Set(found.map(({ id }) => id)).size).toBe(5);
  });

  test('the duplicate search does not match different short names such as Jan and Ina, but matches Ann and Anna', () => {
    expect(index(named('Jan')).duplicates({ ...noCriteria, name: 'Ina' })).toEqual([]);
    expect(index(named('Ann')).duplicates({ ...noCriteria, name: 'Anna' })).toHaveLength(1);
  });

  test('computes the edit distance up to a bound, and null beyond it', () => {
    const editDistance = (a: string, b: string): number =>
      a === '' || b === ''
        ? a.length + b.length
        : Math.min(
            editDistance(a.slice(1), b) + 1,
            editDistance(a, b.slice(1)) + 1,
            editDistance(a.slice(1), b.slice(1)) + (a[0] === b[0] ? 0 : 1),
          );
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 });
    fc.assert(
      fc.property(letters, letters, fc.nat(3), (a, b, limit) => {
        const distance = editDistance(a, b);
        expect(distanceWithin(a, b, limit)).toBe(distance <= limit ? distance : null);
      }),
    );
  });
});

test('the id table keeps each id in its slot over many insertions and removals', () => {
  const table = new IdTable();
  const slots = new Map<string, number>();
  const random = seededRandom(5);
  const ids = Array.from({ length: 6000 }, () => newId());
  for (let step = 0; step < 30_000; step += 1) {
    const id = ids[Math.floor(random() * ids.length)]!;
    if (random() < 0.5) slots.set(id, table.add(id));
    else {
      expect(table.remove(id)).toBe(slots.get(id) ?? -1);
      slots.delete(id);
    }
  }
  expect(table.size).toBe(slots.size);
  for (const [id, slot] of slots) expect([table.slotOf(id), table.idOf(slot)]).toEqual([slot, id]);
  const sorted = [...slots.keys()].toSorted();
  const between = table.slotsBetween(sorted[100]!, sorted[200]!).filter((slot) => slots.get(table.idOf(slot)) === slot);
  expect(between.map((slot) => table.idOf(slot)).toSorted()).toEqual(sorted.slice(100, 201));
});
