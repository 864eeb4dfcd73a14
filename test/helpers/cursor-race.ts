import { setImmediate } from 'node:timers/promises';
import { openSyncServer, type Person } from './sync-server.ts';

const WRITERS = 8;

/**
 * Makes eight people write at the same time while one device pulls with its cursor. Returns the number of writes, and
 * the changes that the device missed.
 */
export async function runCursorRace(): Promise<{ written: number; missed: string[] }> {
  const server = await openSyncServer();
  const writesPerPerson = server.isPostgres ? 40 : 10;
  const ben = await server.person();
  const people: Person[] = [];
  for (let index = 0; index < WRITERS; index += 1) people.push(await server.person({ first_name: `Writer ${index}` }));
  let isWriting = true;
  const seen = new Set<string>();
  // Take the cursor before anyone writes, and ignore the changes of this first pull.
  let p2 = (await server.changes(ben)).cursors.p2!;
  const pullUntilDone = async () => {
    for (let isLastPull = false; !isLastPull;) {
      isLastPull = !isWriting;
      // A pull without changes is answered from memory. Without this wait, such pulls would never let the writers run.
      await setImmediate();
      const reply = await server.changes(ben, { p2, limit: 50 });
      for (const { id } of reply.changes) seen.add(id);
      p2 = reply.cursors.p2!;
      if (reply.has_more) isLastPull = false;
    }
  };
  const pulls = pullUntilDone();
  const write = async (person: Person) => {
    const ids: string[] = [];
    for (let index = 0; index < writesPerPerson; index += 1) {
      const comment = server.comment(`${index}`);
      await server.push(person, [comment]);
      ids.push(comment.id);
    }
    return ids;
  };
  const written = (await Promise.all(people.map(write))).flat();
  isWriting = false;
  await pulls;
  await server.close();
  return { written: written.length, missed: written.filter((id) => !seen.has(id)) };
}
