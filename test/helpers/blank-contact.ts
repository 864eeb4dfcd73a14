import type { ContactCreateArgs } from '../../contract/entities/contact.ts';

/** The fields of a contact of whom only the first name is known. */
export const blankContact: Omit<ContactCreateArgs, 'first_name' | 'at'> = {
  last_name: '',
  middle_name: '',
  phones: [],
  emails: [],
  telegram: null,
  city: '',
  country: null,
  date_birth: null,
  address: '',
  work_zone: '',
  is_partner: false,
  category_id: null,
  status: 'new',
  notes: '',
  next_step_at: null,
  consent: null,
};
