import { untypedCall } from '../../contract/api-calls/define.ts';
import { internalCalls } from '../../contract/api-calls/internal.ts';
import { groups, type Group } from '../../contract/entities/define.ts';
import { entities } from '../../contract/entities/index.ts';
import { entityNames, windowOf, type EntityName } from '../../contract/entities/stores.ts';
import { RowDigest } from '../../contract/digest.ts';
import { DigestReply } from '../../contract/sync.ts';
import type { PhoneDb } from '../../src/db/schema/db.ts';
import { savedMeta, saveMeta } from '../../src/db/schema/meta.ts';
import type { AnyRow } from '../../src/db/outbox/view.ts';
import { rowPages } from '../../src/db/queries/row-pages.ts';
import { rowsInWindow } from '../../src/db/outbox/windows.ts';
import { log } from '../../src/lib/log.ts';
import { resetGroups } from './pull.ts';
import { claimResnapshot } from './resnapshot.ts';
import { sendAuthenticated, type Session } from './session.ts';

/**
 * Returns the digest of an entity's rows as last received from the server. Leaves out unsent local changes, rows
 * created locally, and rows that the server has deleted and that stay on the phone only because of their unsent
 * changes.
 */
async function digestOf(db: PhoneDb, c: EntityName): Promise<RowDigest> {
  const digest = new RowDigest();
  const isIncluded = entities[c].inDigest as ((row: AnyRow) => boolean) | undefined;
  const window = windowOf(c);
  const candidates: AnyRow[] = [];
  const add = (row: AnyRow | null) => {
    if (row === null || !(isIncluded?.(row) ?? true)) return;
    if (window) candidates.push(row);
    else digest.add(row.id, row.rev);
  };
  const serverCopies = await db.base.where('[entity+id]').between([c, ''], [c, '\uffff']).toArray();
  const copiedIds = new Set(serverCopies.map(({ id }) => id));
  for (const { row, unseen } of serverCopies) if (!unseen) add(row);
  for await (const rows of rowPages(db, c)) for (const row of rows) if (!copiedIds.has(row.id)) add(row);
  if (window) for (const row of rowsInWindow(candidates, window)) digest.add(row.id, row.rev);
  return digest;
}

/** Whether the phone's copy of a group equals the server's; undefined if they cannot be compared now. */
async function matchesServer(session: Session, group: Group): Promise<boolean | undefined> {
  const result = await sendAuthenticated(session, untypedCall(internalCalls, 'sync.digest'), { query: { group } });
  const reply = result.kind === 'reply' ? DigestReply.safeParse(result.body) : null;
  const cursor = (await savedMeta(session.db, 'cursors'))?.[group];
  if (!reply?.success || cursor !== reply.data.as_of) return undefined;
  for (const c of entityNames) {
    const serverDigest = reply.data.entities[c];
    if (serverDigest === undefined || entities[c].group !== group) continue;
    const ownDigest = await digestOf(session.db, c);
    if (ownDigest.count !== serverDigest.count || ownDigest.hash !== serverDigest.hash) return false;
  }
  return true;
}

/**
 * Compares the mirror with the server after a pull and returns the groups that differ. They are reset and fetched again
 * completely, because a pull from their cursors would not repair them.
 */
export async function compareMirror(session: Session): Promise<Group[]> {
  const differing: Group[] = [];
  for (const group of groups) if ((await matchesServer(session, group)) === false) differing.push(group);
  await saveMeta(session.db, 'digest_at', session.ports.clock.now());
  if (differing.length > 0) log.warn('the mirror differs from the server', differing.join(' '));
  if (differing.length > 0 && (await claimResnapshot(session))) await resetGroups(session.db, differing);
  return differing;
}
