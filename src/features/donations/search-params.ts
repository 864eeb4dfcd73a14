import { oneOf, defineSearch, text } from '../../lib/search-params.ts';

/** `list` selects all donations instead of those that wait to be confirmed. */
export const donationsSearch = defineSearch({ list: oneOf(['all']) });

/** `person` is the donor. */
export const newDonationSearch = defineSearch({ person: text });

/** `resend` is the rejected write to correct. */
export const editDonationSearch = defineSearch({ resend: text });
