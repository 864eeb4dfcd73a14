import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ContactCategory } from '../../contract/entities/contact-category.ts';
import type { DbPorts, PhoneDb } from '../../src/db/schema/db.ts';
import type { PickedContact } from '../../src/features/contacts/contact-picker.tsx';
import { CONTACT, makeContact } from './entry-maker.ts';
import { ANNA, freshPorts, openPhone, showApp } from './fake-app.tsx';
import { stubNavigator } from './stub-browser.ts';

let ports: DbPorts;
let db: PhoneDb;

beforeAll(async () => {
  // Loads the screens' chunks, so that the first test does not wait for them.
  await Promise.all([
    import('../../src/features/contacts/contact-edit-screen.tsx'),
    import('../../src/features/contacts/contact-form-more.tsx'),
    import('../../src/features/contacts/import-screen.tsx'),
    import('../../src/features/contacts/categories-screen.tsx'),
    import('../../src/features/contacts/contact-form-picker.tsx'),
    import('ical.js'),
    import('../../src/db/outbox/outbox.ts'),
    import('libphonenumber-js/min'),
  ]);
});
beforeEach(async () => {
  ports = freshPorts();
  db = await openPhone(ports, { country: 'DE' }, { connection: 'offline' });
});

const queue = () => db.outbox.orderBy('seq').toArray();
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));
const typeIn = async (name: string, value: string) =>
  fireEvent.change(await screen.findByRole('textbox', { name }), { target: { value } });

const category = (number: number, name: string): ContactCategory => ({
  id: `0198c000-0000-7000-8000-0000000000d${number}`,
  rev: number,
  owner_id: ANNA,
  name,
  color: 'teal',
  position: number,
  created_at: '2026-05-01T10:00:00.000Z',
  updated_at: '2026-05-01T10:00:00.000Z',
});

/** Simulates a device with a contact picker that returns these people. */
function withContactPicker(people: PickedContact[]): void {
  stubNavigator('contacts', { getProperties: async () => ['name', 'tel', 'email'], select: async () => people });
}

describe('device contact picker', () => {
  test("does not offer the device's contact picker where it is not supported", async () => {
    await showApp('/contacts/new', ports);
    await screen.findByRole('textbox', { name: 'First name' });
    expect(screen.queryByRole('button', { name: 'Choose from this device' })).toBeNull();
  });

  test('fills the contact form with one picked person and keeps typed values', async () => {
    withContactPicker([{ name: ['Nina Petrova'], tel: ['0151 2345678', '0151 2345678'], email: [] }]);
    await showApp('/contacts/new', ports);
    await press('More');
    await typeIn('City', 'Berlin');
    await press('Choose from this device');
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Phone' }).value).not.toBe(''));
    await press('Save contact');
    await waitFor(async () => expect(await queue()).toHaveLength(1));
    expect((await queue())[0]?.args).toMatchObject({
      first_name: 'Nina',
      last_name: 'Petrova',
      city: 'Berlin',
      phones: [{ number: '+491512345678', label: '' }],
    });
  });

  test('shows several picked people before they are saved', async () => {
    withContactPicker([
      { name: ['Nina'], tel: ['0151 2345678'] },
      { name: ['Max'], tel: ['hello'] },
    ]);
    await showApp('/contacts/new', ports);
    await press('Choose from this device');
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText('Phone is incorrect: hello')).toBeTruthy();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save 2 contacts' }));
    await waitFor(async () => expect(await queue()).toHaveLength(2));
  });
});

describe('contact import', () => {
  const card = (...lines: string[]) => ['BEGIN:VCARD', 'VERSION:3.0', ...lines, 'END:VCARD'].join('\r\n');
  const file = (text: string) => {
    const bytes = new TextEncoder().encode(text);
    return Object.assign(new File([bytes], 'book.vcf'), { arrayBuffer: async () => bytes.buffer });
  };
  const choose = async (text: string) =>
    fireEvent.change(await screen.findByLabelText('vCard files'), { target: { files: [file(text)] } });

  test('the contact import saves the selected people and explains why others were skipped', async () => {
    await db.contacts.put(makeContact());
    await showApp('/contacts/import', ports);
    await choose(
      [
        card('FN:Nina Petrova', 'TEL:0151 2345678'),
        card('FN:Max', 'TEL:0160 1234567'),
        card('FN:Jonas', 'TEL:+49 151 2345679'),
        card('NOTE:nobody'),
      ].join('\r\n'),
    );
    expect(await screen.findByText('Already in contacts: Jonas Weber')).toBeTruthy();
    expect(screen.getByText('Name and number are missing')).toBeTruthy();
    fireEvent.click(screen.getByRole('checkbox', { name: /^Max/ }));
    await press('Save 1 contact');
    expect(await screen.findByText('1 saved, 3 skipped')).toBeTruthy();
    for (const reason of ['not selected: 1', 'already in contacts: 1', 'Name and number are missing: 1'])
      expect(screen.getByText(reason)).toBeTruthy();
    expect(await queue()).toMatchObject([{ kind: 'contact.create', title: 'Nina Petrova' }]);
  });

  test('the contact import saves 120 people', async () => {
    await showApp('/contacts/import', ports);
    await choose(Array.from({ length: 120 }, (_, index) => card(`FN:Person ${index}`)).join('\r\n'));
    await press('Save 120 contacts');
    expect(await screen.findByText('120 saved')).toBeTruthy();
    expect(await db.outbox.count()).toBe(120);
  });

  test('the contact import reports a file without contacts', async () => {
    await showApp('/contacts/import', ports);
    await choose('name;phone');
    expect(await screen.findByText(/No contacts found in this file/)).toBeTruthy();
  });
});

describe('contact categories', () => {
  beforeEach(() => db.contact_categories.bulkPut([category(1, 'Family'), category(2, 'Work')]));

  test('adds a contact category only under an unused name', async () => {
    await showApp('/contacts/categories', ports);
    await press('New category');
    await typeIn('Name', ' family ');
    await press('Add category');
    expect(await screen.findByText('A category with this name already exists')).toBeTruthy();
    await typeIn('Name', 'Neighbours');
    fireEvent.click(screen.getByRole('radio', { name: 'Plum' }));
    await press('Add category');
    await waitFor(async () => expect(await queue()).toHaveLength(1));
    expect((await queue())[0]?.args).toMatchObject({ name: 'Neighbours', color: 'plum', position: 3 });
  });

  test('renames and recolours a contact category', async () => {
    await showApp('/contacts/categories', ports);
    await press('Work');
    await typeIn('Name', 'Office');
    fireEvent.click(screen.getByRole('radio', { name: 'Plum' }));
    await press('Save category');
    await waitFor(async () => expect(await queue()).toHaveLength(1));
    expect((await queue())[0]?.args).toEqual({ name: 'Office', color: 'plum' });
  });

  test('moves a contact category up with a button, which is disabled for the first category', async () => {
    await showApp('/contacts/categories', ports);
    await press('Change order');
    await press('Move Work up');
    const names = () => screen.getAllByRole('listitem').map((row) => row.textContent);
    await waitFor(() => expect(names()[0]).toContain('Work'));
    expect(screen.getByRole('button', { name: 'Move Work up' })).toHaveProperty('disabled', true);
  });

  test('says how many contacts will lose a category before it is deleted, and undoes the deletion', async () => {
    await db.contacts.put(makeContact({ category_id: category(1, 'Family').id }));
    await showApp('/contacts/categories', ports);
    await press('Family');
    await press('Delete category');
    expect(await screen.findByText(/1 contact will lose this category/)).toBeTruthy();
    await press('Delete category');
    await waitFor(async () => expect(await db.contact_categories.count()).toBe(1));
    await press('Undo');
    await waitFor(async () => expect(await db.contact_categories.count()).toBe(2));
    expect(await queue()).toEqual([]);
    expect((await db.contacts.get(CONTACT))?.category_id).toBe(category(1, 'Family').id);
  });
});
