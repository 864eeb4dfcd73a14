import { hasRoomForFile, partnerOf, type Partner, type PartnerFile } from '../entities/partner.ts';
import type { Person } from '../entities/person.ts';
import { Refused } from '../errors.ts';
import { nextLeadStatus } from './lead.ts';

/** Company and note that are entered when a person becomes a partner. */
export interface NewPartner {
  company: string;
  partner_note: string;
  at: string;
}

/**
 * Makes a person a partner with the status `active`. A repeated call changes nothing. Throws `already_partner` if the
 * person is a partner with a different company or note, and `lead_state` if the work with the person has ended.
 */
export function makePartner(person: Person, { company, partner_note, at }: NewPartner): Person {
  const partner = partnerOf(person);
  if (partner) {
    const isSame = partner.company === company && partner.note === partner_note;
    if (isSame || (company === '' && partner_note === '')) return person;
    throw new Refused('already_partner');
  }
  const status = nextLeadStatus(person.status, 'join') ?? person.status;
  const added = { partner_since: at, company, partner_note, commission_percent: 0, partner_files: [] };
  return { ...person, ...added, status, waiting_since: null };
}

/** Returns the partner data of a person. Throws `not_a_partner`. */
export function getPartner(person: Person): Partner {
  const partner = partnerOf(person);
  if (!partner) throw new Refused('not_a_partner');
  return partner;
}

/** Adds a file. Adding a file that the partner already has changes nothing. Throws `files_full` and `not_a_partner`. */
export function addPartnerFile(person: Person, file: PartnerFile): Person {
  const partner = getPartner(person);
  if (partner.files.some(({ sha256 }) => sha256 === file.sha256)) return person;
  if (!hasRoomForFile(partner)) throw new Refused('files_full');
  return { ...person, partner_files: [...partner.files, file] };
}

/** Removes a file. Removing a file that the partner does not have changes nothing. Throws `not_a_partner`. */
export function removePartnerFile(person: Person, sha256: string): Person {
  const { files } = getPartner(person);
  const partner_files = files.filter((file) => file.sha256 !== sha256);
  return partner_files.length === files.length ? person : { ...person, partner_files };
}

/** Sets the commission in percent. Throws `not_a_partner`. */
export function setCommission(person: Person, commission_percent: number): Person {
  return getPartner(person).commission_percent === commission_percent ? person : { ...person, commission_percent };
}
