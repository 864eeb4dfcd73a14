import type { NotificationKind } from '../../contract/entities/notification.ts';

interface NotificationsTable {
  scope: string;
  id: string;
  rev: number;
  user_id: string;
  kind: NotificationKind;
  target_id: string;
  title: string;
  /** The person or contact whom it is about, if any; needed to erase their data. */
  person_id: string | null;
  by_id: string | null;
  /** Of several notifications of the same occasion, a user gets the first. */
  occasion: string;
  read_at: string | null;
  created_at: string;
  updated_at: string;
  deleted_at: string | null;
  deleted_by: string | null;
}

export interface NotificationTables {
  notifications: NotificationsTable;
}
