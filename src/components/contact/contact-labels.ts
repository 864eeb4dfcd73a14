import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Contact } from '../../../contract/entities/contact.ts';
import type { ContactColor } from '../../../contract/values.ts';
import type { ContactStatus } from '../../../contract/filter-values.ts';

export const contactStatusLabels: Record<ContactStatus, MessageDescriptor> = {
  new: msg({ message: 'New', context: 'contact status' }),
  contacted: msg({ message: 'Contacted', context: 'contact status' }),
  interested: msg({ message: 'Interested', context: 'contact status' }),
  invited: msg({ message: 'Invited', context: 'contact status' }),
  registered: msg({ message: 'Registered', context: 'contact status' }),
  partner: msg({ message: 'Partner', context: 'contact status' }),
  not_interested: msg({ message: 'Not interested', context: 'contact status' }),
  do_not_contact: msg({ message: 'Do not contact', context: 'contact status' }),
};

export const contactColorLabels: Record<ContactColor, MessageDescriptor> = {
  teal: msg`Teal`,
  amber: msg`Amber`,
  clay: msg`Clay`,
  plum: msg`Plum`,
  moss: msg`Moss`,
  slate: msg`Slate`,
  berry: msg`Berry`,
  sky: msg`Sky`,
  olive: msg`Olive`,
  sand: msg`Sand`,
};

type Named = Pick<Contact, 'first_name' | 'last_name'>;

/** Returns the name as lists show and sort it: first and last name. */
export const contactName = ({ first_name, last_name }: Named): string => `${first_name} ${last_name}`.trim();

/** Returns the name including the middle name, for screens that show a single contact. */
export const fullName = ({ first_name, middle_name, last_name }: Named & Pick<Contact, 'middle_name'>): string =>
  [first_name, middle_name, last_name].filter((part) => part !== '').join(' ');
