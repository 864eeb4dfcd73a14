import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { isAbove } from './controls.ts';
import { IVAN_PATH, press, stubOfflineAccount, showEmployeeApp } from './people-app.ts';
import { makePerson } from './people-maker.ts';
import { setWidth, stubClipboard } from './stub-browser.ts';

const { account } = vi.hoisted(() => ({ account: vi.fn<(verb: string, ...args: unknown[]) => Promise<unknown>>() }));
vi.mock('../../src/bridge/sync.ts', () => ({ sync: { account } }));

stubOfflineAccount(account);

type Change = Parameters<typeof makePerson>[0];

const showPerson = (change: Change = {}) => showEmployeeApp(IVAN_PATH, (phone) => phone.people.put(makePerson(change)));

it('shows status and number of a person beside the name, and copies the number', async () => {
  const writeText = stubClipboard();
  await showPerson();
  const title = await screen.findByRole('heading', { level: 1, name: 'Ivan Petrov' });
  expect(within(title.parentElement!).getByText('Processing')).toBeTruthy();
  fireEvent.click(await screen.findByRole('button', { name: 'Copy +49 1511 2345678' }));
  expect(await screen.findByText('Number copied')).toBeTruthy();
  expect(writeText).toHaveBeenCalledWith('+4915112345678');
});

it('labels the invalid phone number of a person as wrong', async () => {
  await showPerson({ phone_invalid: true });
  expect(await screen.findByText('Wrong number')).toBeTruthy();
});

it('offers the message apps in which a person can be reached', async () => {
  await showPerson({ email: 'ivan@example.org', telegram: 'ivan_p' });
  await press('Message');
  const sheet = within(await screen.findByRole('dialog', { name: 'Message Ivan Petrov' }));
  const links = sheet.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toEqual([
    'sms:+4915112345678',
    'https://wa.me/4915112345678',
    'https://t.me/ivan_p',
    'mailto:ivan@example.org',
  ]);
});

it('offers neither a call nor a message for a person who asked not to be contacted', async () => {
  await showPerson({ do_not_contact: true });
  await screen.findByText('Asked not to be called or messaged');
  expect(screen.queryByRole('link', { name: 'Call' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Message' })).toBeNull();
  expect(screen.getByRole('button', { name: 'More' })).toBeTruthy();
});

it('on a phone, shows the note composer first and the details of a person folded above the timeline', async () => {
  await showPerson();
  const note = await screen.findByRole('textbox', { name: 'Write a note' });
  const details = screen.getByText('Details').closest('details')!;
  expect(details.open).toBe(false);
  expect(within(details).getByText('Russian')).toBeTruthy();
  const history = await screen.findByRole('heading', { name: 'History' });
  const order = [screen.getByRole('link', { name: 'Call' }), note, details, history];
  expect(order.toSorted((a, b) => (isAbove(a, b) ? -1 : 1))).toEqual(order);
});

it('on a wide screen, shows the details of a person beside the timeline', async () => {
  setWidth(1024);
  await showPerson();
  expect((await screen.findByText('Russian')).closest('details')).toBeNull();
});
