/** Columns by which the list of an employee's leads can be sorted. */
export const leadOrders = [
  ...(['name', 'status', 'language', 'country', 'city', 'next_task', 'created_at', 'updated_at'] as const),
] as const;

/** Columns by which the list of donations can be sorted. */
export const donationOrders = ['donor', 'amount', 'method', 'purpose', 'paid_at', 'state', 'author'] as const;

/** Columns by which the table of employees can be sorted. */
export const employeeOrders = [
  ...(['name', 'state', 'taken', 'limit', 'rating', 'language', 'country', 'city', 'seen', 'pending'] as const),
] as const;

/** States by which the table of employees can be filtered; they depend on the current time. */
export const employeeStates = ['working', 'off', 'blocked'] as const;

/** Orders of the list of imports. A minus sign stands for the descending order. */
export const importOrders = [
  ...(['-created_at', 'created_at', 'filename', '-filename', 'total', '-total'] as const),
  ...(['failed', '-failed', 'state', '-state'] as const),
] as const;
export type ImportOrder = (typeof importOrders)[number];

/**
 * Orders of the audit log. A minus sign stands for the descending order. Entries of the same action are sorted newest
 * first.
 */
export const auditOrders = ['-at', 'at', 'action', '-action'] as const;
export type AuditOrder = (typeof auditOrders)[number];
