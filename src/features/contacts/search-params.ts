import { contactStatuses } from '../../../contract/filter-values.ts';
import { sorts, ownerFilters } from '../../bridge/search-api.ts';
import { oneOf, defineSearch, text } from '../../lib/search-params.ts';

const filters = {
  q: text,
  category: text,
  status: oneOf(contactStatuses),
  whose: oneOf(ownerFilters),
  sort: oneOf(sorts),
};

/** The filters of the contact list, which stay in the URL while a contact or its form is open. */
export const contactsSearch = defineSearch(filters);

export type ContactsSearch = ReturnType<typeof contactsSearch>;

/** `resend` is the rejected write to correct; `phone` and `name` are initial values of the form. */
export const newContactSearch = defineSearch({ resend: text, phone: text, name: text });

export const editContactSearch = defineSearch({ ...filters, resend: text });
