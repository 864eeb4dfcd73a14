import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  CheckCard,
  SelectableCards,
  SelectButton,
  useCardSelection,
} from '../../src/components/table/card-selection.tsx';
import { LONG_PRESS_MS } from '../../src/components/table/use-long-press.ts';
import { Row } from '../../src/ui/list.tsx';
import { typeOption } from './controls.ts';
import { ANNA } from './fake-app.tsx';
import { press, readQueuedWrites, stubOfflineAccount, showEmployeeApp } from './people-app.ts';
import { makeEmployee, makePerson } from './people-maker.ts';

const { account } = vi.hoisted(() => ({ account: vi.fn<(verb: string, ...args: unknown[]) => Promise<unknown>>() }));
vi.mock('../../src/bridge/sync.ts', () => ({ sync: { account } }));
vi.mock('../../src/bridge/search.ts', () => import('./idle-search.ts'));
stubOfflineAccount(account);

const opened = vi.fn<(name: string) => void>();

/** Two cards that can be opened by pressing them. */
function Cards(): ReactElement {
  const selection = useCardSelection();
  return (
    <I18nProvider i18n={i18n}>
      <SelectButton selection={selection} />
      <SelectableCards aria-label="Cards" selection={selection} keys={['One', 'Two']}>
        {['One', 'Two'].map((name) =>
          selection.isSelecting ? (
            <CheckCard
              key={name}
              name={name}
              isSelected={selection.selected.has(name)}
              onToggle={() => selection.toggle(name)}
            />
          ) : (
            <Row key={name} title={name} onPress={() => opened(name)} />
          ),
        )}
      </SelectableCards>
    </I18nProvider>
  );
}

beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  opened.mockReset();
});
afterEach(() => {
  vi.useRealTimers();
});

const touch = { pointerType: 'touch', clientX: 10, clientY: 10 };

/** Presses the second card, and releases it after some time. */
function pressCard(ms: number, { move = 0, pointerType = 'touch' } = {}): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  render(<Cards />);
  const card = screen.getByRole('button', { name: 'Two' });
  fireEvent.pointerDown(card, { ...touch, pointerType });
  fireEvent.pointerMove(card, { ...touch, clientY: 10 + move });
  act(() => void vi.advanceTimersByTime(ms));
  const target = screen.getByText('Two');
  fireEvent.pointerUp(target);
  fireEvent.click(target);
}

const checked = () => screen.queryAllByRole<HTMLInputElement>('checkbox').map((box) => box.checked);

it('a long press on a card selects it instead of opening it', () => {
  pressCard(LONG_PRESS_MS);
  expect(checked()).toEqual([false, true]);
  expect(opened).not.toHaveBeenCalled();
});

it('a short press on a card opens it', () => {
  pressCard(LONG_PRESS_MS - 1);
  expect(checked()).toEqual([]);
  expect(opened).toHaveBeenCalledWith('Two');
});

it('a finger that scrolls selects no card', () => {
  pressCard(LONG_PRESS_MS, { move: 11 });
  expect(checked()).toEqual([]);
});

it('a long press with small movements of the finger still selects the card', () => {
  pressCard(LONG_PRESS_MS, { move: 9 });
  expect(checked()).toEqual([false, true]);
});

it('a mouse that is held down selects no card', () => {
  pressCard(LONG_PRESS_MS, { pointerType: 'mouse' });
  expect(checked()).toEqual([]);
});

it('the Select button starts an empty selection, and a press then selects a card', () => {
  render(<Cards />);
  fireEvent.click(screen.getByRole('button', { name: 'Select' }));
  expect(checked()).toEqual([false, false]);
  fireEvent.click(screen.getByRole('checkbox', { name: 'One' }));
  expect(checked()).toEqual([true, false]);
});

it('leads that were selected as cards on a phone are assigned together', async () => {
  const id = '0198c000-0000-7000-8000-00000000e00a';
  await showEmployeeApp('/leads', async (phone) => {
    await phone.people.bulkPut([makePerson(), makePerson({ id, first_name: 'Karla', responsible_id: ANNA })]);
    await phone.employees.put(makeEmployee());
  });
  await press('Select');
  fireEvent.click(await screen.findByRole('checkbox', { name: /Ivan/ }));
  fireEvent.click(screen.getByRole('checkbox', { name: /Karla/ }));
  const bar = within(screen.getByRole('toolbar', { name: 'Selected people' }));
  expect(bar.getByText('2 selected')).toBeTruthy();
  fireEvent.click(bar.getByRole('button', { name: 'Assign' }));
  const sheet = within(await screen.findByRole('dialog'));
  await typeOption('Employee', 'Olga', /Olga/);
  fireEvent.click(sheet.getByRole('button', { name: 'Assign' }));
  expect(await sheet.findByText('Not sent yet: 2')).toBeTruthy();
  expect(await readQueuedWrites()).toHaveLength(2);
  fireEvent.click(sheet.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await screen.findByText('You have no leads yet.')).toBeTruthy();
});
