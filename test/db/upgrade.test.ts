import { describe, expect, test } from 'vitest';
import { claimBatch } from '../../src/db/outbox/claims.ts';
import { openPhoneDb } from '../../src/db/schema/db.ts';
import { ANNA, makePorts, START } from '../helpers/phone.ts';
import { base, comment, createReleasedDb, history, outbox, task } from '../helpers/released-db.ts';

describe.each([1, 2, 3])('a database of released version %i', (version) => {
  test('opens a database of a released version and keeps its writes, rows and history', async () => {
    const ports = makePorts();
    await createReleasedDb(version, ports);
    const db = openPhoneDb(ANNA, ports);
    expect(await db.outbox.orderBy('seq').toArray()).toEqual(outbox);
    expect(await db.base.toArray()).toEqual(expect.arrayContaining(base));
    expect(await db.history.toArray()).toEqual(history);
    expect(await db.comments.get(comment.id)).toEqual({ ...comment, text: 'Edit 3' });
    expect(await db.tasks.get(task.id)).toEqual(task);
    expect(await db.meta.get('cursors')).toEqual({ key: 'cursors', value: { p0: '12' } });
    db.close();
  });

  test('after an upgrade, sends a previously attempted write with the same bytes', async () => {
    const ports = makePorts();
    await createReleasedDb(version, ports);
    const db = openPhoneDb(ANNA, ports);
    const claimed = await claimBatch(db, { now: START, holder: 'tab', lease_ms: 60_000, max_ops: 50 });
    expect(claimed.map(({ seq }) => seq)).toEqual([3, 4]);
    expect(claimed[1]?.frozen).toBe(outbox[1]?.frozen);
    db.close();
  });
});
