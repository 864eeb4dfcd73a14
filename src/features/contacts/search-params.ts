import { contactStatuses } from '../../../contract/values.ts';
import { sorts, ownerFilters } from '../../bridge/search-api.ts';
import { oneOf, searchOf, text } from '../../lib/search-params.ts';

/** The filters of the list, which an open contact keeps. */
export const contactsSearch = searchOf({
  q: text,
  category: text,
  status: oneOf(contactStatuses),
  whose: oneOf(ownerFilters),
  sort: oneOf(sorts),
});

export type ContactsSearch = ReturnType<typeof contactsSearch>;

/** `resend`: the rejected write that is corrected; `phone` and `name` are filled in. */
export const newContactSearch = searchOf({ resend: text, phone: text, name: text });

export const editContactSearch = searchOf({ resend: text });
