/** Maximum number of people in one request of a bulk change. */
export const MAX_BULK_PEOPLE = 100;

/** Maximum number of people that a bulk change or an export of a whole filter covers. */
export const MAX_BULK_MATCHES = 1000;
