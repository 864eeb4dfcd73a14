import { contactStatuses } from '../../../contract/filter-values.ts';
import { contactSorts, ownerFilters } from '../../bridge/search-api.ts';
import { oneOf, defineSearch, text } from '../../lib/search-params.ts';

/**
 * The filters of the contact list stay in the URL while a contact or its form is open. `merge` is the id of the contact
 * that is merged into the shown one, or CHOOSE_CONTACT; `resend` is the rejected write to correct.
 */
export const contactsSearch = defineSearch({
  q: text,
  category: text,
  status: oneOf(contactStatuses),
  whose: oneOf(ownerFilters),
  sort: oneOf(contactSorts),
  merge: text,
  resend: text,
});

/** The filters of the contact list. */
export type ContactsSearch = Omit<ReturnType<typeof contactsSearch>, 'merge' | 'resend'>;

/** `resend` is the rejected write to correct; `phone` and `name` are initial values of the form. */
export const newContactSearch = defineSearch({ resend: text, phone: text, name: text });
