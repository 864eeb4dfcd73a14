import { contactFields } from '../../../contract/entities/contact.ts';
import { contactName } from '../../components/contact/contact-labels.ts';
import type { PhoneDb } from '../../db/schema/db.ts';
import { parsePhone } from '../../lib/phone.ts';
import { telegramName } from '../../lib/telegram-name.ts';
import { countryOptions } from '../../components/field/countries.ts';
import { toDateInput } from '../../lib/dates.ts';
import { MAX_EMAILS, MAX_PHONES, type ContactFields } from './form-draft.ts';
import { forEachContact } from '../../db/queries/all-contacts.ts';

export type PhoneKind = 'mobile' | 'home' | 'work' | '';

/** A person read from a vCard or from the device's contacts. */
export interface ParsedCard {
  first_name: string;
  last_name: string;
  middle_name: string;
  phones: { number: string; kind: PhoneKind }[];
  emails: string[];
  telegram: string;
  address: string;
  city: string;
  /** Country as a code or a name. */
  country: string;
  date_birth: string;
  notes: string;
  /** The lines of a vCard with the photo; null if there is none. */
  photo: Blob | null;
}

/** A part of a vCard that is not imported. For `unreadable` and `nobody`, the entire card is not imported. */
export type CardIssue =
  | { what: 'unreadable' | 'nobody' }
  | { what: 'phone' | 'email' | 'telegram' | 'date_birth'; text: string }
  | { what: 'too_many_phones' | 'too_many_emails' | 'shortened' };

/** One person in the preview of an import. */
export interface Candidate {
  key: number;
  name: string;
  /** Fields of the new contact; null if the person cannot be saved. */
  fields: ContactFields | null;
  problems: CardIssue[];
  photo: Blob | null;
  /** An existing contact, or an earlier card of the file, with the same number. */
  duplicate: { name: string; where: 'book' | 'file' } | null;
}

interface ImportContext {
  country: string | null;
  now: number;
  kinds: Readonly<Record<PhoneKind, string>>;
}

/** Returns a text without invisible characters, truncated to the field's limit. */
function cleanedText(text: string, longest: number, problems: CardIssue[]): string {
  const visibleText = text
    .normalize('NFC')
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g, '')
    .trim();
  if (visibleText.length <= longest) return visibleText;
  problems.push({ what: 'shortened' });
  return visibleText.slice(0, longest).trim();
}

async function phonesOf(card: ParsedCard, { country, kinds }: ImportContext, problems: CardIssue[]) {
  const phones: ContactFields['phones'] = [];
  for (const { number, kind } of card.phones) {
    if (number === '') continue;
    const read = await parsePhone(number, country);
    if (read === null) problems.push({ what: 'phone', text: number });
    else if (!phones.some((other) => other.number === read)) phones.push({ number: read, label: kinds[kind] });
  }
  if (phones.length > MAX_PHONES) problems.push({ what: 'too_many_phones' });
  return phones.slice(0, MAX_PHONES);
}

function emailsOf(card: ParsedCard, problems: CardIssue[]): string[] {
  const emails = [...new Set(card.emails.filter(Boolean))].filter((email) => {
    const isValid = contactFields.emails.safeParse([email]).success;
    if (!isValid) problems.push({ what: 'email', text: email });
    return isValid;
  });
  if (emails.length > MAX_EMAILS) problems.push({ what: 'too_many_emails' });
  return emails.slice(0, MAX_EMAILS);
}

function birthDateOf({ date_birth }: ParsedCard, now: number, problems: CardIssue[]): string | null {
  if (date_birth === '') return null;
  const [, year, month, day] = /^(\d{4})-?(\d{2})-?(\d{2})/.exec(date_birth) ?? [];
  const isoDate = `${year}-${month}-${day}`;
  if (year && contactFields.date_birth.safeParse(isoDate).success && isoDate <= toDateInput(now)) return isoDate;
  problems.push({ what: 'date_birth', text: date_birth });
  return null;
}

function telegramOf({ telegram }: ParsedCard, problems: CardIssue[]): string | null {
  const name = telegramName(telegram);
  if (name === '') return null;
  if (contactFields.telegram.safeParse(name).success) return name;
  problems.push({ what: 'telegram', text: telegram });
  return null;
}

/** Returns the code of a country given as a code or as a name in any of our languages. */
export function parseCountryCode(written: string): string | null {
  const text = written.trim();
  if (text === '') return null;
  const languages = ['en', 'ru', 'de'];
  const options = languages.flatMap((language) => countryOptions(language));
  const matchesCountry = ({ value, label }: { value: string; label: string }): boolean =>
    value === text.toUpperCase() || label.toLowerCase() === text.toLowerCase();
  return options.find(matchesCountry)?.value ?? null;
}

async function fieldsOf(
  card: ParsedCard,
  reading: ImportContext,
  problems: CardIssue[],
): Promise<ContactFields | null> {
  const phones = await phonesOf(card, reading, problems);
  const emails = emailsOf(card, problems);
  const telegram = telegramOf(card, problems);
  // A card without a name is still imported; its number, email or Telegram name then becomes the first name.
  const first = card.first_name.trim() || card.last_name.trim() || phones[0]?.number || emails[0] || telegram || '';
  const country = parseCountryCode(card.country);
  const place = country === null ? [card.address, card.country].filter(Boolean).join(', ') : card.address;
  if (first === '') return null;
  const cleaned = (text: string, longest: number): string => cleanedText(text, longest, problems);
  return {
    phones,
    emails,
    telegram,
    country,
    first_name: cleaned(first, 100),
    last_name: card.first_name.trim() === '' ? '' : cleaned(card.last_name, 100),
    middle_name: cleaned(card.middle_name, 100),
    city: cleaned(card.city, 100),
    address: cleaned(place, 200),
    date_birth: birthDateOf(card, reading.now, problems),
    notes: cleaned(card.notes, 10_000),
    work_zone: '',
    is_partner: false,
    category_id: null,
    status: 'new',
    next_step_at: null,
    consent: null,
  };
}

/** Returns the names of all contacts by phone number. It reads all contacts, so call it only once per file. */
export async function contactNamesByNumber(db: PhoneDb): Promise<Map<string, string>> {
  const numbers = new Map<string, string>();
  await forEachContact(db, (contact) => {
    for (const { number } of contact.phones) numbers.set(number, contactName(contact));
  });
  return numbers;
}

/** Returns the people of a file as they would be saved, with the parts that are not imported and with duplicates. */
export async function candidatesOf(
  cards: readonly (ParsedCard | null)[],
  book: ReadonlyMap<string, string>,
  reading: ImportContext,
): Promise<Candidate[]> {
  const namesByEarlierNumber = new Map<string, string>();
  const candidates: Candidate[] = [];
  for (const [key, card] of cards.entries()) {
    const problems: CardIssue[] = [];
    const fields = card && (await fieldsOf(card, reading, problems));
    if (!fields) problems.push({ what: card ? 'nobody' : 'unreadable' });
    const name = fields ? contactName(fields) : '';
    const numbers = (fields?.phones ?? []).map(({ number }) => number);
    const existingNumber = numbers.find((number) => book.has(number));
    const repeatedNumber = numbers.find((number) => namesByEarlierNumber.has(number));
    const duplicate =
      existingNumber !== undefined
        ? ({ name: book.get(existingNumber)!, where: 'book' } as const)
        : repeatedNumber !== undefined
          ? ({ name: namesByEarlierNumber.get(repeatedNumber)!, where: 'file' } as const)
          : null;
    for (const number of numbers) if (!namesByEarlierNumber.has(number)) namesByEarlierNumber.set(number, name);
    candidates.push({ key, name, fields, problems, photo: card?.photo ?? null, duplicate });
  }
  return candidates;
}
