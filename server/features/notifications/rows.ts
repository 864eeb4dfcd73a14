import type { EntityRows } from '../../handlers.ts';
import {
  readChangedNotifications,
  countNotifications,
  eraseNotifications,
  lockOwnNotifications,
  notificationById,
  readNotificationPage,
} from './repository.ts';

export const notificationRows: EntityRows<'notifications'> = {
  storage: { table: 'notifications', tombstones: true, erase: eraseNotifications },
  changed: readChangedNotifications,
  page: readNotificationPage,
  count: countNotifications,
  one: notificationById,
  lock: lockOwnNotifications,
};
