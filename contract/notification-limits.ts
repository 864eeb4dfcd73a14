// These limits are separate from the schema, because the app shell needs them before zod is loaded.

/** Number of days after which a notification is deleted. */
export const NOTIFICATION_DAYS = 30;
/** Maximum number of notifications that are kept for a user; older ones are deleted. */
export const MAX_NOTIFICATIONS = 200;
