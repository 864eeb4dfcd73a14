import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { isAbove } from './controls.ts';
import { db, IVAN_PATH, press, stubOfflineAccount, showEmployeeApp } from './people-app.ts';
import { makePerson } from './people-maker.ts';
import { setWidth } from './stub-browser.ts';
import { makeTask } from './task-maker.ts';
import { hoursFromNow } from './news-maker.ts';

const { account } = vi.hoisted(() => ({ account: vi.fn<(verb: string, ...args: unknown[]) => Promise<unknown>>() }));
vi.mock('../../src/bridge/sync.ts', () => ({ sync: { account } }));

stubOfflineAccount(account);

const UNSENT = 'Saved on this device. Will be sent.';

it("on a phone, the summary of a person's details mentions unsent changes, and the details list them", async () => {
  await showEmployeeApp(IVAN_PATH, (phone) => phone.people.put(makePerson()));
  await press('Mark active');
  const details = (await screen.findByText('Details')).closest('details')!;
  const summary = within(details.querySelector('summary')!);
  expect(await summary.findByText('Not sent yet')).toBeTruthy();
  expect(summary.getByText('Berlin')).toBeTruthy();
  const banner = (await screen.findAllByText(UNSENT)).filter((text) => details.contains(text));
  expect(banner).toHaveLength(1);
});

it('on a wide screen, shows the unsent changes of a person below their details', async () => {
  setWidth(1024);
  await showEmployeeApp(IVAN_PATH, (phone) => phone.people.put(makePerson()));
  await press('Mark active');
  const undo = await screen.findByRole('button', { name: 'Undo' });
  expect(isAbove(screen.getByText('Source'), undo)).toBe(true);
});

it('shows a change of a person that needs attention above the buttons', async () => {
  await showEmployeeApp(IVAN_PATH, (phone) => phone.people.put(makePerson()));
  await press('Mark active');
  await screen.findAllByText('Not sent yet');
  await db.outbox.toCollection().modify({ state: 'parked' });
  const retry = await screen.findByRole('button', { name: 'Try again' });
  expect(isAbove(retry, screen.getByRole('link', { name: 'Call' }))).toBe(true);
});

it('shows the unsent changes of a task below its buttons, and stuck ones above them', async () => {
  const planned = makeTask({ title: 'Call again', start_at: hoursFromNow(20) });
  await showEmployeeApp(`/tasks/${planned.id}`, (phone) => phone.tasks.put(planned));
  await press('Start');
  const undo = await screen.findByRole('button', { name: 'Undo' });
  expect(isAbove(screen.getByRole('button', { name: 'Cancel task' }), undo)).toBe(true);
  await db.outbox.toCollection().modify({ state: 'parked' });
  const retry = await screen.findByRole('button', { name: 'Try again' });
  expect(isAbove(retry, screen.getByRole('button', { name: 'Pause' }))).toBe(true);
});
