import { expect, it } from 'vitest';
import { sortedRows, tableCsv, type TableColumn } from '../../src/components/table/table-columns.ts';

interface Town {
  name: string;
  people: number | null;
}

const column = (id: keyof Town, order?: TableColumn<Town>['order']): TableColumn<Town> => ({
  ...{ id, header: id, width: 100, value: (town) => town[id], cell: (town) => town[id] },
  ...(order && { order }),
});
const columns = [column('name'), column('people')];
const towns: Town[] = [
  { name: 'Ulm', people: 9 },
  { name: 'Aalen', people: null },
  { name: 'Öhringen', people: 10 },
];
const sorted = (by: string, isDescending = false, given = columns) =>
  sortedRows(towns, given, { by, isDescending }, 'de').map(({ name }) => name);

it('sorts texts by the rules of the language, and numbers by their value', () => {
  expect(sorted('name')).toEqual(['Aalen', 'Öhringen', 'Ulm']);
  expect(sorted('people')).toEqual(['Ulm', 'Öhringen', 'Aalen']);
});

it('sorts rows without a value last in both directions', () => {
  expect(sorted('people', true)).toEqual(['Öhringen', 'Ulm', 'Aalen']);
});

it('sorts by the sort value of a column if that differs from the exported value', () => {
  expect(sorted('name', false, [column('name', ({ name }) => name.length)])).toEqual(['Ulm', 'Aalen', 'Öhringen']);
});

it('keeps the order of the rows if the column is unknown', () => {
  expect(sorted('river')).toEqual(['Ulm', 'Aalen', 'Öhringen']);
});

it('writes rows as CSV with a byte order mark and escaped formulas', () => {
  expect(tableCsv([{ name: '=1+1', people: 3 }], columns)).toBe("\uFEFFname,people\r\n'=1+1,3\r\n");
});
