import type { Draft } from '../../db/outbox/outbox.ts';
import { savedSyncStatus } from '../../db/queries/status.ts';
import type { Store } from '../../db/schema/store.ts';
import { iso } from '../../lib/ports.ts';

/**
 * Reverts the start of a task by a call that did not take place. If the start is unsent, it is undone, and a task that
 * was paused for it runs again; otherwise the task is paused. Does nothing if the task is no longer running.
 */
export async function undoTaskStart(store: Store, task_id: string): Promise<void> {
  const { db } = store;
  const task = await db.tasks.get(task_id);
  if (task?.state !== 'in_progress') return;
  const last = (await db.outbox.where('[entity+entity_id]').equals(['tasks', task_id]).sortBy('seq')).at(-1);
  if (last?.kind === 'task.start' && (await store.undo(last.op_id))) {
    for (const op_id of last.deps) if ((await db.outbox.get({ op_id }))?.kind === 'task.pause') await store.undo(op_id);
    return;
  }
  const { clock_offset_ms } = await savedSyncStatus(db);
  const args = { at: iso(store.now()), clock_offset_ms: Math.round(clock_offset_ms) };
  const pause: Draft<'task.pause'> = { kind: 'task.pause', id: task_id, args, title: task.title };
  await store.write(pause);
}
