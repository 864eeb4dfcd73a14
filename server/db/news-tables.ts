import type { Lang } from '../../contract/fields.ts';
import type { EventAnswerValue } from '../../contract/values.ts';
import type { Json, Synced } from './synced.ts';

/** A row imported from a content folder. `is_mirrored` is true if devices keep a copy. */
interface ImportedRow extends Synced {
  id: string;
  path: string;
  source_hash: string;
  language: Lang;
  title: string;
  media: Json<unknown[]>;
  is_mirrored: boolean;
}

export interface NewsTable extends ImportedRow {
  lead: string;
  body: string;
  is_important: boolean;
  published_at: string;
}

export interface EventsTable extends ImportedRow {
  description: string;
  starts_at: string;
  ends_at: string;
  time_zone: string;
  place: string;
  url: string | null;
}

/** A user's own data about a shared row. */
interface PersonalRow {
  scope: string;
  user_id: string;
  rev: number;
  created_at: string;
  updated_at: string;
}

export interface NewsReadsTable extends PersonalRow {
  news_id: string;
  read_at: string;
}

export interface EventAnswersTable extends PersonalRow {
  event_id: string;
  answer: EventAnswerValue;
  answered_at: string;
}
