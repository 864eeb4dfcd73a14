import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { Me } from '../../contract/entities/me.ts';
import type { ActionResult } from '../../src/bridge/results.ts';
import { sync } from '../../src/bridge/sync.ts';
import { openDeviceDb, type PhoneDb } from '../../src/db/schema/db.ts';
import { savedDeviceValue } from '../../src/db/schema/device.ts';
import { saveMeta } from '../../src/db/schema/meta.ts';
import { chooseOption, typeDate, typeOption } from './controls.ts';
import { makeContact } from './entry-maker.ts';
import { ANNA, freshPorts, openPhone, showApp } from './fake-app.tsx';
import { stubClipboard, stubFileUrls, stubNavigator } from './stub-browser.ts';

let db: PhoneDb;

async function showAt(path: string, change: Partial<Me> = {}) {
  const ports = freshPorts();
  db = await openPhone(ports, change, { connection: 'offline' });
  return showApp(path, ports);
}

const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name: new RegExp(`^${name}`) });
const write = async (name: string, value: string) => fireEvent.change(await field(name), { target: { value } });
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const queue = () => db.outbox.orderBy('seq').toArray();

it('shows the profile and shares the promo code as a link', async () => {
  const writeText = stubClipboard();
  const share = vi.fn<(data: ShareData) => Promise<void>>().mockResolvedValue();
  stubNavigator('share', share);
  await showAt('/profile/view', { promo_code: 'ANNA-26', telegram: 'anna_b', city: 'Bonn' });
  expect(await screen.findByText('@anna_b')).toBeTruthy();
  expect(screen.getByText('Bonn')).toBeTruthy();
  expect(screen.getByText('ANNA-26')).toBeTruthy();
  await press('Copy link');
  await waitFor(() => expect(writeText).toHaveBeenCalledWith(`${location.origin}/register/ANNA-26`));
  await press('Share');
  await waitFor(() => expect(share.mock.calls[0]?.[0].url).toBe(`${location.origin}/register/ANNA-26`));
});

it('sends only the changed fields of a profile, and shows them immediately', async () => {
  const { path } = await showAt('/profile/edit', { city: 'Bonn', country: 'DE' });
  await write('First name', 'Anne');
  await write('City', '');
  await write('Telegram', 'https://t.me/anne_b');
  await typeOption('Time zone', 'almaty', 'Asia/Almaty');
  await press('Save');
  await waitFor(() => expect(path()).toBe('/profile/view'));
  expect((await queue()).map(({ kind, args }) => [kind, args])).toEqual([
    ['me.update', { first_name: 'Anne', city: null, telegram: 'anne_b', time_zone: 'Asia/Almaty' }],
  ]);
  expect(await screen.findByRole('heading', { name: 'Anne Berg' })).toBeTruthy();
  expect(await screen.findByText('Not sent yet')).toBeTruthy();
  expect(await screen.findByText('Saved on this device. Will be sent.')).toBeTruthy();
  await press('Undo');
  expect(await screen.findByRole('heading', { name: 'Anna Berg' })).toBeTruthy();
  expect(await queue()).toEqual([]);
});

it('shows for at least half a second that the profile is being saved', async () => {
  const { path } = await showAt('/profile/edit');
  await write('City', 'Bonn');
  await press('Save');
  const startedAt = performance.now();
  await screen.findByText('Saving');
  expect(path()).toBe('/profile/edit');
  await waitFor(() => expect(path()).toBe('/profile/view'), { interval: 10 });
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(490);
  expect(screen.queryByText('Saving')).toBeNull();
});

it('restores unsaved profile values on top of newer data until they are saved or discarded', async () => {
  const { ports } = await showAt('/profile/edit', { city: 'Bonn' });
  await write('First name', 'Anne');
  await write('City', 'Cologne');
  await write('City', 'Bonn');
  await waitFor(async () => expect((await db.meta.get('draft:profile'))?.value).toEqual({ first_name: 'Anne' }));
  cleanup();
  await db.me.update(ANNA, { city: 'Berlin' });
  await showApp('/profile/edit', ports);
  await screen.findByText('Continue where you left off');
  expect((await field('First name')).value).toBe('Anne');
  expect((await field('City')).value).toBe('Berlin');
  await press('Start over');
  await waitFor(async () => expect((await field('First name')).value).toBe('Anna'));
  expect(await db.meta.get('draft:profile')).toBeUndefined();
  await write('First name', 'Annika');
  await press('Save');
  await waitFor(async () => expect((await queue()).map(({ args }) => args)).toEqual([{ first_name: 'Annika' }]));
  await waitFor(async () => expect(await db.meta.get('draft:profile')).toBeUndefined());
});

it('saving the profile with another language changes the language of this device', async () => {
  const { path } = await showAt('/profile/edit');
  await chooseOption('Language', 'Deutsch');
  await press('Save');
  await waitFor(() => expect(path()).toBe('/profile/view'));
  expect((await queue()).map(({ kind, args }) => [kind, args])).toEqual([['settings.update', { language: 'de' }]]);
  await waitFor(() => expect(document.documentElement.lang).toBe('de'));
});

it('the profile offers no date of birth in the future', async () => {
  await showAt('/profile/edit', { date_birth: '1990-05-14' });
  const group = await screen.findByRole('group', { name: /Date of birth/ });
  fireEvent.click(within(group).getByRole('button', { name: /Calendar/ }));
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /year/ }));
  const years = within(await screen.findByRole('listbox')).getAllByRole('option');
  expect(years.at(-1)?.textContent).toBe(String(new Date().getFullYear()));
});

it('shows profile errors on their fields and changes nothing', async () => {
  await showAt('/profile/edit');
  await write('First name', ' ');
  await write('Telegram', 'a b');
  await typeDate('Date of birth', '2999-01-01');
  await press('Save');
  expect(await screen.findByText('This field cannot be empty')).toBeTruthy();
  expect(screen.getByText('Enter a Telegram name or a t.me link')).toBeTruthy();
  expect(screen.getByText('This is in the future')).toBeTruthy();
  expect(await queue()).toEqual([]);
});

it('crops a profile picture to a square on the device, and queues its file', async () => {
  const drawings: number[][] = [];
  class Canvas {
    constructor(width: number, height: number) {
      drawings.push([width, height]);
    }
    getContext = () => ({
      fillRect: () => {},
      drawImage: (_: unknown, ...at: number[]) => drawings.push(at),
    });
    convertToBlob = async ({ type }: { type: string }) =>
      Object.assign(new Blob([new Uint8Array(9)], { type }), { arrayBuffer: async () => new ArrayBuffer(9) });
  }
  vi.stubGlobal('OffscreenCanvas', Canvas);
  vi.stubGlobal('createImageBitmap', async () => ({ width: 4000, height: 3000, close: () => {} }));
  stubFileUrls();
  vi.spyOn(crypto.subtle, 'digest').mockImplementation(async () => new Uint8Array(32).fill(0xaa).buffer);
  await showAt('/profile/edit');
  const file = new File([new Uint8Array(50)], 'me.jpg', { type: 'image/jpeg' });
  fireEvent.change(await screen.findByLabelText('Photo file'), { target: { files: [file] } });
  expect(await screen.findByRole('button', { name: 'Remove photo' })).toBeTruthy();
  expect(drawings.slice(0, 2)).toEqual([
    [512, 512],
    [500, 0, 3000, 3000, 0, 0, 512, 512],
  ]);
  const [entry] = await queue();
  expect(entry).toMatchObject({ kind: 'me.avatar', blobs: ['a'.repeat(64)], args: { photo: { bytes: 9 } } });
  expect(await db.blobs.get('a'.repeat(64))).toMatchObject({ sent_at: null, mime: 'image/jpeg' });
});

it('a new email address is confirmed by a code, and only while online', async () => {
  const account = vi.spyOn(sync, 'account') as unknown as ReturnType<
    typeof vi.fn<(verb: string, ...args: unknown[]) => Promise<ActionResult>>
  >;
  account.mockResolvedValueOnce({ ok: false, why: 'offline' });
  const { path } = await showAt('/profile/edit/email');
  await press('Email me a code');
  expect(await screen.findByText('Please, fill this field')).toBeTruthy();
  await write('New email', 'anna@');
  await press('Email me a code');
  expect(await screen.findByText('Please, enter valid email address')).toBeTruthy();
  await write('New email', 'new@example.org');
  await press('Email me a code');
  expect(await screen.findByText(/You need to be online to change this/)).toBeTruthy();
  account.mockResolvedValueOnce({ ok: false, why: 'refused', code: 'email_taken' });
  await press('Email me a code');
  expect(await screen.findByText('Email is already in use')).toBeTruthy();
  account.mockResolvedValueOnce({ ok: true });
  await press('Email me a code');
  expect(await screen.findByText(/We emailed a code to new@example.org/)).toBeTruthy();
  await write('Code from the email', '12345');
  await press('Save');
  expect(await screen.findByText(/This code is wrong/)).toBeTruthy();
  account.mockResolvedValueOnce({ ok: true });
  await write('Code from the email', '123456');
  await press('Save');
  await waitFor(() => expect(path()).toBe('/profile/view'));
  expect(account.mock.calls.at(-1)).toEqual(['updateProfile', { email: 'new@example.org', code: '123456' }]);
  expect(await queue()).toEqual([]);
});

it("completes a new phone number with the country's prefix, and requests an emailed code to confirm it", async () => {
  const account = vi.spyOn(sync, 'account') as unknown as ReturnType<
    typeof vi.fn<(verb: string, ...args: unknown[]) => Promise<ActionResult>>
  >;
  account.mockResolvedValue({ ok: true });
  await showAt('/profile/edit/phone', { country: 'DE' });
  await write('New phone', '0151 1234567x');
  await press('Email me a code');
  expect(await screen.findByText('Phone is incorrect')).toBeTruthy();
  await write('New phone', '0151 12345678');
  await press('Email me a code');
  expect(await screen.findByText(/We emailed a code to anna@example.org/)).toBeTruthy();
  expect(account.mock.calls.at(-1)).toEqual(['sendCode', { phone: '+4915112345678' }]);
});

it('queues the choice to show contact details to the team; at first, they are hidden', async () => {
  await showAt('/profile/settings');
  const choice = await screen.findByRole<HTMLInputElement>('switch', { name: /^Show my phone number and email/ });
  expect(choice.checked).toBe(false);
  fireEvent.click(choice);
  await waitFor(() => expect(choice.checked).toBe(true));
  expect((await queue()).map(({ kind, args }) => [kind, args])).toEqual([
    ['me.update', { show_contact_to_team: true }],
  ]);
});

it('stores the download settings on the device, not in the account, and applies them at once', async () => {
  stubNavigator('connection', { type: 'cellular', effectiveType: '4g', saveData: false });
  const download = vi.spyOn(sync, 'download').mockResolvedValue(undefined);
  await showAt('/profile/settings');
  for (const name of ['Data saver: fewer and smaller files', /Wi-Fi only/, 'Download next lessons automatically'])
    fireEvent.click(await screen.findByRole('switch', { name }));
  const device = openDeviceDb({ indexedDB, IDBKeyRange });
  await waitFor(async () => {
    const names = ['data_saver', 'wifi_only', 'auto_download'] as const;
    expect(await Promise.all(names.map((name) => savedDeviceValue(device, name)))).toEqual([true, true, true]);
  });
  const quality = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name: new RegExp(`^${name}`) });
  expect(quality('Medium, 540p').checked).toBe(true);
  fireEvent.click(quality('Low, 360p'));
  await waitFor(() => expect(quality('Low, 360p').checked).toBe(true));
  expect(await savedDeviceValue(device, 'film_quality')).toBe(360);
  device.close();
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('switch', { name: /Wi-Fi only/ }).checked).toBe(true));
  expect(download).toHaveBeenCalledOnce();
  expect(await queue()).toEqual([]);
});

it("exports the user's own data as one complete file without credentials", async () => {
  const files = stubFileUrls();
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  await showAt('/profile/settings');
  await saveMeta(db, 'token', 'a-secret-token');
  await db.contacts.bulkPut(
    Array.from({ length: 1200 }, (_, index) =>
      makeContact({ id: `0198c000-0000-7000-8000-${String(index).padStart(12, '0')}`, first_name: `Nr. ${index}` }),
    ),
  );
  await press('Export my data');
  await waitFor(() => expect(click).toHaveBeenCalled());
  const text = await new Promise<string>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.readAsText(files[0]!);
  });
  expect(text).not.toContain('a-secret-token');
  const data = JSON.parse(text) as Record<string, { id: string }[]>;
  expect(data['contacts']).toHaveLength(1200);
  expect(data['me']).toEqual([expect.objectContaining({ id: ANNA, email: 'anna@example.org' })]);
  expect(Object.keys(data)).toEqual(expect.arrayContaining(['tickets', 'tasks', 'lesson_progress', 'not_sent']));
});
