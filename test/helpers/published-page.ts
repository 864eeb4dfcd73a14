import sharp from 'sharp';
import { uuidv7 } from 'uuidv7';
import type { LandingBlock } from '../../contract/entities/landing-block.ts';
import type { Lang } from '../../contract/fields.ts';
import { shownImageHashes } from '../../contract/landing/page-tree.ts';
import type { LandingImage } from '../../contract/landing/props.ts';
import type { Deps } from '../../server/deps.ts';
import { storeBlob } from '../../server/features/blobs/repository.ts';
import { inTransaction } from '../../server/db/transaction.ts';
import { sha256Of } from './images.ts';
import { PAGE_TIME, pageBlock } from './page-blocks.ts';

type Store = Pick<Deps, 'db' | 'scope'>;

/** Stores a photo of the given size, as if a member had uploaded it. Its pixels depend on `seed`. */
export async function storeTestImage(
  { db, scope }: Store,
  size: { width: number; height: number },
  seed = 1,
): Promise<LandingImage> {
  const { width, height } = size;
  const gradient = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="hsl(${seed * 47},45%,70%)"/><stop offset="1" stop-color="hsl(${seed * 47 + 40},50%,35%)"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#g)"/><circle cx="50%" cy="60%" r="24%" fill="hsl(${seed * 47 + 180},40%,60%)"/></svg>`;
  const data = await sharp(Buffer.from(gradient)).jpeg({ quality: 80 }).toBuffer();
  const file = { sha256: sha256Of(data), mime: 'image/jpeg' as const, data };
  await inTransaction(db, (tx) => storeBlob(tx, scope, file, PAGE_TIME));
  return { sha256: file.sha256, mime: file.mime, width, height };
}

export interface PageVersion {
  title?: string;
  lang?: Lang;
  description?: string;
  cover?: LandingImage | null;
  blocks?: readonly LandingBlock[];
  cards?: readonly object[];
}

/** Publishes a new version of a page, with the same effect as the call that members use. */
export async function publishVersion(
  { db, scope }: Store,
  flow_id: string,
  number: number,
  version: PageVersion,
): Promise<void> {
  const { title = 'First steps', lang = 'en', description = '', cover = null, blocks = [], cards = [] } = version;
  const contents = {
    cover: cover && JSON.stringify(cover),
    blocks: JSON.stringify(blocks),
    cards: JSON.stringify(cards),
  };
  const row = { scope, flow_id, number, title, lang, description, published_at: PAGE_TIME, ...contents };
  await db.insertInto('landing_versions').values(row).execute();
  for (const sha256 of shownImageHashes({ cover, blocks }))
    await db
      .insertInto('landing_files')
      .values({ scope, flow_id, sha256 })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  await db
    .updateTable('flows')
    .set({ version: number, state: 'published', published_at: PAGE_TIME, title, lang, description })
    .where('scope', '=', scope)
    .where('id', '=', flow_id)
    .execute();
}

export interface TestPage {
  id: string;
  unique_name: string;
  blocks: readonly LandingBlock[];
}

let count = 0;

/** Creates a flow with a published page, by default with one form, without using the editor. */
export async function publishPage(
  store: Store,
  owner_id: string,
  version: PageVersion = {},
  name?: string,
): Promise<TestPage> {
  const { blocks = [pageBlock('form', { consent: 'You may call me.' })] } = version;
  count += 1;
  const id = uuidv7();
  const unique_name = name ?? `page-${process.pid}-${count}`;
  const times = { created_at: PAGE_TIME, updated_at: PAGE_TIME };
  const texts = { title: '', lang: 'en' as const, description: '', cover: null };
  const unset = { taken_name: null, version: null, published_at: null, deleted_at: null, deleted_by: null };
  await store.db
    .insertInto('flows')
    .values({
      id,
      scope: store.scope,
      owner_id,
      unique_name,
      ...texts,
      ...unset,
      ...times,
      state: 'draft',
      rev: 0,
      field_revs: '{}',
    })
    .execute();
  await store.db.insertInto('flow_stats').values({ id, scope: store.scope, owner_id, rev: 0 }).execute();
  await publishVersion(store, id, 1, { ...version, blocks });
  return { id, unique_name, blocks };
}
