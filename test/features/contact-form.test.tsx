import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { contactFields, type Contact } from '../../contract/entities/contact.ts';
import type { Duplicate, DuplicateQuery } from '../../src/bridge/search-api.ts';
import type { DbPorts, PhoneDb } from '../../src/db/schema/db.ts';
import { chooseOption, openSelect, selectOf } from './controls.ts';
import { CONTACT, makeContact, makeEntry } from './entry-maker.ts';
import { freshPorts, openPhone, showApp, type RenderedApp } from './fake-app.tsx';

const picker = vi.hoisted(() => ({ last: null as unknown, answer: [] as unknown[] }));
vi.mock('../../src/bridge/search.ts', () => ({
  search: {
    duplicates: async (_: string, ask: unknown) => {
      picker.last = ask;
      return picker.answer;
    },
    find: async () => null,
    recheck: () => {},
    onChange: () => () => {},
  },
}));
const answer = (found: Duplicate[]): void => void (picker.answer = found);

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
  answer([]);
  ports = freshPorts();
  db = await openPhone(ports, { country: 'DE' }, { connection: 'offline' });
});

const queue = () => db.outbox.orderBy('seq').toArray();
const box = (name: string | RegExp) => screen.findByRole<HTMLInputElement>('textbox', { name });
const typeIn = async (name: string, value: string): Promise<HTMLInputElement> => {
  const field = await box(name);
  fireEvent.change(field, { target: { value } });
  return field;
};
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));
const notice = async (title: string) => (await screen.findByText(title)).closest<HTMLElement>('[role="alert"]')!;
const save = () => press(/^Save (contact|anyway)$/);

async function openForm(path: string, contact?: Contact): Promise<RenderedApp> {
  if (contact) await db.contacts.put(contact);
  const app = await showApp(path, ports);
  await box('First name');
  return app;
}

describe('new contact', () => {
  test('saves a new contact and shows its number in international form', async () => {
    const app = await openForm('/contacts/new');
    await typeIn('First name', ' Nina ');
    fireEvent.blur(await typeIn('Phone', '0151 2345678'));
    await waitFor(async () => expect((await box('Phone')).value).toBe('+49 1512345678'));
    await save();
    await waitFor(async () => expect(await queue()).toHaveLength(1));
    const [entry] = await queue();
    expect(entry).toMatchObject({ kind: 'contact.create', title: 'Nina' });
    expect(entry?.args).toMatchObject({ first_name: 'Nina', phones: [{ number: '+491512345678', label: '' }] });
    await waitFor(() => expect(app.path()).toBe(`/contacts/${entry?.entity_id}`));
    expect(await screen.findByText('Saved on this device. Will be sent.')).toBeTruthy();
    expect(screen.queryByText('Contact saved')).toBeNull();
    expect(await db.meta.get('draft:contact:new')).toBeUndefined();
  });

  test('does not save a contact without a name, and the error summary links to the field', async () => {
    await openForm('/contacts/new');
    await save();
    const summary = await notice('Please, fill empty fields');
    const field = await box('First name');
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText('Please, fill this field')).toBeTruthy();
    (await box('Last name')).focus();
    fireEvent.click(within(summary).getByRole('button', { name: 'First name' }));
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(await queue()).toEqual([]);
  });

  test.each(['hello', '+49 15'])('validates the phone number %s when its field loses focus', async (number) => {
    await openForm('/contacts/new');
    fireEvent.blur(await typeIn('Phone', number));
    expect(await screen.findByText('Phone is incorrect')).toBeTruthy();
    await typeIn('Phone', '112');
    await waitFor(() => expect(screen.queryByText('Phone is incorrect')).toBeNull());
  });

  test('focuses an invalid email address of a contact, and saves the account name of a Telegram link', async () => {
    await openForm('/contacts/new');
    await typeIn('First name', 'Nina');
    await press('More');
    await typeIn('Telegram', 'https://t.me/nina_p');
    await typeIn('Email', 'nina');
    await save();
    await waitFor(async () => expect(document.activeElement).toBe(await box('Email')));
    expect(screen.getByText('Correct these fields')).toBeTruthy();
    expect(screen.getByText('Please, enter valid email address')).toBeTruthy();
    await typeIn('Email', 'nina@example.org');
    await save();
    await waitFor(async () => expect(await queue()).toHaveLength(1));
    expect((await queue())[0]?.args).toMatchObject({ telegram: 'nina_p', emails: ['nina@example.org'] });
  });

  test('names possible duplicates of a contact, and saves the contact when "Save anyway" is pressed', async () => {
    await db.contacts.put(makeContact());
    answer([{ id: CONTACT, why: 'phone' }]);
    await openForm('/contacts/new');
    await typeIn('First name', 'Jonas');
    fireEvent.blur(await typeIn('Phone', '0151 2345679'));
    const link = await screen.findByRole('link', { name: 'Jonas Weber' });
    expect(link.getAttribute('href')).toBe(`/contacts/${CONTACT}`);
    expect(picker.last as DuplicateQuery).toMatchObject({ phones: ['+491512345679'], name: 'Jonas' });
    await press('Save anyway');
    await waitFor(async () => expect(await queue()).toHaveLength(1));
  });

  test('restores the draft of a new contact, and clears it on Start over', async () => {
    await openForm('/contacts/new');
    await typeIn('First name', 'Half');
    await typeIn('Phone', '0151');
    cleanup();
    await waitFor(async () => expect(await db.meta.get('draft:contact:new')).toBeTruthy());
    await openForm('/contacts/new');
    expect(await screen.findByText('Continue where you left off')).toBeTruthy();
    expect((await box('First name')).value).toBe('Half');
    expect((await box('Phone')).value).toBe('0151');
    await press('Start over');
    await waitFor(async () => expect((await box('First name')).value).toBe(''));
    expect(screen.queryByText('Continue where you left off')).toBeNull();
  });

  test('a contact waits for a category that was created in its form', async () => {
    await openForm('/contacts/new');
    await typeIn('First name', 'Nina');
    await chooseOption('Category', 'New category…');
    await typeIn('New category', 'Family');
    await press('Add category');
    expect(await screen.findByRole('button', { name: 'Family Category' })).toBeTruthy();
    await save();
    await waitFor(async () => expect(await queue()).toHaveLength(2));
    const [category, contact] = await queue();
    expect(contact?.deps).toEqual([category?.op_id]);
    expect(contact?.args).toMatchObject({ category_id: category?.entity_id });
  });

  test('stays in the contact form while the disk is full, and saves the contact on the next attempt', async () => {
    await openForm('/contacts/new');
    await typeIn('First name', 'Nina');
    const full = Object.assign(new Error('full'), { name: 'QuotaExceededError' });
    const adding = vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
      throw full;
    });
    await save();
    expect(await screen.findByText('Storage on this device is full')).toBeTruthy();
    expect((await box('First name')).value).toBe('Nina');
    adding.mockRestore();
    await save();
    await waitFor(async () => expect(await queue()).toHaveLength(1));
  });
});

describe('edited contact', () => {
  const edit = `/contacts/${CONTACT}/edit`;

  test('sends only the changed fields of a contact', async () => {
    await openForm(edit, makeContact());
    await typeIn('First name', 'John');
    await save();
    await waitFor(async () => expect(await queue()).toHaveLength(1));
    expect((await queue())[0]).toMatchObject({ kind: 'contact.edit', args: { first_name: 'John' } });
  });

  test('closes the contact form without a write when nothing has changed', async () => {
    const app = await openForm(edit, makeContact());
    await save();
    await waitFor(() => expect(app.path()).toBe(`/contacts/${CONTACT}`));
    expect(await queue()).toEqual([]);
  });

  test('shows an error when the only identifying field of a contact is emptied', async () => {
    await openForm(edit, makeContact());
    fireEvent.blur(await typeIn('First name', ''));
    expect(await screen.findByText('This field cannot be empty')).toBeTruthy();
  });

  test('changes the status "do not contact" only after two confirmations', async () => {
    await openForm(edit, makeContact({ status: 'do_not_contact' }));
    const status = await selectOf('Status');
    await chooseOption('Status', 'Contacted');
    await press('Change status');
    expect(status.textContent).toBe('Do not contact');
    await press('Yes, change it');
    await waitFor(() => expect(status.textContent).toBe('Contacted'));
  });

  test('does not offer contact statuses that only the server sets', async () => {
    await openForm(edit, makeContact());
    const options = await openSelect('Status');
    expect(options.queryByRole('option', { name: 'Registered' })).toBeNull();
    expect(options.getByRole('option', { name: 'Invited' })).toBeTruthy();
  });

  test("reports that others have changed the contact, and keeps the user's own values on the next save", async () => {
    await openForm(edit, makeContact());
    await typeIn('Last name', 'Mine');
    await db.contacts.put(makeContact({ rev: 8, last_name: 'Theirs', city: 'Bonn' }));
    await save();
    const theirs = await notice('Someone changed this in the meantime');
    expect(within(theirs).getByText('Last name: Theirs')).toBeTruthy();
    expect(within(theirs).queryByText(/Bonn/)).toBeNull();
    expect(await queue()).toEqual([]);
    await save();
    await waitFor(async () => expect(await queue()).toHaveLength(1));
    expect((await queue())[0]?.args).toEqual({ last_name: 'Mine' });
  });

  test("restores the draft of an edited contact without undoing others' changes", async () => {
    await openForm(edit, makeContact());
    await typeIn('Last name', 'Mine');
    cleanup();
    await waitFor(async () => expect(await db.meta.get(`draft:contact:${CONTACT}`)).toBeTruthy());
    await openForm(edit, makeContact({ rev: 9, first_name: 'Johannes' }));
    expect((await box('First name')).value).toBe('Johannes');
    expect((await box('Last name')).value).toBe('Mine');
    await save();
    await waitFor(async () => expect(await queue()).toHaveLength(1));
    expect((await queue())[0]?.args).toEqual({ last_name: 'Mine' });
  });
});

describe('rejected contact', () => {
  const contact = makeContact();
  const names = Object.keys(contactFields) as (keyof typeof contactFields)[];
  const fields = Object.fromEntries(names.map((name) => [name, contact[name]]));
  const args = { ...fields, first_name: 'Wrong', phones: [{ number: '112', label: '' }], at: contact.created_at };
  const refused = (change: object) =>
    makeEntry(1, {
      entity: 'contacts',
      entity_id: CONTACT,
      state: 'rejected',
      frozen: '{}',
      error: { status: 422, code: 'contacts_full', at: 0 },
      ...change,
    });

  test('replaces a rejected contact with the contact corrected in the form', async () => {
    const entry = refused({ kind: 'contact.create', args });
    await db.outbox.add(entry);
    await openForm(`/contacts/new?resend=${entry.op_id}`);
    expect(screen.getByText('You have too many contacts. Delete some first')).toBeTruthy();
    expect((await box('First name')).value).toBe('Wrong');
    await typeIn('First name', 'Right');
    await save();
    await waitFor(async () => expect((await queue())[0]?.supersedes).toBe(entry.op_id));
    const [next] = await queue();
    expect(next).toMatchObject({ kind: 'contact.create', entity_id: CONTACT, state: 'queued' });
    expect(next?.args).toEqual({ ...args, first_name: 'Right' });
  });

  test('a corrected contact edit also contains the changes of the rejected edit', async () => {
    const entry = refused({ kind: 'contact.edit', args: { city: 'Bonn', last_name: 'X' } });
    await db.outbox.add(entry);
    await openForm(`/contacts/${CONTACT}/edit?resend=${entry.op_id}`, makeContact());
    await typeIn('Last name', 'Weber');
    await typeIn('First name', 'John');
    await save();
    await waitFor(async () => expect((await queue())[0]?.supersedes).toBe(entry.op_id));
    expect((await queue())[0]?.args).toEqual({ city: 'Bonn', last_name: 'Weber', first_name: 'John' });
  });

  test('the contact form reports that the rejected write no longer exists', async () => {
    await showApp('/contacts/new?resend=0198c000-0000-7000-8000-0000000000ff', ports);
    expect(await screen.findByText(/is no longer waiting/)).toBeTruthy();
  });
});
