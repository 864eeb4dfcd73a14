import { oneOf, defineSearch, tableParams, text } from '../../lib/search-params.ts';

/**
 * With `list=all`, all donations are listed instead of those that wait to be confirmed. `donation_state` and `method`
 * filter the table.
 */
export const donationsSearch = defineSearch({
  list: oneOf(['all']),
  donation_state: text,
  method: text,
  ...tableParams,
});

export type DonationsSearch = ReturnType<typeof donationsSearch>;

/** `person` is the id of the donor. */
export const newDonationSearch = defineSearch({ person: text });

/** `resend` is the op id of the rejected write to correct. */
export const editDonationSearch = defineSearch({ resend: text });
