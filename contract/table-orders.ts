/** Columns by which the list of an employee's leads can be sorted. */
export const leadOrders = [
  ...(['name', 'status', 'language', 'country', 'city', 'next_task', 'created_at', 'updated_at'] as const),
] as const;

/** Columns by which the list of donations can be sorted. */
export const donationOrders = ['donor', 'amount', 'method', 'purpose', 'paid_at', 'state', 'author'] as const;
