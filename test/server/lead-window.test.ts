import { afterAll, describe, expect, it } from 'vitest';
import { RowDigest } from '../../contract/digest.ts';
import { stores } from '../../contract/entities/stores.ts';
import type { DigestReply } from '../../contract/sync.ts';
import { inScope } from '../../server/context.ts';
import { openLeadWorld } from '../helpers/leads.ts';
import { MirrorDevice } from '../helpers/mirror-device.ts';
import { seededRandom } from '../helpers/phone.ts';
import type { Person } from '../helpers/sync-server.ts';
import { addToPool } from '../helpers/waiting-leads.ts';
import { resizeWindowForTests } from '../helpers/window-size.ts';
import { resizeWindow } from '../helpers/windows.ts';

const SIZE = 4;
const world = await openLeadWorld({ daily_limit: 10_000 });
const { server, ops, carl, olga, admin } = world;
const released = stores.waiting_leads.window.size;
resizeWindowForTests('waiting_leads', SIZE);
afterAll(() => server.close());

/** Adds leads to the pool in one transaction, in the same way as an import. Returns their ids. */
const addLeads = (since: readonly string[]): Promise<string[]> =>
  addToPool(
    server.deps,
    server.deps.scope,
    since.map((waiting_since) => ({ waiting_since, phone: ops.unusedPhone() })),
  );

/** Returns the ids of the leads in the pool, longest waiting first. */
async function pool(): Promise<string[]> {
  const rows = await server.deps.db
    .selectFrom('users')
    .select(['id', 'waiting_since'])
    .where('scope', '=', server.deps.scope)
    .where('status', '=', 'waiting')
    .where('deleted_at', 'is', null)
    .execute();
  const key = ({ id, waiting_since }: (typeof rows)[number]) => `${waiting_since ?? ''} ${id}`;
  return rows.toSorted((a, b) => (key(a) < key(b) ? -1 : 1)).map(({ id }) => id);
}

/** A device that mirrors the group of the waiting leads. */
class Device extends MirrorDevice {
  constructor(owner: Person) {
    super(server, owner, 'p1');
  }

  /** Returns the ids of the leads on the device, longest waiting first. */
  async leads(): Promise<string[]> {
    return this.db.waiting_leads.orderBy('waiting_since').primaryKeys();
  }

  async digest() {
    const digest = new RowDigest();
    await this.db.waiting_leads.each(({ id, rev }) => digest.add(id, rev));
    return { count: digest.count, hash: digest.hash };
  }
}

/** Checks that the rows of a device equal the first rows of the pool on the server. */
async function expectWindow(device: Device): Promise<void> {
  expect(await device.leads()).toEqual((await pool()).slice(0, SIZE));
  const reply = await server.call<DigestReply>(device.owner, 'GET', '/api/sync/digest?group=p1');
  expect(await device.digest()).toEqual(reply.body.entities['waiting_leads']);
}

async function clearPool(): Promise<void> {
  await inScope(server.deps, server.deps.scope, async ({ tx, scope, nextRev }) => {
    const rev = await nextRev();
    const left = { status: 'not_active', claimed_rev: rev, rev } as const;
    await tx.updateTable('users').set(left).where('scope', '=', scope).where('status', '=', 'waiting').execute();
  });
}

const minutes = (count: number): string => server.iso(count * 60_000);

describe('the window of waiting leads', () => {
  it('sends devices the 200 leads that have waited longest', () => {
    expect(released).toBe(200);
  });

  it("sends a lead that enters the window even if the device's cursor is newer than the lead", async () => {
    await clearPool();
    const ids = await addLeads([-60, -50, -40, -30, -20, -10].map(minutes));
    const device = new Device(carl);
    await device.pull();
    expect(await device.leads()).toEqual(ids.slice(0, SIZE));
    await server.send(olga, ops.take(ids[1]!));
    await device.pull();
    expect(await device.leads()).toEqual([ids[0], ids[2], ids[3], ids[4]]);
    await expectWindow(device);
  });

  it('removes a lead completely from the device when an older lead pushes it out of the window', async () => {
    await clearPool();
    const ids = await addLeads([-40, -30, -20, -10].map(minutes));
    const device = new Device(carl);
    await device.pull();
    const [older] = await addLeads([minutes(-50)]);
    await device.pull();
    expect(await device.leads()).toEqual([older, ...ids.slice(0, 3)]);
    expect([await device.db.base.count(), await device.db.outbox.count()]).toEqual([0, 0]);
    await expectWindow(device);
  });

  it('sends no imported leads that come after the window, and at most a full window of those that come before it', async () => {
    await clearPool();
    await addLeads([-40, -30, -20, -10].map(minutes));
    const device = new Device(carl);
    await device.pull();
    const p1 = (await device.cursor())!;
    await addLeads(Array.from({ length: 300 }, () => minutes(0)));
    expect((await server.changes(carl, { p1 })).changes).toEqual([]);
    await addLeads(Array.from({ length: 300 }, () => minutes(-90)));
    expect((await server.changes(carl, { p1 })).changes).toHaveLength(SIZE);
    await device.pull();
    await expectWindow(device);
  });

  it('sends a returned lead even if it comes after the window, since devices may have stored its old position', async () => {
    await clearPool();
    const ids = await addLeads([-60, -50, -40, -30, -20].map(minutes));
    const device = new Device(olga);
    await device.pull();
    await server.send(carl, ops.take(ids[0]!));
    await server.send(carl, ops.reject(ids[0]!));
    await device.pull();
    expect(await device.leads()).toEqual(ids.slice(1));
    await expectWindow(device);
  });

  it('keeps a lead outside of the window on the device while an unsent write refers to it', async () => {
    await clearPool();
    const ids = await addLeads([-40, -30, -20, -10].map(minutes));
    const device = new Device(carl);
    await device.pull();
    const { db } = device;
    await db.base.put({ entity: 'waiting_leads', id: ids[3]!, row: (await db.waiting_leads.get(ids[3]!))! });
    const [older] = await addLeads([minutes(-50)]);
    await device.pull();
    expect(await device.leads()).toEqual([older, ...ids]);
    await db.base.clear();
    await device.pull();
    await expectWindow(device);
  });

  it('removes leads outside of the window from a device that stored all leads before', async () => {
    await clearPool();
    await addLeads(Array.from({ length: 30 }, (_, index) => minutes(-index)));
    resizeWindow('waiting_leads', released);
    const device = new Device(carl);
    await device.pull();
    expect(await device.db.waiting_leads.count()).toBe(30);
    resizeWindow('waiting_leads', SIZE);
    await device.pull();
    await expectWindow(device);
  });

  it.each(Array.from({ length: 10 }, (_, index) => index + 1))(
    'gives each device the first leads of the pool in the random history %i',
    async (seed) => {
      await clearPool();
      const random = seededRandom(seed);
      const below = (count: number) => Math.floor(random() * count);
      const pick = <T>(items: readonly T[]): T | undefined => items[below(items.length)];
      // Creates new employees, so that their devices have few other rows.
      const staff = [await server.consultant({ daily_limit: 1000 }), await server.consultant({ daily_limit: 1000 })];
      const newDevice = () => new Device(pick(staff)!);
      const devices = [newDevice(), newDevice(), newDevice()];
      const takenLeads: { id: string; by: Person }[] = [];
      // Only a few different times are used, so that some leads have been waiting equally long.
      const since = () => minutes(-below(12));
      const steps = {
        arrive: () => addLeads([since()]),
        import: () => addLeads(Array.from({ length: below(9) }, since)),
        take: async () => {
          const id = pick((await pool()).slice(0, 2 * SIZE));
          const by = pick(staff)!;
          if (id && (await server.send(by, ops.take(id))).status === 200) takenLeads.push({ id, by });
        },
        reject: async () => {
          const lead = takenLeads.splice(below(takenLeads.length), 1)[0];
          if (lead) await server.send(lead.by, ops.reject(lead.id));
        },
        edit: async () => {
          const id = pick(await pool());
          if (id) await server.send(admin, ops.edit(id, { city: `City ${below(1000)}` }));
        },
        remove: async () => {
          const id = pick(await pool());
          if (id) await server.send(admin, ops.op('lead.remove', id, { typed_name: 'Ivan Petrov' }));
        },
        pass: async () => server.pass(below(3) * 60_000),
        page: () => pick(devices)!.page(1 + below(5)),
        pull: async () => {
          const device = pick(devices)!;
          await device.pull(1 + below(8));
          await expectWindow(device);
        },
        replace: async () => void (devices[below(devices.length)] = newDevice()),
      };
      const names = ['arrive', 'arrive', 'import', 'take', 'take', 'take', 'reject', 'edit', 'remove', 'pass'] as const;
      const all = [...names, 'page', 'page', 'page', 'pull', 'pull', 'replace'] as const;
      for (let step = 0; step < 60; step += 1) await steps[pick(all)!]();
      for (const device of devices) {
        await device.pull(3);
        await expectWindow(device);
      }
    },
    60_000,
  );
});
