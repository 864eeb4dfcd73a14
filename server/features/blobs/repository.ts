import { sql, type Selectable } from 'kysely';
import { PDF_TYPE, type FileType, type PhotoType } from '../../../contract/values.ts';
import type { BlobUploadsTable } from '../../db/contact-tables.ts';
import type { Db, Tx } from '../../db/tables.ts';
import type { StoredFile } from '../../files/open-file.ts';
import { inRow, type Placement } from '../../files/place-bytes.ts';
import type { Caller } from '../../handlers.ts';
import { imageSizeOf } from '../../shrink-photo.ts';
import { isOwnerVisible } from '../contacts/visible.ts';
import { isDonationPhotoVisible } from '../donations/visible.ts';
import { isInCareOfCaller } from '../people/visible.ts';
import { isTicketFullyVisible } from '../tickets/staff-visible.ts';

export type Upload = Selectable<BlobUploadsTable>;

/** Locks the user's row, so that uploads of the same user start one after another and their total size is exact. */
export async function lockUploader(tx: Tx, { scope, user_id }: Caller): Promise<void> {
  await tx
    .selectFrom('users')
    .select('id')
    .where('scope', '=', scope)
    .where('id', '=', user_id)
    .forNoKeyUpdate()
    .execute();
}

export function lockUpload(tx: Tx, { scope, user_id }: Caller, sha256: string): Promise<Upload | undefined> {
  return tx
    .selectFrom('blob_uploads')
    .selectAll()
    .where('scope', '=', scope)
    .where('user_id', '=', user_id)
    .where('sha256', '=', sha256)
    .forUpdate()
    .executeTakeFirst();
}

/** Returns the total size of all files but `except` that this user has started or finished uploading after `since`. */
export async function uploadedBytesSince(
  tx: Tx,
  { scope, user_id }: Caller,
  since: string,
  except: string,
): Promise<number> {
  const { bytes } = await tx
    .selectFrom('blob_uploads')
    .select(sql<number>`coalesce(sum(bytes), 0)::int`.as('bytes'))
    .where('scope', '=', scope)
    .where('user_id', '=', user_id)
    .where('sha256', '<>', except)
    .where(sql<boolean>`coalesce(completed_at, updated_at) > ${since}`)
    .executeTakeFirstOrThrow();
  return bytes;
}

/** Starts an upload, or starts it again from the beginning, deleting any chunks already stored. */
export async function startUpload(
  tx: Tx,
  { scope, user_id }: Caller,
  file: { sha256: string; mime: FileType; bytes: number },
  updated_at: string,
): Promise<void> {
  await dropChunks(tx, { scope, user_id }, file.sha256);
  const restarted = { mime: file.mime, bytes: file.bytes, received: 0, updated_at, completed_at: null };
  await tx
    .insertInto('blob_uploads')
    .values({ scope, user_id, sha256: file.sha256, ...restarted })
    .onConflict((conflict) => conflict.columns(['scope', 'user_id', 'sha256']).doUpdateSet(restarted))
    .execute();
}

export async function updateUpload(
  tx: Tx,
  { scope, user_id }: Caller,
  sha256: string,
  change: Partial<Pick<Upload, 'received' | 'updated_at' | 'completed_at'>>,
): Promise<void> {
  await tx
    .updateTable('blob_uploads')
    .set(change)
    .where('scope', '=', scope)
    .where('user_id', '=', user_id)
    .where('sha256', '=', sha256)
    .execute();
}

// ---- chunks ----

type Uploader = Pick<Caller, 'scope' | 'user_id'>;

export async function addChunk(
  tx: Tx,
  { scope, user_id }: Uploader,
  sha256: string,
  start: number,
  data: Uint8Array,
): Promise<void> {
  await tx.insertInto('blob_parts').values({ scope, user_id, sha256, start, data }).execute();
}

/** Returns all chunks joined in order. */
export async function chunksOf(tx: Tx, { scope, user_id }: Uploader, sha256: string): Promise<Buffer> {
  const rows = await tx
    .selectFrom('blob_parts')
    .select('data')
    .where('scope', '=', scope)
    .where('user_id', '=', user_id)
    .where('sha256', '=', sha256)
    .orderBy('start')
    .execute();
  return Buffer.concat(rows.map((row) => row.data));
}

export async function dropChunks(tx: Tx, { scope, user_id }: Uploader, sha256: string): Promise<void> {
  await tx
    .deleteFrom('blob_parts')
    .where('scope', '=', scope)
    .where('user_id', '=', user_id)
    .where('sha256', '=', sha256)
    .execute();
}

// ---- complete files ----

const isPhoto = (mime: FileType): mime is PhotoType => mime !== PDF_TYPE;

/**
 * Stores a complete file once, no matter how many users send it. Its bytes are stored in its row, unless they have been
 * placed in another store.
 */
export async function storeBlob(
  tx: Tx,
  scope: string,
  file: { sha256: string; mime: FileType; data: Uint8Array; placement?: Placement | undefined },
  created_at: string,
): Promise<void> {
  const { sha256, mime, data, placement = inRow(data) } = file;
  const size = placement.object_sha256 !== null && isPhoto(mime) ? imageSizeOf(data) : {};
  await tx
    .insertInto('blobs')
    .values({ scope, sha256, mime, bytes: data.length, created_at, ...placement, ...size })
    .onConflict((conflict) => conflict.columns(['scope', 'sha256']).doUpdateSet({ created_at }))
    .execute();
}

/** SQL for the ticket messages that have the file `f` as an attachment. */
const attachingMessages = sql`ticket_messages m where m.scope = f.scope
      and m.attachments @> jsonb_build_array(jsonb_build_object('sha256', f.sha256))`;

/** SQL for the partners who have the file `f`. */
const ownersOfFile = (alias: string) => sql`users ${sql.raw(alias)} where ${sql.ref(`${alias}.scope`)} = f.scope
      and ${sql.ref(`${alias}.partner_since`)} is not null
      and ${sql.ref(`${alias}.partner_files`)} @> jsonb_build_array(jsonb_build_object('sha256', f.sha256))`;

/**
 * SQL condition for the files that a caller may see: files they have sent themselves, photos of contacts they can see,
 * their own avatar, attachments of tickets that they wrote or that they see in full as employees, receipts of
 * donations, images of their own landing pages, and files of partners in their care.
 */
const blobVisible = (caller: Caller) => sql<boolean>`(exists (
    select 1 from blob_uploads s where s.scope = f.scope and s.sha256 = f.sha256 and s.user_id = ${caller.user_id}
      and s.completed_at is not null)
  or exists (
    select 1 from contacts c where c.scope = f.scope and c.photo_sha256 = f.sha256 and c.deleted_at is null
      and ${isOwnerVisible(caller, 'c')})
  or exists (
    select 1 from users p where p.scope = f.scope and p.avatar_sha256 = f.sha256 and p.id = ${caller.user_id})
  or exists (
    select 1 from donations g where g.scope = f.scope and g.photo_sha256 = f.sha256
      and ${isDonationPhotoVisible(caller, 'g')})
  or exists (
    select 1 from landing_files l join flows w on w.scope = l.scope and w.id = l.flow_id
      where l.scope = f.scope and l.sha256 = f.sha256 and w.owner_id = ${caller.user_id})
  or exists (
    select 1 from ${ownersOfFile('q')} and q.deleted_at is null and ${isInCareOfCaller(caller, 'q')})
  or exists (
    select 1 from ${attachingMessages} and exists (
      select 1 from tickets k where k.scope = m.scope and k.id = m.ticket_id
        and ((k.author_id = ${caller.user_id} and not m.internal) or ${isTicketFullyVisible(caller, 'k')}))))`;

/** A stored file with its type. */
export type BlobFile = StoredFile & { mime: FileType };

const fileColumns = ['f.mime', 'f.bytes', 'f.data', 'f.stored_in', 'f.object_sha256'] as const;

export function visibleBlob(db: Db, caller: Caller, sha256: string): Promise<BlobFile | undefined> {
  return (
    db
      .selectFrom('blobs as f')
      .select(fileColumns)
      .where('f.scope', '=', caller.scope)
      .where('f.sha256', '=', sha256)
      .where(blobVisible(caller))
      // See: [Note: Masked in view mode]
      .$if(caller.view !== undefined, (query) =>
        query.where(sql<boolean>`not exists (
        select 1 from donations g where g.scope = f.scope and g.photo_sha256 = f.sha256)`),
      )
      .executeTakeFirst()
  );
}

/** Returns the photo of one of the caller's own contacts. */
export function ownContactPhoto(db: Db, { scope, user_id }: Caller, id: string): Promise<BlobFile | undefined> {
  return db
    .selectFrom('contacts as c')
    .innerJoin('blobs as f', (join) => join.onRef('f.scope', '=', 'c.scope').onRef('f.sha256', '=', 'c.photo_sha256'))
    .select(fileColumns)
    .where('c.scope', '=', scope)
    .where('c.id', '=', id)
    .where('c.owner_id', '=', user_id)
    .where('c.deleted_at', 'is', null)
    .executeTakeFirst();
}

/**
 * Returns a complete file that the caller may use in a write, or undefined. Updates the time of the last use, so that a
 * concurrent clean-up does not delete the file.
 */
export function claimBlob(
  tx: Tx,
  caller: Caller,
  sha256: string,
  now: string,
): Promise<{ mime: FileType; bytes: number } | undefined> {
  return tx
    .updateTable('blobs as f')
    .set({ created_at: now })
    .where('f.scope', '=', caller.scope)
    .where('f.sha256', '=', sha256)
    .where(blobVisible(caller))
    .returning(['f.mime', 'f.bytes'])
    .executeTakeFirst();
}

/** Like `claimBlob`, but returns undefined for a file that is not an image. */
export async function claimPhoto(
  tx: Tx,
  caller: Caller,
  sha256: string,
  now: string,
): Promise<{ mime: PhotoType } | undefined> {
  const file = await claimBlob(tx, caller, sha256, now);
  return file && isPhoto(file.mime) ? { mime: file.mime } : undefined;
}

/** Whether a file is stored. Does not check access, so call this only for files that the caller has sent. */
export async function isBlobStored(tx: Tx, scope: string, sha256: string): Promise<boolean> {
  const row = await tx
    .selectFrom('blobs')
    .select('sha256')
    .where('scope', '=', scope)
    .where('sha256', '=', sha256)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Deletes abandoned uploads, and files to which no record refers. The photo of a deleted contact is kept as long as the
 * contact can be restored. An image of a landing page is kept as long as its flow exists.
 */
export async function dropStaleBlobs(tx: Tx, before: string): Promise<void> {
  await sql`with stale as (
      delete from blob_uploads where updated_at < ${before} and completed_at is null returning scope, user_id, sha256)
    delete from blob_parts p using stale s
      where p.scope = s.scope and p.user_id = s.user_id and p.sha256 = s.sha256`.execute(tx);
  await sql`with dropped as (
      delete from blobs f where f.created_at < ${before} and not exists (
        select 1 from contacts c where c.scope = f.scope and c.photo_sha256 = f.sha256) and not exists (
        select 1 from users p where p.scope = f.scope and p.avatar_sha256 = f.sha256) and not exists (
        select 1 from donations g where g.scope = f.scope and g.photo_sha256 = f.sha256) and not exists (
        select 1 from landing_files l where l.scope = f.scope and l.sha256 = f.sha256) and not exists (
        select 1 from ${ownersOfFile('q')}) and not exists (
        select 1 from ${attachingMessages}) returning f.scope, f.sha256)
    delete from blob_uploads u using dropped d
      where u.scope = d.scope and u.sha256 = d.sha256 and u.completed_at is not null`.execute(tx);
  await sql`delete from landing_image_variants v where not exists (
    select 1 from landing_files l where l.scope = v.scope and l.sha256 = v.sha256)`.execute(tx);
}
