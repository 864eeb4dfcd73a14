import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { type ReactElement, useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { ColumnButton } from '../../src/ui/data-grid/column-sheet.tsx';
import { DataGrid } from '../../src/ui/data-grid/data-grid.tsx';
import { type DataGridProps, type GridColumn, initialLayout } from '../../src/ui/data-grid/grid-types.ts';

interface City {
  id: string;
  people: number;
}

const columns: GridColumn<City>[] = [
  { id: 'name', header: 'Name', width: 176, isRowHead: true, cell: ({ id }) => id },
  { id: 'people', header: 'People', width: 96, isSortable: true, cell: ({ people }) => people },
  { id: 'map', header: 'Map', width: 120, cell: ({ id }) => <a href={`#${id}`}>Map of {id}</a> },
];

const cities = (count: number): City[] => Array.from({ length: count }, (_, at) => ({ id: `City ${at}`, people: at }));

const CityGrid = (props: Partial<DataGridProps<City>> & Pick<DataGridProps<City>, 'rows'>): ReactElement => (
  <I18nProvider i18n={i18n}>
    <DataGrid
      aria-label="Cities"
      columns={columns}
      keyOf={({ id }) => id}
      nameOf={({ id }) => id}
      onSort={() => {}}
      {...props}
    />
  </I18nProvider>
);

const focused = () => document.activeElement;
const focusedText = () => focused()?.textContent ?? '';
const focus = (element: HTMLElement) => act(() => element.focus());
const press = (key: string, more: object = {}) => fireEvent.keyDown(focused()!, { key, ...more });

/** Sets the height of the grid, which jsdom does not compute. */
const giveHeight = (height: number): void => {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(height);
};

beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
});

it('a data grid says that the number of rows is unknown until the first rows arrive', () => {
  const { rerender } = render(<CityGrid rows={[]} isLoading />);
  const count = () => screen.getByRole('grid').getAttribute('aria-rowcount');
  expect(count()).toBe('-1');
  rerender(<CityGrid rows={cities(3)} />);
  expect(count()).toBe('4');
  rerender(<CityGrid rows={[]} />);
  expect(count()).toBe('1');
});

it('a data grid that shows one page of a longer list numbers its rows by their position in that list', () => {
  render(<CityGrid rows={cities(3)} page={{ before: 50, count: 120 }} />);
  expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('121');
  expect(screen.getByRole('row', { name: /City 0/ }).getAttribute('aria-rowindex')).toBe('52');
  expect(screen.getByRole('row', { name: /City 2/ }).getAttribute('aria-rowindex')).toBe('54');
});

it('a long data grid returns to its first row when the order or a filter changes', () => {
  giveHeight(440);
  const { rerender } = render(<CityGrid rows={cities(5000)} listKey="name" />);
  const grid = screen.getByRole('grid');
  const scroller = grid.parentElement!;
  focus(screen.getByRole('rowheader', { name: 'City 0' }));
  press('End', { ctrlKey: true });
  scroller.scrollTop = 200_000;
  rerender(<CityGrid rows={cities(5000).toReversed()} listKey="-name" />);
  expect(scroller.scrollTop).toBe(0);
  expect(focusedText()).toBe('Map of City 4999');
  expect(screen.getByRole('row', { name: /City 4999/ }).getAttribute('aria-rowindex')).toBe('2');
  rerender(<CityGrid rows={cities(120)} listKey="filtered" />);
  expect(grid.getAttribute('aria-rowcount')).toBe('121');
  expect(screen.getByRole('row', { name: /City 0/ }).getAttribute('aria-rowindex')).toBe('2');
});

it('a data grid stays scrolled when new rows arrive', () => {
  giveHeight(440);
  const { rerender } = render(<CityGrid rows={cities(5000)} listKey="name" />);
  const scroller = screen.getByRole('grid').parentElement!;
  scroller.scrollTop = 8000;
  rerender(<CityGrid rows={cities(5001)} listKey="name" />);
  expect(scroller.scrollTop).toBe(8000);
  const sort = screen.getByRole('button', { name: 'People' });
  focus(sort);
  rerender(<CityGrid rows={cities(5001)} listKey="people" />);
  expect(focused()).toBe(sort);
  expect(scroller.scrollTop).toBe(0);
});

/** A data grid with its own state for the selection. The selection is shown below the grid. */
function Selectable({ rows }: { rows: City[] }): ReactElement {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  return (
    <>
      <CityGrid rows={rows} selected={selected} onSelect={setSelected} hasLetterKeys />
      <output>{[...selected].join(', ')}</output>
      <button type="button" onClick={() => setSelected(new Set())}>
        Clear
      </button>
    </>
  );
}

it('Shift+X in a data grid selects one row if there is none to start a range from', () => {
  const { rerender } = render(<Selectable rows={cities(6)} />);
  const selection = () => screen.getByRole('status').textContent;
  const head = (name: string) => screen.getByRole('rowheader', { name });
  focus(head('City 3'));
  press('X', { shiftKey: true });
  expect(selection()).toBe('City 3');
  press('ArrowDown');
  press('X', { shiftKey: true });
  expect(selection()).toBe('City 3, City 4');
  press('Escape');
  press('ArrowDown');
  press('X', { shiftKey: true });
  expect(selection()).toBe('City 5');
  press('Escape');
  press('ArrowUp', { shiftKey: true });
  expect(selection()).toBe('City 4, City 5');
  press('Escape');
  press('ArrowUp');
  press('X', { shiftKey: true });
  expect(selection()).toBe('City 3');
  fireEvent.click(screen.getByRole('button', { name: 'Clear' }));
  press('ArrowDown');
  press('ArrowDown');
  press('X', { shiftKey: true });
  expect(selection()).toBe('City 5');
  rerender(<Selectable rows={cities(6).toReversed()} />);
  focus(head('City 3'));
  press('X', { shiftKey: true });
  expect(selection()).toBe('City 5, City 3');
});

it('a data grid renders a text cell without a wrapper element', () => {
  render(<CityGrid rows={cities(1)} />);
  const name = screen.getByRole('rowheader', { name: 'City 0' });
  expect([name.dataset['text'], name.childElementCount]).toEqual(['true', 0]);
  expect(screen.getByRole('gridcell', { name: 'Map of City 0' }).dataset['text']).toBeUndefined();
});

it('a long data grid renders four rows beyond the visible ones', () => {
  giveHeight(440);
  render(<CityGrid rows={cities(5000)} />);
  expect(screen.getAllByRole('row').at(-1)!.getAttribute('aria-rowindex')).toBe('15');
});

it('a long data grid renders new rows in the frame after a scroll', async () => {
  giveHeight(440);
  render(<CityGrid rows={cities(5000)} />);
  const scroller = screen.getByRole('grid').parentElement!;
  scroller.scrollTop = 44_000;
  scroller.dispatchEvent(new Event('scroll'));
  expect(screen.queryByRole('row', { name: /City 1000/ })).toBeNull();
  expect(await screen.findByRole('row', { name: /City 1000/ })).toBeTruthy();
});

/** Scrolls a data grid of 5,000 rows, and returns a function that shows it with other columns. */
function scrolledGrid(): (next: GridColumn<City>[]) => void {
  giveHeight(440);
  const rows = cities(5000);
  const { rerender } = render(<CityGrid rows={rows} />);
  const scroller = screen.getByRole('grid').parentElement!;
  scroller.scrollTop = 44;
  act(() => void scroller.dispatchEvent(new Event('scroll')));
  return (next) => rerender(<CityGrid rows={rows} columns={next} />);
}

const [nameColumn, peopleColumn, mapColumn] = columns as [GridColumn<City>, GridColumn<City>, GridColumn<City>];

it('a long data grid shows new column contents only after scrolling has ended', async () => {
  const show = scrolledGrid();
  show([nameColumn, { ...peopleColumn, cell: ({ people }) => `${people} people` }, mapColumn]);
  expect(screen.getByRole('gridcell', { name: '7' })).toBeTruthy();
  expect(screen.queryByRole('gridcell', { name: '7 people' })).toBeNull();
  expect(await screen.findByRole('gridcell', { name: '7 people' })).toBeTruthy();
});

it.each([
  ['without a column', [nameColumn, mapColumn]],
  ['in another order', [nameColumn, mapColumn, peopleColumn]],
])('a long data grid shows its columns %s at once, even during scrolling', (_, next) => {
  scrolledGrid()(next);
  const cells = [...screen.getByRole('row', { name: /City 7/ }).children].map(({ textContent }) => textContent);
  expect(cells).toEqual(
    next.map((column) => (column === nameColumn ? 'City 7' : column === mapColumn ? 'Map of City 7' : '7')),
  );
});

it('a data grid that is not being scrolled shows new column contents at once', () => {
  const next = [nameColumn, { ...peopleColumn, cell: ({ people }: City) => `${people} people` }, mapColumn];
  const { rerender } = render(<CityGrid rows={cities(3)} />);
  rerender(<CityGrid rows={cities(3)} columns={next} />);
  expect(screen.getByRole('gridcell', { name: '2 people' })).toBeTruthy();
});

it('a button that moves a column keeps the focus, even when the column has reached the end', () => {
  const Choice = (): ReactElement => {
    const [layout, onLayout] = useState(initialLayout);
    return (
      <I18nProvider i18n={i18n}>
        <ColumnButton {...{ columns, layout, onLayout }} />
      </I18nProvider>
    );
  };
  render(<Choice />);
  fireEvent.click(screen.getByRole('button', { name: 'Columns' }));
  const order = () => screen.getAllByRole('checkbox').map((box) => box.closest('li')?.textContent?.split('−')[0]);
  expect(order()).toEqual(['People', 'Map']);
  const down = screen.getByRole('button', { name: 'Move People down' });
  focus(down);
  fireEvent.click(down);
  expect(order()).toEqual(['Map', 'People']);
  expect(focused()).toBe(down);
  expect(down.ariaDisabled).toBe('true');
  fireEvent.click(down);
  expect(order()).toEqual(['Map', 'People']);
  const up = screen.getByRole('button', { name: 'Move Map up' });
  focus(up);
  fireEvent.click(up);
  fireEvent.click(up);
  expect(focused()).toBe(up);
  expect(up.ariaDisabled).toBe('true');
});

it('a focused data grid cell passes the focus to a control that replaces its text, but not to an existing control', () => {
  const columnsWithMap = (hasMap: boolean): GridColumn<City>[] => [
    { id: 'name', header: 'Name', width: 176, isRowHead: true, cell: ({ id }) => id },
    {
      id: 'map',
      header: 'Map',
      width: 120,
      cell: ({ id }) => (hasMap ? <a href={`#${id}`}>Map of {id}</a> : 'No map'),
    },
  ];
  const { rerender } = render(<CityGrid rows={cities(1)} columns={columnsWithMap(false)} />);
  const map = () => screen.getByRole('gridcell');
  focus(screen.getByRole('rowheader'));
  press('ArrowRight');
  expect(focused()).toBe(map());
  rerender(<CityGrid rows={cities(1)} columns={columnsWithMap(true)} />);
  expect(focused()).toBe(screen.getByRole('link', { name: 'Map of City 0' }));
  focus(map());
  rerender(<CityGrid rows={cities(1)} columns={columnsWithMap(true)} />);
  expect(focused()).toBe(map());
});
