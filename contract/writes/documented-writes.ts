import type { EntityName } from '../entities/stores.ts';
import { writes, type WriteName } from './index.ts';

/** Entities that belong to one user alone: an API with only the documented calls does not store them. */
const localEntities: readonly EntityName[] = ['news_reads', 'book_shelf', 'notifications', 'saved_views'];
const localKinds: readonly WriteName[] = ['lesson.done', 'lesson.reopen'];

/** Whether the effect of a write is stored only on the device if the server has only the documented calls. */
export const isLocalWrite = (kind: WriteName, args: unknown): boolean =>
  localEntities.includes(writes[kind].entity) ||
  localKinds.includes(kind) ||
  (kind === 'settings.update' && (args as { language?: string }).language === undefined);

/** Matches the kinds of writes for which `documented` is null, but which the phone still sends with a documented call. */
const SENT_WITHOUT_MAPPING = /^(lead|flow|me)\.|^contact\.photo|^donation\.submit/;

/** Whether a write changes only the tags and groups of a person, for which there is a documented call. */
const isTagEdit = (kind: WriteName, args: unknown): boolean =>
  kind === 'person.edit' && Object.keys(args as object).every((name) => /^(tags|groups)$/.test(name));

/**
 * Whether a write is possible on a server that has only the documented calls, and of these lacks those in `missing`.
 */
export const isSupportedByDocumented = (
  kind: WriteName,
  args: unknown,
  missing: readonly { name: string }[] = [],
): boolean =>
  (writes[kind].documented !== null && !missing.some(({ name }) => name === writes[kind].documented?.call)) ||
  isLocalWrite(kind, args) ||
  SENT_WITHOUT_MAPPING.test(kind) ||
  isTagEdit(kind, args);
