import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Deps } from '../../server/deps.ts';
import { inScope } from '../../server/context.ts';
import { readCounters } from '../../server/pg-notify.ts';
import { Pokes } from '../../server/pokes.ts';
import { counterOf } from '../../server/sync/counter.ts';
import { createEpochStarter } from '../../server/sync/lost-writes.ts';
import { runPush } from '../../server/sync/push.ts';
import { openSyncServer, type Person, type SyncServer } from '../helpers/sync-server.ts';

let server: SyncServer;
let carl: Person;
/** The dependencies of one server process with PostgreSQL. */
let deps: Deps;
/** The attempts to start a new epoch. */
let attempts: Promise<void>[];
let log: ReturnType<typeof vi.spyOn>;

function openProcess(): Deps {
  const own: Deps = { ...server.deps, pokes: new Pokes() };
  const start = createEpochStarter(own);
  own.onLoss = (loss) => void attempts.push(start(loss));
  return own;
}

beforeEach(async () => {
  server = await openSyncServer();
  attempts = [];
  deps = openProcess();
  log = vi.spyOn(server.deps.log, 'error');
  carl = await server.consultant();
  for (const text of ['one', 'two', 'three']) await push(text);
});

afterEach(async () => {
  log.mockRestore();
  await server.close();
});

async function push(text: string, process = deps) {
  const body = { proto: 1 as const, device_id: carl.device_id, ops: [server.comment(text)] };
  const { results } = await runPush(process, await server.caller(carl), body);
  return results[0]!;
}

const counter = async () => {
  const { rev, epoch } = await counterOf(deps.db, deps.scope);
  return { rev, epoch };
};

/** Sets the counter back, as after a failover to a standby that has not received the last writes. */
const loseRevisions = (count: number) =>
  deps.db
    .updateTable('sync_counter')
    .set(({ eb }) => ({ rev: eb('rev', '-', count) }))
    .where('scope', '=', deps.scope)
    .execute();

const records = () =>
  deps.db
    .selectFrom('audit_log')
    .select('detail')
    .where('scope', '=', deps.scope)
    .where('action', '=', 'epoch_begun')
    .execute();

describe('a server process that has seen a higher revision than the counter now has', () => {
  it('refuses a write that would get an already assigned revision, and starts a new epoch', async () => {
    const before = await counter();
    await loseRevisions(2);
    expect(await push('refused')).toMatchObject({ status: 503, code: 'unavailable' });
    await Promise.all(attempts);
    const after = await counter();
    expect(after.epoch).not.toBe(before.epoch);
    expect(after.rev).toBe(server.now * 1_000);
    expect(await records()).toEqual([{ detail: { cause: 'lost_writes', last_rev: before.rev - 2 } }]);
    expect(log).toHaveBeenCalledWith(expect.anything(), expect.stringContaining('a new epoch has begun'));
    expect(await push('accepted')).toMatchObject({ status: 200, rev: after.rev + 1 });
    expect((await server.comments()).map(({ text }) => text)).toEqual(['one', 'two', 'three', 'accepted']);
  });

  it('refuses the first revision that is not above the highest known one, and accepts the next', async () => {
    await loseRevisions(1);
    expect(await push('would get the known revision')).toMatchObject({ status: 503 });
    await Promise.all(attempts);
    expect(attempts).toHaveLength(1);
    expect(await push('above it')).toMatchObject({ status: 200 });
    expect(attempts).toHaveLength(1);
  });

  it('starts a new epoch even if a process that knows fewer revisions has written since', async () => {
    const { epoch } = await counter();
    await loseRevisions(2);
    const other = { ...deps, pokes: new Pokes() };
    const known = await new Promise<number>((resolve) => {
      deps.onLoss = (loss) => {
        resolve(loss.known);
        const writesOfOthers = (async () => {
          for (const text of ['a', 'b', 'c']) await push(text, other);
          await createEpochStarter(deps)(loss);
        })();
        attempts.push(writesOfOthers);
      };
      void push('refused');
    });
    await Promise.all(attempts);
    const after = await counter();
    expect(after.epoch).not.toBe(epoch);
    expect(after.rev).toBeGreaterThan(known);
  });

  it('polling the counters starts a new epoch after lost writes, even if nothing is written', async () => {
    const before = await counter();
    await readCounters(deps);
    expect(attempts).toEqual([]);
    await loseRevisions(1);
    await readCounters(deps);
    await Promise.all(attempts);
    const after = await counter();
    expect(after.epoch).not.toBe(before.epoch);
    await readCounters(deps);
    expect(deps.pokes.rev(deps.scope)).toBe(after.rev);
    expect(attempts).toHaveLength(1);
  });

  it('starts the new epoch above the lost revisions, even if the clock was set back', async () => {
    const lostRev = server.now * 1_000 + 5;
    deps.pokes.receive({ scope: deps.scope, rev: lostRev, audience: [] });
    await push('refused');
    await Promise.all(attempts);
    expect((await counter()).rev).toBe(lostRev + 1);
    expect(await push('accepted')).toMatchObject({ status: 200 });
  });

  it('starts one epoch for losses that are noticed at the same time', async () => {
    await loseRevisions(2);
    await Promise.all([push('a'), push('b'), readCounters(deps)]);
    await Promise.all(attempts);
    expect(await records()).toHaveLength(1);
  });

  it('logs that no epoch could be started, and tries again', async () => {
    await loseRevisions(2);
    vi.spyOn(deps.db, 'transaction').mockImplementationOnce(() => {
      throw new Error('no connection');
    });
    await createEpochStarter(deps)({ scope: deps.scope, known: 99 });
    expect(log).toHaveBeenCalledWith(expect.anything(), 'no new epoch could be started after lost writes');
    expect(await records()).toEqual([]);
    await push('refused');
    await Promise.all(attempts);
    expect(await records()).toHaveLength(1);
  });
});

describe('no lost writes', () => {
  it('starts no epoch if the locked counter has the known revision', async () => {
    const { rev, epoch } = await counter();
    await createEpochStarter(deps)({ scope: deps.scope, known: rev });
    expect((await counter()).epoch).toBe(epoch);
    expect(log).not.toHaveBeenCalled();
  });

  it('starts no second epoch if another process has already started one', async () => {
    const { rev, epoch } = await counter();
    const startEpoch = createEpochStarter(deps);
    await startEpoch({ scope: deps.scope, known: rev, epoch });
    const after = await counter();
    expect(after.epoch).not.toBe(epoch);
    await startEpoch({ scope: deps.scope, known: rev, epoch });
    expect(await counter()).toEqual(after);
  });

  it('a cursor that a device claims to have does not start an epoch', async () => {
    const { rev, epoch } = await counter();
    const url = `/api/sync/changes?epoch=${epoch}&p0=${rev + 1}`;
    expect((await server.call(carl, 'GET', url)).status).toBe(410);
    await readCounters(deps);
    expect(attempts).toEqual([]);
    expect((await counter()).epoch).toBe(epoch);
  });

  it('accepts the first write of a scope whose counter is missing', async () => {
    const { epoch } = await counter();
    await deps.db.deleteFrom('sync_counter').where('scope', '=', deps.scope).execute();
    expect(await push('first')).toMatchObject({ status: 200, rev: 1 });
    expect((await counter()).epoch).not.toBe(epoch);
    expect(attempts).toEqual([]);
  });

  it('accepts any revision from a database that cannot lose writes while its process runs', async () => {
    const embeddedDeps = { ...deps, onLoss: undefined };
    await loseRevisions(2);
    const rev = await inScope(embeddedDeps as unknown as Deps, deps.scope, ({ nextRev }) => nextRev());
    expect(rev).toBeLessThan(deps.pokes.rev(deps.scope));
  });
});
