import { uuidv7 } from 'uuidv7';
import type { PlanRow } from '../../../contract/imports/plan.ts';
import type { HandlerContext } from '../../handlers.ts';
import { readTagGroups } from '../people/tags.ts';
import { mayCreateTags } from './known.ts';

/** Name of the group to which imports add the tags that they create. */
const IMPORTED_GROUP = 'Import';

const namesIn = (rows: readonly PlanRow[], field: 'tags' | 'groups'): string[] => [
  ...new Set(rows.flatMap(({ values }) => values[field] ?? [])),
];

/** Creates the missing tags and groups of a plan, if the caller may create them. */
export async function addMissingTags(context: HandlerContext, rows: readonly PlanRow[]): Promise<void> {
  if (!mayCreateTags(context)) return;
  const { tx, scope } = context;
  const groups = await readTagGroups(context);
  const tags = new Set(groups.flatMap((group) => group.tags.map(({ name }) => name)));
  const newTags = namesIn(rows, 'tags').filter((name) => !tags.has(name));
  const wanted = [...namesIn(rows, 'groups'), ...(newTags.length > 0 ? [IMPORTED_GROUP] : [])];
  const newGroups = [...new Set(wanted)].filter((name) => !groups.some((group) => group.name === name));
  const added = newGroups.map((name, at) => ({ scope, id: uuidv7(), name, position: groups.length + at }));
  if (added.length > 0)
    await tx
      .insertInto('tag_groups')
      .values(added)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  const group = (await readTagGroups(context)).find(({ name }) => name === IMPORTED_GROUP);
  if (!group || newTags.length === 0) return;
  await tx
    .insertInto('tags')
    .values(
      newTags.map((name, at) => ({ scope, id: uuidv7(), group_id: group.id, name, position: group.tags.length + at })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
