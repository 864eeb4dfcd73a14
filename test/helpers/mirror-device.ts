import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { uuidv7 } from 'uuidv7';
import type { Group } from '../../contract/entities/define.ts';
import { applyChanges } from '../../src/db/outbox/apply-changes.ts';
import { applySnapshot, nextSnapshotPage } from '../../src/db/outbox/apply-snapshot.ts';
import { openPhoneDb, type PhoneDb } from '../../src/db/schema/db.ts';
import { savedMeta } from '../../src/db/schema/meta.ts';
import { anna as actor } from './phone.ts';
import type { Person, SyncServer } from './sync-server.ts';

/** A device that mirrors one group of entities by running the code of the product, against a test server. */
export class MirrorDevice {
  readonly db: PhoneDb = openPhoneDb(uuidv7(), { indexedDB: new IDBFactory(), IDBKeyRange });
  readonly owner: Person;
  private readonly server: SyncServer;
  private readonly group: Group;

  constructor(server: SyncServer, owner: Person, group: Group) {
    this.server = server;
    this.owner = owner;
    this.group = group;
  }

  async cursor(): Promise<number | undefined> {
    return (await savedMeta(this.db, 'cursors'))?.[this.group];
  }

  /** Fetches one page. Returns whether the device is then up to date. */
  async page(limit: number): Promise<boolean> {
    const { db, group, owner, server } = this;
    const cursor = await this.cursor();
    if (cursor === undefined) {
      const token = nextSnapshotPage(await savedMeta(db, 'snapshot'), group);
      const { body } = await server.snapshot(owner, { group, limit, ...(token !== null && { page: token }) });
      await applySnapshot(db, group, body, token, actor);
      return false;
    }
    const reply = await server.changes(owner, { [group]: cursor, limit });
    const deps = { actor, now: server.now, app_version: 'test', clock_offset_ms: 0, newId: uuidv7 };
    await applyChanges(db, { [group]: cursor }, reply, deps);
    return !reply.has_more;
  }

  async pull(limit = 500): Promise<void> {
    while (!(await this.page(limit)));
  }
}
