import type { Contact } from '../../../contract/entities/contact.ts';
import { fullName } from '../../components/contact/contact-labels.ts';
import type { PhoneKind } from './import-cards.ts';

/** The data that a vCard needs besides the contact itself. */
export interface CardDetails {
  /** Name of the contact's category, or null. */
  category: string | null;
  /** The contact's photo; null if it is not on this device. */
  photo: { mime: string; data: ArrayBuffer } | null;
}

/** A property in the jCard format: name, parameters, type, value or list of values. */
type Property = [string, Record<string, string>, string, unknown];

const types: Readonly<Record<PhoneKind, string>> = { mobile: 'CELL', home: 'HOME', work: 'WORK', '': 'VOICE' };

/** Encodes bytes as base64. Works in chunks, because a function call has a limited number of arguments. */
function base64(data: ArrayBuffer): string {
  const bytes = new Uint8Array(data);
  let text = '';
  for (let at = 0; at < bytes.length; at += 8_192) text += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  return btoa(text);
}

const phoneKindOf = (label: string, kinds: Readonly<Record<PhoneKind, string>>): PhoneKind =>
  (['mobile', 'home', 'work'] as const).find((kind) => kinds[kind] === label) ?? '';

function propertiesOf(contact: Contact, { category, photo }: CardDetails, kinds: Readonly<Record<PhoneKind, string>>) {
  const { address, city, country } = contact;
  const properties: (Property | false)[] = [
    ['version', {}, 'text', '3.0'],
    ['uid', {}, 'text', `urn:uuid:${contact.id}`],
    ['n', {}, 'text', [contact.last_name, contact.first_name, contact.middle_name, '', '']],
    ['fn', {}, 'text', fullName(contact)],
    ...contact.phones.map(({ number, label }): Property => [
      'tel',
      { type: types[phoneKindOf(label, kinds)] },
      'text',
      number,
    ]),
    ...contact.emails.map((email): Property => ['email', { type: 'INTERNET' }, 'text', email]),
    contact.telegram !== null && ['url', {}, 'uri', `https://t.me/${contact.telegram}`],
    (address !== '' || city !== '' || country !== null) && [
      'adr',
      {},
      'text',
      ['', '', address, city, '', '', country ?? ''],
    ],
    contact.date_birth !== null && ['bday', {}, 'date', contact.date_birth],
    category !== null && ['categories', {}, 'text', category],
    contact.notes !== '' && ['note', {}, 'text', contact.notes],
    photo !== null && [
      'photo',
      { encoding: 'b', type: photo.mime.replace('image/', '').toUpperCase() },
      'binary',
      base64(photo.data),
    ],
  ];
  return properties.filter((property) => property !== false);
}

/**
 * Returns a function that formats a contact as a vCard 3.0, which all address books can read. Phone numbers keep the
 * standard types; Telegram names become links. `kinds` are the names of these types in the user's language.
 */
export async function createVcardWriter(
  kinds: Readonly<Record<PhoneKind, string>>,
): Promise<(contact: Contact, details: CardDetails) => string> {
  const { default: ICAL } = await import('ical.js');
  return (contact, details) => ICAL.stringify(['vcard', propertiesOf(contact, details, kinds), []]);
}
