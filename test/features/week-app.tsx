import { act, fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, vi } from 'vitest';
import type { Task } from '../../contract/entities/task.ts';
import type { PhoneDb } from '../../src/db/schema/db.ts';
import { dismissToast } from '../../src/ui/toast.ts';
import { ANNA, freshPorts, openPhone, showApp } from './fake-app.tsx';
import { makeTask } from './task-maker.ts';

/** The current time in the tests: Thursday, 10:00 in Berlin. */
export const NOW = Date.parse('2026-05-07T08:00:00.000Z');
const HOUR = 3_600_000;

/** Sets the width of the window. */
export function stubWidth(width: number): void {
  vi.stubGlobal('matchMedia', (media: string) => ({
    matches: width >= Number(/min-width: (\d+)px/.exec(media)?.[1] ?? Infinity),
    media,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
}

/** Stops the clock of each test at `NOW`. */
export const freezeTime = (): void =>
  beforeEach(() => {
    dismissToast();
    vi.useFakeTimers({ toFake: ['Date'], now: NOW });
    return () => {
      vi.useRealTimers();
      vi.unstubAllGlobals();
    };
  });

export const ownTask = (change: Partial<Task>): Task =>
  makeTask({ assignee_id: ANNA, author_id: ANNA, linked_name: null, ...change });
export const timesOfLength = (start_at: string, minutes: number) => ({
  start_at,
  end_at: new Date(Date.parse(start_at) + minutes * 60_000).toISOString(),
});

export async function showWeek(
  path: string,
  rows: readonly Task[],
  fill: (db: PhoneDb) => Promise<unknown> = async () => {},
) {
  const ports = freshPorts();
  const me = { is_staff: true, time_zone: 'Europe/Berlin' };
  const last_fetched_at = new Date(NOW - HOUR).toISOString();
  const db = await openPhone(ports, me, { connection: 'offline', last_fetched_at });
  await db.tasks.bulkPut(rows);
  await fill(db);
  return { db, ...(await showApp(path, ports)) };
}

export const press = (key: string, more: KeyboardEventInit = {}): void => {
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more });
};
export const focusOn = (element: HTMLElement): void => act(() => element.focus());
/** Returns the text that a screen reader reads out for an element. */
export function nameOf(element: Element): string {
  const read = element.cloneNode(true) as Element;
  for (const hidden of read.querySelectorAll('[aria-hidden="true"]')) hidden.remove();
  return read.textContent;
}
export const findBlocks = () =>
  within(screen.getByRole('grid', { name: /^\d\d\D.* May$|^\d\d May$/ }))
    .queryAllByRole('button')
    .map(nameOf);
export const storedStartOf = async (db: PhoneDb, { id }: Task) => (await db.tasks.get(id))?.start_at;
