// Apart from the schema, because the frame of the app needs it before zod is loaded.

/** Number of days after which a notification is deleted. */
export const NOTIFICATION_DAYS = 30;
/** How many notifications a person keeps; older ones are deleted. */
export const MAX_NOTIFICATIONS = 200;
