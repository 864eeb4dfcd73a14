import type { Generated } from 'kysely';
import type { EntityName } from '../../contract/entities/stores.ts';
import type { ContactColor, FileType, InteractionKind, PhotoType, TaskResult } from '../../contract/values.ts';
import type { ContactStatus } from '../../contract/filter-values.ts';
import type { StoreName } from '../files/store-name.ts';
import type { GeneratedJson, Json, Synced } from './synced.ts';

export interface ContactsTable extends Synced {
  id: string;
  owner_id: string;
  first_name: string;
  last_name: string;
  middle_name: string;
  phones: Json<{ number: string; label: string }[]>;
  emails: Json<string[]>;
  telegram: string | null;
  city: string;
  country: string | null;
  date_birth: string | null;
  address: string;
  work_zone: string;
  is_partner: boolean;
  category_id: string | null;
  status: ContactStatus;
  photo_sha256: string | null;
  photo_mime: PhotoType | null;
  notes: string;
  next_step_at: string | null;
  consent: Json<{ given_at: string; how: string }> | null;
  linked_user_id: string | null;
  /** Ids of the contacts that were merged into this one, newest first. */
  merged_ids: GeneratedJson<string[]>;
  /** The text in which searches look for words: `contactSearchText` of the contract. */
  search: Generated<string>;
}

export interface ContactCategoriesTable extends Synced {
  id: string;
  owner_id: string;
  name: string;
  color: ContactColor;
  position: number;
}

export interface InteractionsTable extends Synced {
  id: string;
  contact_id: string | null;
  user_id: string | null;
  phone_raw: string | null;
  kind: InteractionKind;
  direction: 'in' | 'out';
  at: string;
  corrected_at: string;
  duration_s: number;
  result: TaskResult;
  note: string;
  follow_up_at: string | null;
  task_id: string | null;
  author_id: string;
}

export interface HandoversTable extends Synced {
  id: string;
  from_id: string;
  to_id: string;
  entity: EntityName;
  entity_id: string;
  kind: string;
  title: string;
  args: Json<Record<string, unknown>>;
  /** The original record id and args, if the offer was redirected to another record. */
  sent: Json<{ entity_id: string; args: Record<string, unknown> }> | null;
  state: 'offered' | 'taken' | 'declined';
  at: string;
}

/** A complete file, identified by the hash of its content. */
export interface BlobsTable {
  scope: string;
  sha256: string;
  mime: FileType;
  /** Size of the stored bytes. */
  bytes: number;
  /** The stored bytes; empty if they are in another store. */
  data: Uint8Array;
  created_at: string;
  /** Where the bytes are. See: [Note: File stores] */
  stored_in: Generated<StoreName>;
  /** Hash of the stored bytes, under which a store outside the database keeps them; null if they are in this row. */
  object_sha256: Generated<string | null>;
  /** Size of an image in pixels; null for other files, and if the bytes are in this row. */
  width: Generated<number | null>;
  height: Generated<number | null>;
}

/** A user's upload of a file, unfinished or complete. */
export interface BlobUploadsTable {
  scope: string;
  user_id: string;
  sha256: string;
  mime: FileType;
  bytes: number;
  received: number;
  updated_at: string;
  completed_at: string | null;
}

export interface BlobPartsTable {
  scope: string;
  user_id: string;
  sha256: string;
  start: number;
  data: Uint8Array;
}
