import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { type ReactElement, useEffect, useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { ColumnButton } from '../../src/ui/data-grid/column-sheet.tsx';
import { DataGrid } from '../../src/ui/data-grid/data-grid.tsx';
import { VIRTUAL_ABOVE } from '../../src/ui/data-grid/grid-body.tsx';
import { assignSlots } from '../../src/ui/data-grid/grid-slots.ts';
import {
  type DataGridProps,
  type GridColumn,
  type GridLayout,
  type GridSort,
  initialLayout,
} from '../../src/ui/data-grid/grid-types.ts';

interface City {
  id: string;
  people: number;
}

const columns: GridColumn<City>[] = [
  { id: 'name', header: 'Name', width: 176, isRowHead: true, isSortable: true, cell: ({ id }) => id },
  { id: 'people', header: 'People', width: 96, isNumeric: true, isSortable: true, cell: ({ people }) => people },
  { id: 'map', header: 'Map', width: 120, cell: ({ id }) => <a href={`#${id}`}>Map of {id}</a> },
];

const cities = (count: number): City[] => Array.from({ length: count }, (_, at) => ({ id: `City ${at}`, people: at }));

const opened = vi.fn<(city: City) => void>();
const previewed = vi.fn<(city: City) => void>();
const moved = vi.fn<(city: City) => void>();
const sorted = vi.fn<(sort: GridSort) => void>();
const seen = vi.fn<(first: number, last: number) => void>();
const laidOut = vi.fn<(layout: GridLayout) => void>();
const selectedKeys = vi.fn<(keys: string[]) => void>();

/** A data grid with its own state for selection and column layout. */
function Cities({ rows, ...rest }: Partial<DataGridProps<City>> & Pick<DataGridProps<City>, 'rows'>): ReactElement {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [ownLayout, setLayout] = useState(initialLayout);
  useEffect(() => laidOut(ownLayout), [ownLayout]);
  useEffect(() => selectedKeys([...selected]), [selected]);
  return (
    <I18nProvider i18n={i18n}>
      <ColumnButton columns={columns} layout={ownLayout} onLayout={setLayout} />
      <DataGrid
        aria-label="Cities"
        {...{ columns, rows, selected }}
        keyOf={({ id }) => id}
        nameOf={({ id }) => id}
        sort={{ by: 'name', isDescending: false }}
        onSort={sorted}
        layout={ownLayout}
        onLayout={setLayout}
        onSelect={setSelected}
        onOpen={opened}
        onPreview={previewed}
        onMove={moved}
        onSee={seen}
        hasLetterKeys
        {...rest}
      />
    </I18nProvider>
  );
}

const layout = () => laidOut.mock.lastCall![0];
const selection = () => selectedKeys.mock.lastCall![0];
const focused = () => document.activeElement;
const focusedText = () => focused()?.textContent ?? '';
const focus = (element: HTMLElement) => act(() => element.focus());
const press = (key: string, more: object = {}) => fireEvent.keyDown(focused()!, { key, ...more });
const cell = (name: string) => screen.getByRole('gridcell', { name });
const head = (name: string) => screen.getByRole('rowheader', { name });

beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  vi.clearAllMocks();
});

/** Sets the height of the scrolling box, because jsdom has no layout. */
function giveHeight(px: number): void {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(px);
}

it('a data grid has exactly one tab stop, which follows the arrow keys', () => {
  render(<Cities rows={cities(3)} />);
  const stops = () => [...screen.getByRole('grid').querySelectorAll<HTMLElement>('*')].filter((e) => e.tabIndex === 0);
  expect(stops()).toEqual([head('City 0')]);
  focus(head('City 0'));
  press('ArrowDown');
  expect(focused()).toBe(head('City 1'));
  press('ArrowRight');
  expect(focused()).toBe(cell('1'));
  press('ArrowRight');
  expect(focused()).toBe(screen.getByRole('link', { name: 'Map of City 1' }));
  expect(stops()).toEqual([focused()]);
  press('End');
  press('Home');
  expect(focused()).toBe(screen.getByRole('checkbox', { name: 'Select City 1' }));
  press('End', { ctrlKey: true });
  expect(focusedText()).toBe('Map of City 2');
  press('PageUp');
  expect(focusedText()).toBe('Map of City 0');
  press('Home', { ctrlKey: true });
  press('ArrowRight');
  press('ArrowUp');
  expect(focused()).toBe(screen.getByRole('button', { name: 'Name' }));
  expect(moved.mock.calls.map(([{ id }]) => id)).toEqual(['City 1', 'City 2', 'City 0']);
});

it('a data grid moves with j and k, and selects with x, unless letter keys are off', () => {
  const { rerender } = render(<Cities rows={cities(3)} />);
  focus(head('City 0'));
  press('j');
  press('j');
  press('k');
  expect(focused()).toBe(head('City 1'));
  press('x');
  expect(selection()).toEqual(['City 1']);
  rerender(<Cities rows={cities(3)} hasLetterKeys={false} />);
  press('j');
  press('x');
  expect(focused()).toBe(head('City 1'));
  expect(selection()).toEqual(['City 1']);
});

it('Space or a click previews a data grid row, and Enter or a double click opens it', () => {
  const { rerender } = render(<Cities rows={cities(3)} />);
  focus(head('City 1'));
  press(' ');
  press('Enter');
  expect(previewed).toHaveBeenCalledExactlyOnceWith({ id: 'City 1', people: 1 });
  expect(opened).toHaveBeenCalledExactlyOnceWith({ id: 'City 1', people: 1 });
  fireEvent.click(cell('2'));
  expect(previewed).toHaveBeenLastCalledWith({ id: 'City 2', people: 2 });
  fireEvent.doubleClick(cell('2'));
  expect(opened).toHaveBeenLastCalledWith({ id: 'City 2', people: 2 });
  fireEvent.click(screen.getByRole('link', { name: 'Map of City 0' }));
  expect(previewed).toHaveBeenCalledTimes(2);
  rerender(<Cities rows={cities(3)} onPreview={undefined!} />);
  fireEvent.click(cell('0'));
  expect(opened).toHaveBeenLastCalledWith({ id: 'City 0', people: 0 });
});

it('data grid rows are selected by check box, Ctrl, Shift and Ctrl+A, and Escape clears the selection', () => {
  render(<Cities rows={cities(5)} />);
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select City 0' }));
  fireEvent.click(cell('3'), { ctrlKey: true });
  expect(selection()).toEqual(['City 0', 'City 3']);
  expect(screen.getByRole('row', { name: /City 3/ })).toHaveProperty('ariaSelected', 'true');
  fireEvent.click(cell('1'), { shiftKey: true });
  expect(selection()).toEqual(['City 0', 'City 3', 'City 1', 'City 2']);
  press('Escape');
  expect(selection()).toEqual([]);
  fireEvent.click(cell('2'));
  press('ArrowDown', { shiftKey: true });
  press('ArrowDown', { shiftKey: true });
  expect(selection()).toEqual(['City 2', 'City 3', 'City 4']);
  press('a', { ctrlKey: true });
  expect(selection()).toHaveLength(5);
});

it('X and Shift+X, or Shift with an arrow, select a range of data grid rows', () => {
  render(<Cities rows={cities(6)} />);
  focus(head('City 0'));
  press('x');
  press('ArrowDown');
  press('ArrowDown');
  press('X', { shiftKey: true });
  expect(selection()).toEqual(['City 0', 'City 1', 'City 2']);
  press('Escape');
  press('ArrowDown', { shiftKey: true });
  expect(selection()).toEqual(['City 2', 'City 3']);
});

it('the header check box of a data grid shows and changes the selection of all rows', () => {
  render(<Cities rows={cities(3)} />);
  const all = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all loaded rows' });
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select City 1' }));
  expect([all.checked, all.indeterminate]).toEqual([false, true]);
  fireEvent.click(all);
  expect(selection()).toHaveLength(3);
  expect([all.checked, all.indeterminate]).toEqual([true, false]);
  fireEvent.click(all);
  expect(selection()).toEqual([]);
});

it('sortable column headers are buttons with aria-sort, and a numeric column sorts descending first', () => {
  render(<Cities rows={cities(2)} />);
  expect(screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('ascending');
  expect(screen.getByRole('columnheader', { name: 'People' }).getAttribute('aria-sort')).toBeNull();
  expect(within(screen.getByRole('columnheader', { name: 'Map' })).queryByRole('button')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Name' }));
  fireEvent.click(screen.getByRole('button', { name: 'People' }));
  expect(sorted.mock.calls).toEqual([[{ by: 'name', isDescending: true }], [{ by: 'people', isDescending: true }]]);
});

it('a data grid with more than 100 rows renders only the visible ones', () => {
  giveHeight(440);
  const { rerender } = render(<Cities rows={cities(VIRTUAL_ABOVE)} />);
  expect(screen.getAllByRole('row')).toHaveLength(VIRTUAL_ABOVE + 1);
  rerender(<Cities rows={cities(VIRTUAL_ABOVE + 1)} />);
  const grid = screen.getByRole('grid');
  expect(screen.getAllByRole('row').length).toBeLessThan(30);
  expect(grid.getAttribute('aria-rowcount')).toBe('102');
  expect(screen.getByRole('row', { name: /City 4/ }).getAttribute('aria-rowindex')).toBe('6');
  expect(seen).toHaveBeenLastCalledWith(0, expect.any(Number));
});

it('Ctrl+End focuses the last row of a long data grid although it was not rendered before', () => {
  giveHeight(440);
  render(<Cities rows={cities(5000)} />);
  focus(head('City 0'));
  press('End', { ctrlKey: true });
  expect(focusedText()).toBe('Map of City 4999');
  expect(screen.getByRole('row', { name: /City 4999/ }).getAttribute('aria-rowindex')).toBe('5001');
});

it('a data grid shows eight skeletons at first, then one per row being fetched', () => {
  const source = (length: number, rows: readonly City[]) => ({
    length,
    at: (index: number) => rows[index],
    [Symbol.iterator]: () => rows[Symbol.iterator](),
  });
  const { rerender } = render(<Cities rows={[]} isLoading />);
  const grid = screen.getByRole('grid');
  const loading = () => grid.querySelectorAll('[data-loading]');
  expect(grid.getAttribute('aria-busy')).toBe('true');
  expect(loading()).toHaveLength(8);
  rerender(<Cities rows={source(4, cities(1))} />);
  expect(loading()).toHaveLength(3);
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select all loaded rows' }));
  expect(selection()).toEqual(['City 0']);
});

it('data grid columns can be hidden, moved and resized with keys and buttons', () => {
  render(<Cities rows={cities(1)} />);
  const headers = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  focus(screen.getByRole('button', { name: 'People' }));
  press('ArrowRight', { shiftKey: true });
  expect(layout().widths).toEqual({ people: 112 });
  for (let times = 0; times < 10; times++) press('ArrowLeft', { shiftKey: true });
  expect(layout().widths).toEqual({ people: 64 });
  fireEvent.click(screen.getByRole('button', { name: 'Columns' }));
  expect(screen.queryByRole('checkbox', { name: 'Name' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Make Map wider' }));
  expect(layout().widths['map']).toBe(152);
  fireEvent.click(screen.getByRole('button', { name: 'Move Map up' }));
  expect(layout().order).toEqual(['name', 'map', 'people']);
  fireEvent.click(screen.getByRole('checkbox', { name: 'People' }));
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(headers()).toEqual(['', 'Name', 'Map']);
});

it('data grid columns shrink by up to a fifth, except those that grow, were resized or keep their width', () => {
  render(<Cities rows={cities(1)} columns={[{ ...columns[0]!, keepsWidth: true }, ...columns.slice(1)]} />);
  const style = (name: string) => screen.getByRole('grid').style.getPropertyValue(name);
  expect(style('--columns')).toBe('44px minmax(176px, 176px) minmax(77px, 96px) minmax(120px, 1fr)');
  expect(style('--least')).toBe(`${44 + 176 + 77 + 120}px`);
  focus(screen.getByRole('button', { name: 'People' }));
  press('ArrowRight', { shiftKey: true });
  expect(style('--columns')).toContain('minmax(112px, 112px)');
});

it('a text field in a data grid cell receives keys only between Enter and Escape', () => {
  const fields: GridColumn<City>[] = [
    { id: 'name', header: 'Name', width: 99, isRowHead: true, cell: ({ id }) => <input aria-label={id} /> },
  ];
  render(<Cities rows={cities(2)} columns={fields} />);
  focus(screen.getAllByRole('rowheader')[0]!);
  press('Enter');
  expect(focused()).toBe(screen.getByRole('textbox', { name: 'City 0' }));
  press('ArrowDown');
  press('x');
  expect(focused()).toBe(screen.getByRole('textbox', { name: 'City 0' }));
  expect(selection()).toEqual([]);
  press('Escape');
  press('ArrowDown');
  expect(focused()).toBe(screen.getAllByRole('rowheader')[1]);
});

it('a long grid reuses the DOM slot of a row that has scrolled away', () => {
  const before = assignSlots(new Map(), [5, 6, 7]);
  expect([...before]).toEqual([
    [5, 0],
    [6, 1],
    [7, 2],
  ]);
  const after = assignSlots(before, [6, 7, 8, 9]);
  expect([...after]).toEqual([
    [6, 1],
    [7, 2],
    [8, 0],
    [9, 3],
  ]);
  expect(assignSlots(after, [7, 8])).toEqual(after);
});
