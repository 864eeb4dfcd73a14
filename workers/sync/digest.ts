import { callIn } from '../../contract/calls/define.ts';
import { internalCalls } from '../../contract/calls/internal.ts';
import { groups, type Group } from '../../contract/entities/define.ts';
import { entities } from '../../contract/entities/index.ts';
import { entityNames, type EntityName } from '../../contract/entities/stores.ts';
import { RowDigest } from '../../contract/digest.ts';
import { DigestReply } from '../../contract/sync.ts';
import type { PhoneDb } from '../../src/db/schema/db.ts';
import { savedMeta, saveMeta } from '../../src/db/schema/meta.ts';
import type { AnyRow } from '../../src/db/outbox/view.ts';
import { log } from '../../src/lib/log.ts';
import { resetGroups, mayResnapshot } from './pull.ts';
import { request, type Session } from './session.ts';

/** Digest of an entity's server copies: without waiting writes and rows created here. */
async function digestOf(db: PhoneDb, c: EntityName): Promise<RowDigest> {
  const digest = new RowDigest();
  const counts = entities[c].inDigest as ((row: AnyRow) => boolean) | undefined;
  const add = (row: AnyRow | null) => {
    if (row !== null && (counts?.(row) ?? true)) digest.add(row.id, row.rev);
  };
  const copies = await db.base.where('[entity+id]').between([c, ''], [c, '\uffff']).toArray();
  const covered = new Set(copies.map(({ id }) => id));
  for (const { row } of copies) add(row);
  await db.table(c).each((row: AnyRow) => {
    if (!covered.has(row.id)) add(row);
  });
  return digest;
}

/** Whether the phone's copy of a group equals the server's; undefined if they cannot be compared now. */
async function matchesServer(session: Session, group: Group): Promise<boolean | undefined> {
  const result = await request(session, callIn(internalCalls, 'sync.digest'), { query: { group } });
  const reply = result.kind === 'reply' ? DigestReply.safeParse(result.body) : null;
  const cursor = (await savedMeta(session.db, 'cursors'))?.[group];
  if (!reply?.success || cursor !== reply.data.as_of) return undefined;
  for (const c of entityNames) {
    const theirs = reply.data.entities[c];
    if (theirs === undefined || entities[c].group !== group) continue;
    const mine = await digestOf(session.db, c);
    if (mine.count !== theirs.count || mine.hash !== theirs.hash) return false;
  }
  return true;
}

/**
 * Compares the mirror with the server after a pull. A group that differs is fetched again completely: no cursor would
 * repair it. Returns the groups that differed.
 */
export async function compareMirror(session: Session): Promise<Group[]> {
  const wrong: Group[] = [];
  for (const group of groups) if ((await matchesServer(session, group)) === false) wrong.push(group);
  await saveMeta(session.db, 'digest_at', session.ports.clock.now());
  if (wrong.length > 0) log.warn('the mirror differs from the server', wrong.join(' '));
  if (wrong.length > 0 && (await mayResnapshot(session))) await resetGroups(session.db, wrong);
  return wrong;
}
