import { Refused } from '../../../contract/errors.ts';
import type { RowsContext } from '../../handlers.ts';

export interface TagGroup {
  id: string;
  name: string;
  tags: { id: string; name: string }[];
}

/** Returns the tag groups with their tags, both in display order. */
export async function readTagGroups({ tx, caller }: RowsContext): Promise<TagGroup[]> {
  const { scope } = caller;
  const groups = await tx
    .selectFrom('tag_groups')
    .select(['id', 'name'])
    .where('scope', '=', scope)
    .orderBy('position')
    .orderBy('id')
    .execute();
  const tags = await tx
    .selectFrom('tags')
    .select(['id', 'name', 'group_id'])
    .where('scope', '=', scope)
    .orderBy('position')
    .orderBy('id')
    .execute();
  return groups.map((group) => ({
    ...group,
    tags: tags.filter(({ group_id }) => group_id === group.id).map(({ id, name }) => ({ id, name })),
  }));
}

/**
 * Checks that all newly added tags and groups exist. Tags and groups that the person already had (`had`) are kept even
 * if they no longer exist. Throws `tag_unknown`.
 */
export async function checkTags(
  context: RowsContext,
  { tags = [], groups = [] }: { tags?: readonly string[] | undefined; groups?: readonly string[] | undefined },
  had: { tags: readonly string[]; groups: readonly string[] } = { tags: [], groups: [] },
): Promise<void> {
  const newTags = tags.filter((name) => !had.tags.includes(name));
  const newGroups = groups.filter((name) => !had.groups.includes(name));
  if (newTags.length + newGroups.length === 0) return;
  const existingGroups = await readTagGroups(context);
  const names = new Set(existingGroups.flatMap((group) => group.tags.map(({ name }) => name)));
  if (newTags.some((name) => !names.has(name))) throw new Refused('tag_unknown', { tags: 'tag_unknown' });
  if (newGroups.some((name) => !existingGroups.some((group) => group.name === name)))
    throw new Refused('tag_unknown', { groups: 'tag_unknown' });
}
