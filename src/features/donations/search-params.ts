import { oneOf, searchOf, text } from '../../lib/search-params.ts';

/** `list` selects all donations instead of those that wait to be confirmed. */
export const donationsSearch = searchOf({ list: oneOf(['all']) });

/** `person` is the donor. */
export const newDonationSearch = searchOf({ person: text });

/** `resend` is the rejected write to correct. */
export const editDonationSearch = searchOf({ resend: text });
