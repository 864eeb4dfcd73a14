import type { EntityRows } from '../../handlers.ts';
import {
  changedNotifications,
  countNotifications,
  eraseNotifications,
  lockOwnNotifications,
  notificationById,
  notificationPage,
} from './repository.ts';

export const notificationRows: EntityRows<'notifications'> = {
  storage: { table: 'notifications', tombstones: true, erase: eraseNotifications },
  changed: changedNotifications,
  page: notificationPage,
  count: countNotifications,
  one: notificationById,
  lock: lockOwnNotifications,
};
