import { uuidv7 } from 'uuidv7';
import type { LandingBlock } from '../../contract/entities/landing-block.ts';
import type { Lang } from '../../contract/fields.ts';
import { emptyProps, type AnyProps, type PropsOf } from '../../contract/landing/props.ts';
import type { BlockType } from '../../contract/landing/values.ts';
import type { TestServer } from './server.ts';

const AT = '2026-03-01T08:00:00.000Z';

/** Creates a block of a page. */
export function makeBlock<T extends BlockType>(type: T, props: Partial<PropsOf<T>> = {}): LandingBlock {
  const own = { ...emptyProps[type], ...props } as AnyProps;
  const id = uuidv7();
  return {
    id,
    rev: 1,
    flow_id: id,
    type,
    position: 'a0',
    hidden: false,
    ...own,
    created_at: AT,
    updated_at: AT,
  } as LandingBlock;
}

export interface TestPage {
  id: string;
  unique_name: string;
  blocks: readonly LandingBlock[];
}

interface PageOptions {
  title?: string;
  lang?: Lang;
  blocks?: readonly LandingBlock[];
}

let count = 0;

/** Creates a flow with one published version, without going through the editor. */
export async function publishPage(
  { db, scope }: Pick<TestServer, 'db' | 'scope'>,
  owner_id: string,
  {
    title = 'First steps',
    lang = 'en',
    blocks = [makeBlock('form', { consent: 'You may call me.' })],
  }: PageOptions = {},
): Promise<TestPage> {
  count += 1;
  const id = uuidv7();
  const unique_name = `page-${process.pid}-${count}`;
  const texts = { title, lang, description: '', cover: null };
  await db
    .insertInto('flows')
    .values({
      id,
      scope,
      owner_id,
      unique_name,
      taken_name: null,
      ...texts,
      state: 'published',
      version: 1,
      published_at: AT,
      rev: 0,
      field_revs: '{}',
      created_at: AT,
      updated_at: AT,
      deleted_at: null,
      deleted_by: null,
    })
    .execute();
  await db.insertInto('flow_stats').values({ id, scope, owner_id, rev: 0 }).execute();
  await addVersion({ db, scope }, id, 1, { title, lang, blocks });
  return { id, unique_name, blocks };
}

/** Publishes another version of a page. */
export async function addVersion(
  { db, scope }: Pick<TestServer, 'db' | 'scope'>,
  flow_id: string,
  number: number,
  { title = 'First steps', lang = 'en', blocks = [] }: PageOptions,
): Promise<void> {
  await db
    .insertInto('landing_versions')
    .values({
      scope,
      flow_id,
      number,
      title,
      lang,
      description: '',
      cover: null,
      blocks: JSON.stringify(blocks),
      cards: '[]',
      published_at: AT,
    })
    .execute();
  await db.updateTable('flows').set({ version: number }).where('scope', '=', scope).where('id', '=', flow_id).execute();
}
