import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { CallButtons } from '../../src/components/call/call-buttons.tsx';
import { promptAboutCall, savedCallIntent } from '../../src/components/call/call-intent.ts';
import { useCall } from '../../src/components/call/use-call.ts';
import { StoreProvider } from '../../src/hooks/store-context.tsx';
import type { DbPorts, PhoneDb } from '../../src/db/schema/db.ts';
import type { CallIntent } from '../../src/db/schema/meta.ts';
import { LINKED_USER_ID, makeIntent, makeLinkedContact, NUMBER } from './call-maker.ts';
import { CONTACT, makeContact } from './entry-maker.ts';
import { freshPorts, openPhone, showApp } from './fake-app.tsx';
import { InRouter } from './in-router.tsx';
import { makeDevice } from './task-maker.ts';

const dial = vi.hoisted(() => vi.fn<(number: string) => void>());
vi.mock('../../src/components/call/dial.ts', async (original) => ({ ...(await original<object>()), dial }));
const fetchPage = vi.hoisted(() => vi.fn(async () => ({ ok: true })));
vi.mock('../../src/bridge/sync.ts', () => ({ sync: { fetchPage } }));

beforeEach(() => {
  dial.mockReset();
});

/** Opens Anna's device. `intent` is the call that was started on it; null if there was none. */
async function phoneWith(intent: CallIntent | null): Promise<{ ports: DbPorts; db: PhoneDb }> {
  const ports = freshPorts();
  const db = await openPhone(ports, { is_staff: true }, { connection: 'offline' });
  await db.contacts.put(makeLinkedContact({ first_name: 'Anna', last_name: 'Berg' }));
  const rows = [{ id: LINKED_USER_ID, name: 'Anna Berg', city: null, phone: NUMBER }];
  await db.pages.put({ key: 'users_to_link', rows, fetched_at: '2026-01-01T10:00:00.000Z' });
  if (intent) await promptAboutCall(db, intent);
  return { ports, db };
}

const sheet = () => screen.findByRole('dialog', { name: 'How did the call with Anna Berg go?' });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const choose = (name: string) => fireEvent.click(screen.getByRole('radio', { name }));
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);

test('asks about a call during which the app was killed, and saves it once even on a double tap', async () => {
  const { ports, db } = await phoneWith(makeIntent());
  await showApp('/staff-dashboard', ports);
  await sheet();
  expect(field('Minutes').value).toBe('4');
  choose('No answer');
  press('Save call');
  press('Save call');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const entries = await db.outbox.toArray();
  expect(entries.map(({ kind }) => kind)).toEqual(['interaction.log', 'task.create', 'task.finish']);
  expect(entries[0]?.entity_id).toBe(makeIntent().id);
  expect(entries[0]?.args).toMatchObject({ contact_id: CONTACT, phone_raw: null, result: 'no_answer' });
  const { duration_s } = entries[0]!.args as { duration_s: number };
  expect(duration_s >= 260 && duration_s < 290).toBe(true);
  expect(await savedCallIntent(db)).toBeNull();
  expect(await screen.findByText('Saved on this device. Will be sent.')).toBeTruthy();
});

test('keeps the unsaved answers about a call when the app is killed', async () => {
  const { ports, db } = await phoneWith(makeIntent());
  await showApp('/lessons', ports);
  await sheet();
  choose('Call back');
  fireEvent.change(field('Note (optional)'), { target: { value: 'After six' } });
  await waitFor(async () => expect((await savedCallIntent(db))?.draft).toMatchObject({ note: 'After six' }));
  cleanup();
  await showApp('/staff-dashboard', ports);
  await sheet();
  expect(field('Note (optional)').value).toBe('After six');
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Call back' }).checked).toBe(true);
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /^(Tomorrow|Monday) \d\d:\d\d$/ }).checked).toBe(true);
  press('Save call');
  await waitFor(async () => expect(await db.outbox.count()).toBe(5));
  const [log, step, , , task] = await db.outbox.orderBy('seq').toArray();
  expect([log?.kind, step?.kind, task?.kind]).toEqual(['interaction.log', 'contact.edit', 'task.create']);
  expect(step?.atomic_group).toBe(log?.atomic_group);
  // The contact belongs to an account and the cached list of people is old, so the list is fetched again.
  expect(fetchPage).toHaveBeenCalledWith('users_to_link');
});

test('saves one entry for a call even if the app is killed right after saving it', async () => {
  const intent = makeIntent();
  const { ports, db } = await phoneWith(intent);
  await showApp('/staff-dashboard', ports);
  await sheet();
  choose('Reached');
  press('Save call');
  await waitFor(async () => expect(await savedCallIntent(db)).toBeNull());
  cleanup();
  await promptAboutCall(db, { ...intent, draft: { result: 'reached' } });
  await showApp('/staff-dashboard', ports);
  await sheet();
  press('Save call');
  await waitFor(async () => expect(await savedCallIntent(db)).toBeNull());
  expect(await db.interactions.count()).toBe(1);
  expect(await db.outbox.count()).toBe(3);
});

test('suggests no duration for a call that started 13 hours ago or in the future', async () => {
  for (const started_at of [Date.now() - 13 * 3_600_000, Date.now() + 3_600_000]) {
    const { ports, db } = await phoneWith(makeIntent({ started_at }));
    await showApp('/staff-dashboard', ports);
    await sheet();
    expect([field('Minutes').value, field('Seconds').value]).toEqual(['', '']);
    choose('Reached');
    press('Save call');
    await waitFor(async () => expect(await db.outbox.count()).toBe(3));
    const args = (await db.outbox.orderBy('seq').toArray())[0]?.args as { duration_s: number; at: string };
    expect(args.duration_s).toBe(0);
    expect(Date.parse(args.at)).toBeLessThanOrEqual(Date.now());
    cleanup();
  }
});

test('requires a call result and shows an error without one', async () => {
  const { ports, db } = await phoneWith(makeIntent());
  await showApp('/staff-dashboard', ports);
  await sheet();
  press('Save call');
  expect(await screen.findByText('Please, fill this field')).toBeTruthy();
  expect(await db.outbox.count()).toBe(0);
});

test('discards a call that was not made, and asks about it again after Undo', async () => {
  const { ports, db } = await phoneWith(makeIntent());
  await showApp('/staff-dashboard', ports);
  await sheet();
  press("I didn't call");
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect([await savedCallIntent(db), await db.outbox.count()]).toEqual([null, 0]);
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await sheet();
});

test('undoing a saved call reopens the questions about it with their answers', async () => {
  const { ports, db } = await phoneWith(makeIntent());
  await showApp('/staff-dashboard', ports);
  await sheet();
  choose('Busy');
  press('Save call');
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await sheet();
  expect(await db.outbox.count()).toBe(0);
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Busy' }).checked).toBe(true);
});

test('suggests the time spent in the dialer as the duration of the call', async () => {
  const { ports, db } = await phoneWith(null);
  await showApp('/staff-dashboard', ports);
  await screen.findByRole('heading', { name: 'Today' });
  let isHidden = false;
  const hidden = vi.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden);
  const began = Date.now();
  await promptAboutCall(db, makeIntent({ started_at: began }));
  isHidden = true;
  document.dispatchEvent(new Event('visibilitychange'));
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(screen.queryByRole('dialog')).toBeNull();
  const now = vi.spyOn(Date, 'now').mockImplementation(() => began + 125_000);
  isHidden = false;
  document.dispatchEvent(new Event('visibilitychange'));
  await sheet();
  expect([field('Minutes').value, field('Seconds').value]).toEqual(['2', '5']);
  now.mockRestore();
  hidden.mockRestore();
});

test('asks about a call even if no dialer opens', async () => {
  const { ports, db } = await phoneWith(null);
  await showApp('/staff-dashboard', ports);
  await screen.findByRole('heading', { name: 'Today' });
  await promptAboutCall(db, makeIntent({ started_at: Date.now() }));
  await sheet();
  expect(field('Minutes').value).toBe('');
});

function showButtons(contact = makeContact()) {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  const { store } = makeDevice('2026-05-03T10:00:00.000Z');
  render(
    <I18nProvider i18n={i18n}>
      <StoreProvider value={store}>
        <InRouter>
          <CallButtons contact={contact} />
        </InRouter>
      </StoreProvider>
    </I18nProvider>,
  );
  return store;
}

const href = (name: string) => screen.queryByRole('link', { name })?.getAttribute('href');

test('stores the call before the dialer opens', async () => {
  const store = showButtons(makeContact({ phones: [{ number: NUMBER, label: '' }] }));
  const stored: unknown[] = [];
  dial.mockImplementation(() => void savedCallIntent(store.db).then((call) => stored.push(call)));
  fireEvent.click(screen.getByRole('link', { name: 'Call' }));
  await waitFor(() => expect(stored).toMatchObject([{ contact_id: CONTACT, name: 'Jonas Weber', number: NUMBER }]));
  expect(dial).toHaveBeenCalledExactlyOnceWith(NUMBER);
});

test('opens the dialer even if the disk is full', async () => {
  const store = showButtons();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.spyOn(store.db, 'transaction').mockRejectedValue(new Error('QuotaExceededError'));
  fireEvent.click(screen.getByRole('link', { name: 'Call' }));
  await waitFor(() => expect(dial).toHaveBeenCalledOnce());
});

function CallLink({ beforeDialing }: { beforeDialing: () => Promise<void> }) {
  return <a {...useCall({ contact_id: CONTACT, name: 'Jonas Weber', number: NUMBER }, beforeDialing)}>Call</a>;
}

test('opens the dialer only after the preceding writes have ended, even if they have failed', async () => {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  let fail: (reason: Error) => void = () => {};
  const beforeDialing = vi.fn<() => Promise<void>>(
    () =>
      new Promise((_, reject) => {
        fail = reject;
      }),
  );
  render(
    <I18nProvider i18n={i18n}>
      <StoreProvider value={makeDevice('2026-05-03T10:00:00.000Z').store}>
        <CallLink beforeDialing={beforeDialing} />
      </StoreProvider>
    </I18nProvider>,
  );
  fireEvent.click(screen.getByRole('link', { name: 'Call' }));
  await waitFor(() => expect(beforeDialing).toHaveBeenCalledOnce());
  expect(dial).not.toHaveBeenCalled();
  fail(new Error('the disk is full'));
  await waitFor(() => expect(dial).toHaveBeenCalledExactlyOnceWith(NUMBER));
});

test('offers only the contact methods that a contact has', () => {
  showButtons(makeContact({ phones: [{ number: NUMBER, label: '' }], telegram: 'jonas_w' }));
  expect(href('Call')).toBe(`tel:${NUMBER}`);
  expect(href('SMS')).toBe(`sms:${NUMBER}`);
  expect(href('WhatsApp')).toBe('https://wa.me/491512345678');
  expect(href('Telegram')).toBe('https://t.me/jonas_w');
  expect(href('Log a call')).toBe(`/calls/new?contact=${CONTACT}`);
  expect(screen.getByRole('link', { name: 'WhatsApp' }).getAttribute('rel')).toContain('noopener');
  cleanup();
  showButtons(makeContact({ phones: [{ number: '112', label: '' }] }));
  expect([href('WhatsApp'), href('Telegram'), href('Call')]).toEqual([undefined, undefined, 'tel:112']);
  cleanup();
  showButtons(makeContact({ phones: [] }));
  expect([href('Call'), href('Log a call')]).toEqual([undefined, `/calls/new?contact=${CONTACT}`]);
});

test('dials the chosen number of a contact with two numbers', async () => {
  const phones = [
    { number: NUMBER, label: 'home' },
    { number: '+491520000000', label: '' },
  ];
  showButtons(makeContact({ phones }));
  // The number is shown with spaces after the numbering rules have been loaded.
  fireEvent.click(screen.getByRole('radio', { name: (name) => name.replaceAll(' ', '') === '+491520000000' }));
  fireEvent.click(screen.getByRole('link', { name: 'Call' }));
  await waitFor(() => expect(dial).toHaveBeenCalledWith('+491520000000'));
});
