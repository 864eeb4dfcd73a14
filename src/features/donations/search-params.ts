import { oneOf, defineSearch, text } from '../../lib/search-params.ts';

/** With `list=all`, all donations are listed instead of those that wait to be confirmed. */
export const donationsSearch = defineSearch({ list: oneOf(['all']) });

/** `person` is the id of the donor. */
export const newDonationSearch = defineSearch({ person: text });

/** `resend` is the op id of the rejected write to correct. */
export const editDonationSearch = defineSearch({ resend: text });
