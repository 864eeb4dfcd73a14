import type { Generated } from 'kysely';
import type { Lang } from '../../contract/fields.ts';
import type { LandingBlock } from '../../contract/entities/landing-block.ts';
import type { AnyProps, LandingImage } from '../../contract/landing/props.ts';
import type { BlockType, FlowState } from '../../contract/landing/values.ts';
import type { PublishedCard } from '../../contract/landing/card.ts';
import type { StoreName } from '../files/store-name.ts';
import type { Json, Synced } from './synced.ts';

interface FlowsTable extends Synced {
  id: string;
  owner_id: string;
  title: string;
  unique_name: string | null;
  /** The address that a deleted flow had. Requests for the address get 410 Gone, unless another flow now has it. */
  former_name: Generated<string | null>;
  taken_name: string | null;
  lang: Lang;
  description: string;
  cover: Json<LandingImage> | null;
  state: FlowState;
  /** Number of the version that is published; null if none is. */
  version: number | null;
  published_at: string | null;
}

interface LandingBlocksTable extends Synced {
  id: string;
  flow_id: string;
  owner_id: string;
  type: BlockType;
  position: string;
  hidden: boolean;
  props: Json<AnyProps>;
}

/** A published version of a page with all its content. Later edits do not change it. */
interface LandingVersionsTable {
  scope: string;
  flow_id: string;
  number: number;
  title: string;
  lang: Lang;
  description: string;
  cover: Json<LandingImage> | null;
  blocks: Json<LandingBlock[]>;
  /** The content of the card blocks at the time of publication. */
  cards: Json<PublishedCard[]>;
  published_at: string;
}

/** The images that a flow, its blocks or its versions use or have used. */
interface LandingFilesTable {
  scope: string;
  flow_id: string;
  sha256: string;
}

/** A published image, scaled to a certain width and encoded for landing pages. */
interface LandingImageVariantsTable {
  scope: string;
  sha256: string;
  width: number;
  format: 'avif' | 'webp';
  /** The bytes; empty if they are in another store. */
  data: Uint8Array;
  stored_in: Generated<StoreName>;
  /** Hash and size of the bytes; both are null if the bytes are in this row. */
  object_sha256: Generated<string | null>;
  bytes: Generated<number | null>;
}

/** Totals of a flow since its creation; the row is created and deleted together with the flow. */
interface FlowStatsTable {
  id: string;
  scope: string;
  owner_id: string;
  rev: number;
  deleted_at: Generated<string | null>;
  views: Generated<number>;
  visitors: Generated<number>;
  leads: Generated<number>;
}

/** Figures of a flow on one day (UTC), by the traffic source in the link that the visitors followed. */
interface LandingDaysTable {
  scope: string;
  flow_id: string;
  day: string;
  source: string;
  views: Generated<number>;
  visitors: Generated<number>;
  leads: Generated<number>;
}

/** The salt of the visitor hashes of a day. The salt and the hashes are deleted when the day is over. */
interface LandingSaltsTable {
  scope: string;
  day: string;
  salt: string;
}

/** The visitors of a page on one day, as salted hashes that are deleted when the day is over. */
interface LandingVisitorsTable {
  scope: string;
  day: string;
  flow_id: string;
  hash: string;
}

/** Names of the view journals (files of page views) that have been counted, so that no journal is counted twice. */
interface LandingJournalsTable {
  scope: string;
  name: string;
  counted_at: string;
}

/** Form submissions that were received, by the key that the form sends, so that a repeated submission has no effect. */
interface LandingPostsTable {
  scope: string;
  key: string;
  flow_id: string;
  person_id: string | null;
  contact_id: string | null;
  /** The text to which the visitor agreed, and the version of the page that showed it. */
  consent: string;
  version: number;
  at: string;
}

export interface LandingTables {
  flows: FlowsTable;
  landing_blocks: LandingBlocksTable;
  landing_versions: LandingVersionsTable;
  landing_files: LandingFilesTable;
  landing_image_variants: LandingImageVariantsTable;
  flow_stats: FlowStatsTable;
  landing_days: LandingDaysTable;
  landing_salts: LandingSaltsTable;
  landing_visitors: LandingVisitorsTable;
  landing_journals: LandingJournalsTable;
  landing_posts: LandingPostsTable;
}
