import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Contact } from '../../contract/entities/contact.ts';
import type { DbPorts, PhoneDb } from '../../src/db/schema/db.ts';
import { CONTACT, makeContact, makeEntry } from './entry-maker.ts';
import { freshPorts, openPhone, showApp, type RenderedApp } from './fake-app.tsx';

let ports: DbPorts;
let db: PhoneDb;

beforeAll(async () => {
  // Loads the screens' chunks, so that the first test does not wait for them.
  await Promise.all([
    import('../../src/features/contacts/contact-edit-screen.tsx'),
    import('../../src/features/contacts/contact-form-more.tsx'),
    import('../../src/features/contacts/contact-screen.tsx'),
    import('../../src/db/outbox/outbox.ts'),
    import('libphonenumber-js/min'),
  ]);
});
beforeEach(async () => {
  ports = freshPorts();
  db = await openPhone(ports, { country: 'DE' }, { connection: 'offline' });
});

const EDIT = `/contacts/${CONTACT}/edit`;

const queue = () => db.outbox.orderBy('seq').toArray();
const box = (name: string | RegExp) => screen.findByRole<HTMLInputElement>('textbox', { name });
const typeIn = async (name: string, value: string) => fireEvent.change(await box(name), { target: { value } });
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));
const save = () => press('Save contact');
const expectFocused = async (name: string) => {
  const field = await box(name);
  await waitFor(() => expect(document.activeElement).toBe(field));
};
const draft = async () => (await db.meta.get('draft:contact:new'))?.value;

async function openForm(path: string, contact?: Contact): Promise<RenderedApp> {
  if (contact) await db.contacts.put(contact);
  const app = await showApp(path, ports);
  await box('First name');
  return app;
}

describe('phone numbers and email addresses of a contact', () => {
  test('focuses a newly added phone number or email address, and saves equal numbers only once', async () => {
    await openForm('/contacts/new');
    await typeIn('First name', 'Nina');
    expect(screen.queryByRole('button', { name: 'Add phone' })).toBeNull();
    await typeIn('Phone', '0151 2345678');
    await press('Add phone');
    await expectFocused('Phone 2');
    expect(screen.queryByRole('button', { name: 'Add phone' })).toBeNull();
    await typeIn('Phone 2', '0151 2345679');
    await press('Add phone');
    await typeIn('Phone 3', '+49 151 2345678');
    await press('More');
    await typeIn('Email', 'nina@example.org');
    await press('Add email');
    await expectFocused('Email 2');
    await typeIn('Email 2', 'n@example.org');
    await save();
    await waitFor(async () => expect(await queue()).toHaveLength(1));
    expect((await queue())[0]?.args).toMatchObject({
      phones: [
        { number: '+491512345678', label: '' },
        { number: '+491512345679', label: '' },
      ],
      emails: ['nina@example.org', 'n@example.org'],
    });
  });

  test('focuses the first remaining field when a phone number or email address is removed', async () => {
    const phones = ['+491512345671', '+491512345672', '+491512345673'].map((number) => ({ number, label: 'Home' }));
    await openForm(EDIT, makeContact({ phones, emails: ['a@example.org', 'b@example.org'] }));
    await press('Remove Phone 2');
    await expectFocused('Phone 1');
    await press('Remove Email 1');
    await expectFocused('Email');
    expect(screen.queryByRole('button', { name: /Remove Email/ })).toBeNull();
    await save();
    await waitFor(async () => expect(await queue()).toHaveLength(1));
    expect((await queue())[0]?.args).toEqual({ phones: [phones[0], phones[2]], emails: ['b@example.org'] });
  });

  test('allows at most five phone numbers and three email addresses in a contact', async () => {
    const phones = [1, 2, 3, 4].map((digit) => ({ number: `+49151234567${digit}`, label: '' }));
    await openForm(EDIT, makeContact({ phones, emails: ['a@example.org', 'b@example.org'] }));
    await press('Add phone');
    await typeIn('Phone 5', '+49 151 2345675');
    expect(screen.queryByRole('button', { name: 'Add phone' })).toBeNull();
    await press('Add email');
    await typeIn('Email 3', 'c@example.org');
    expect(screen.queryByRole('button', { name: 'Add email' })).toBeNull();
  });

  test('formats a phone number after blur, unless the user has typed another one', async () => {
    await openForm('/contacts/new');
    await typeIn('Phone', '0151 2345678');
    fireEvent.blur(await box('Phone'));
    await typeIn('Phone', '0151 2345679');
    await typeIn('First name', 'Nina');
    await save();
    await waitFor(async () => expect(await queue()).toHaveLength(1));
    expect((await queue())[0]?.args).toMatchObject({ phones: [{ number: '+491512345679' }] });
  });

  test('focuses the first invalid field, and names each list once in the error summary', async () => {
    await openForm(EDIT, makeContact({ emails: ['a@example.org'] }));
    await press('Add phone');
    await typeIn('Phone 2', 'hello');
    await typeIn('Email', 'nina');
    await save();
    await expectFocused('Phone 2');
    const summary = within((await screen.findByText('Correct these fields')).closest<HTMLElement>('[role="alert"]')!);
    expect(summary.getAllByRole('button').map((link) => link.textContent)).toEqual(['Phone', 'Email']);
    fireEvent.click(summary.getByRole('button', { name: 'Email' }));
    await expectFocused('Email');
    fireEvent.click(summary.getByRole('button', { name: 'Phone' }));
    await expectFocused('Phone 2');
  });

  test('shows an error about all phone numbers of a contact below their list', async () => {
    const phones = [1, 2, 3, 4, 5, 6].map((digit) => ({ number: `+49151234567${digit}`, label: '' }));
    await openForm(EDIT, makeContact({ phones }));
    await save();
    await expectFocused('Phone 1');
    const list = screen.getByRole('group', { name: 'Phones' });
    expect(within(list).getByText('This text is too long')).toBeTruthy();
    await press('Remove Phone 6');
    await waitFor(() => expect(within(list).queryByText('This text is too long')).toBeNull());
  });
});

describe('rejected contact', () => {
  const refused = (fields: Record<string, string>, code: 'invalid' | 'conflict' = 'invalid') =>
    makeEntry(1, {
      kind: 'contact.edit',
      entity: 'contacts',
      entity_id: CONTACT,
      args: { first_name: 'Wrong' },
      state: 'rejected',
      frozen: '{}',
      error: { status: 422, code, fields, at: 0 },
    });

  test('shows the errors of a rejected contact on its fields, and replaces it with the corrected one', async () => {
    const entry = refused({ first_name: 'too_long', phones: 'phone_invalid' });
    await db.outbox.add(entry);
    await openForm(`${EDIT}?resend=${entry.op_id}`, makeContact());
    const name = await box('First name');
    await waitFor(() => expect(name.getAttribute('aria-invalid')).toBe('true'));
    expect(within(screen.getByRole('group', { name: 'Phone' })).getByText('Phone is incorrect')).toBeTruthy();
    await typeIn('First name', 'Right');
    await typeIn('Phone', '0151 2345678');
    await save();
    await waitFor(async () => expect((await queue())[0]?.supersedes).toBe(entry.op_id));
  });

  test("does not treat the server's values in a conflict as errors", async () => {
    const entry = refused({ first_name: 'Theirs' }, 'conflict');
    await db.outbox.add(entry);
    await openForm(`${EDIT}?resend=${entry.op_id}`, makeContact());
    await screen.findByText('This was not accepted');
    expect((await box('First name')).getAttribute('aria-invalid')).toBeNull();
  });
});

describe('draft of a contact', () => {
  test('stores the draft of a contact with each keystroke', async () => {
    await openForm('/contacts/new');
    await typeIn('First name', 'N');
    expect(await draft()).toMatchObject({ draft: { first_name: 'N' } });
    await typeIn('First name', 'Ni');
    await typeIn('Phone', '01');
    expect(await draft()).toMatchObject({ draft: { first_name: 'Ni', phones: [{ text: '01', label: '' }] } });
  });

  test('restores both phone numbers of a contact draft', async () => {
    await openForm('/contacts/new');
    await typeIn('Phone', '01');
    await press('Add phone');
    await typeIn('Phone 2', '02');
    cleanup();
    await openForm('/contacts/new');
    expect((await box('Phone 1')).value).toBe('01');
    expect((await box('Phone 2')).value).toBe('02');
  });

  test('restores a contact draft stored by an older version', async () => {
    const phones = [{ key: '7', text: '0151', label: 'Home' }];
    const emails = [{ key: '8', text: 'nina@', label: '' }];
    await db.meta.put({ key: 'draft:contact:new', value: { draft: { phones, emails }, began: null } });
    await openForm('/contacts/new');
    expect((await box('Phone')).value).toBe('0151');
    expect((await box('Email')).value).toBe('nina@');
    await typeIn('First name', 'Nina');
    expect(await draft()).toMatchObject({ draft: { emails: [{ text: 'nina@' }] } });
  });

  test('restores a contact draft of an older version that only removed the photo', async () => {
    await db.meta.put({ key: `draft:contact-photo:${CONTACT}`, value: null });
    await openForm(EDIT, makeContact({ photo: { sha256: 'a'.repeat(64), mime: 'image/jpeg' } }));
    await screen.findByRole('button', { name: 'Choose photo' });
    await save();
    await waitFor(async () => expect(await queue()).toHaveLength(1));
    expect((await queue())[0]).toMatchObject({ kind: 'contact.photo', args: { photo: null } });
  });

  test('stores the photo of a contact draft once, not with each keystroke', async () => {
    const photo = { sha256: 'a'.repeat(64), mime: 'image/jpeg', data: new ArrayBuffer(9) };
    await db.meta.put({ key: 'draft:contact-photo:new', value: photo });
    await openForm('/contacts/new');
    const put = vi.spyOn(IDBObjectStore.prototype, 'put');
    await typeIn('First name', 'Nina');
    expect(await draft()).toMatchObject({ draft: { first_name: 'Nina' } });
    expect(JSON.stringify(put.mock.calls)).not.toContain('contact-photo');
    expect(JSON.stringify(await draft())).not.toContain('sha256');
    await press('Remove photo');
    await waitFor(async () => expect(await db.meta.get('draft:contact-photo:new')).toBeUndefined());
  });
});

describe('filters of the contact list', () => {
  const FILTERS = '?q=jo&status=contacted';

  test('keeps the list filters when a contact is edited and when the form is left', async () => {
    await db.contacts.put(makeContact());
    const app = await showApp(`/contacts/${CONTACT}${FILTERS}`, ports);
    fireEvent.click(await screen.findByRole('link', { name: 'Edit' }));
    await typeIn('First name', 'John');
    expect(app.path()).toBe(`${EDIT}${FILTERS}`);
    expect(screen.getByRole('link', { name: /Jonas Weber/ }).getAttribute('href')).toBe(
      `/contacts/${CONTACT}${FILTERS}`,
    );
    await save();
    await waitFor(() => expect(app.path()).toBe(`/contacts/${CONTACT}${FILTERS}`));
  });

  test('keeps the list filters when the form was opened by its URL', async () => {
    const app = await openForm(`${EDIT}${FILTERS}`, makeContact());
    await save();
    await waitFor(() => expect(app.path()).toBe(`/contacts/${CONTACT}${FILTERS}`));
  });
});
