import { fireEvent, screen } from '@testing-library/react';
import type { Person } from '../../contract/entities/person.ts';
import type { PhoneDb } from '../../src/db/schema/db.ts';
import { hoursFromNow } from './news-maker.ts';
import { makePerson } from './people-maker.ts';

export const SINCE = hoursFromNow(-900);
export const SHA = 'a'.repeat(64);
export const contractFile = { sha256: SHA, mime: 'application/pdf' as const, name: 'contract.pdf', bytes: 1_200_000 };
export const makePartner = (change: Partial<Person> = {}): Person =>
  makePerson({
    ...{ status: 'active', partner_since: SINCE, company: 'Berg Books', partner_note: 'Two shops' },
    ...{ commission_percent: 0, partner_files: [], ...change },
  });

export const savePeople =
  (...people: Person[]) =>
  (phone: PhoneDb) =>
    phone.people.bulkPut(people);

const bytesOf = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0));
export const pdfFile = (name = 'contract.pdf', size = 0) => new File([bytesOf('%PDF-1.7'), new Uint8Array(size)], name);
export const chooseFiles = async (...files: File[]) =>
  fireEvent.change(await screen.findByLabelText('Files of the partner'), { target: { files } });
export const type = async (name: string, value: string) =>
  fireEvent.change(await screen.findByRole('textbox', { name }), { target: { value } });
