import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inScope } from '../../server/context.ts';
import { eraseAccount } from '../../server/features/accounts/deletion.ts';
import { insertPerson } from '../../server/features/people/insert-person.ts';
import { leaveTeam } from '../../server/features/team/counts.ts';
import { openTestServer, roles, type TestServer, type TestUser } from '../helpers/server.ts';
import { recountTeams, storedTeams } from '../helpers/team-counts.ts';
import { Chance } from '../simulation/rng.ts';

const DAY = 86_400_000;

let server: TestServer;
let admin: TestUser;
beforeAll(async () => {
  server = await openTestServer();
  admin = await server.user(roles.admin);
});
afterAll(() => server.close());

let registered = 0;

/** Registers a member with a promo code. Returns the id of the member and the member's own promo code. */
async function register(referral_promo_code: string): Promise<{ id: string; promo_code: string }> {
  registered += 1;
  const { body, status } = await server.call('accounts.register', {
    body: {
      first_name: 'Nina',
      last_name: 'Vogel',
      email: `counted${registered}@example.org`,
      phone: `+49170${String(registered).padStart(7, '0')}`,
      language: 'en',
      password: 'a door that opens',
      consent: true,
      referral_promo_code,
    },
  });
  expect(status, JSON.stringify(body)).toBe(200);
  const me = (await server.call('accounts.me', { token: String(body['token']) })).body;
  return { id: String(me['id']), promo_code: String(me['promo_code']) };
}

/**
 * Removes a member in the way in which a manager does (`remove`), or in which the job does after the member has deleted
 * the account (`erase`).
 */
async function remove(id: string, how: 'remove' | 'erase'): Promise<void> {
  if (how === 'remove') {
    const body = { user_id: id, typed_name: 'Nina Vogel' };
    const token = await server.tokenFor(admin);
    expect((await server.call('people.remove', { token, body })).status).toBe(200);
    return;
  }
  const delete_at = server.clock.now().toISOString();
  await server.db.updateTable('users').set({ delete_at }).where('id', '=', id).execute();
  await eraseAccount(server.deps, id);
}

async function expectExactCounts(message: string): Promise<void> {
  const month = server.clock.now().toISOString().slice(0, 7);
  const stored = await storedTeams(server.db, server.scope, month);
  expect(stored, message).toEqual(await recountTeams(server.db, server.scope, month));
}

it.each([1, 2])(
  'keeps the team counts exact while members are added and removed at random, with seed %i',
  async (seed) => {
    const chance = new Chance(seed);
    const top = await server.user();
    const members = [top.id];
    for (let step = 0; step < 40; step += 1) {
      // Some steps are in the next month, so that the counts of the month start again at zero.
      if (chance.happens(0.15)) server.clock.advance(20 * DAY);
      if (members.length > 4 && chance.happens(0.3)) {
        const [gone] = members.splice(1 + chance.below(members.length - 1), 1);
        await remove(gone!, chance.pick(['remove', 'erase']));
      } else {
        const { id } = await server.user({ first_name: 'Nina', last_name: 'Vogel', referrer_id: chance.pick(members) });
        members.push(id);
      }
      if (step % 10 === 9) await expectExactCounts(`seed ${seed}, step ${step}`);
    }
    const { people } = (await recountTeams(server.db, server.scope, ''))[top.id]!;
    expect(people).toBeGreaterThan(3);
  },
);

it('counts each of many simultaneous registrations and removals in the same branches', async () => {
  const top = await server.user({ promo_code: 'ALLATONCE' });
  const [left, right] = [await register('ALLATONCE'), await register('ALLATONCE')];
  const below = await register(left.promo_code);
  const leavingMembers = await Promise.all([left, right, below].map(({ promo_code }) => register(promo_code)));
  const codes = ['ALLATONCE', left.promo_code, right.promo_code, below.promo_code];
  await Promise.all([
    ...Array.from({ length: 12 }, (_, index) => register(codes[index % codes.length]!)),
    ...leavingMembers.map(({ id }, index) => remove(id, index === 0 ? 'erase' : 'remove')),
  ]);
  await expectExactCounts('after all at once');
  const { body } = await server.call('team.children', { token: top.token });
  expect(body).toMatchObject({ people: 15, line_1: 5 });
});

it('a removal that is repeated, or followed by the erasure, is counted once', async () => {
  const top = await server.user({ promo_code: 'ONLYONCE' });
  const { id } = await register('ONLYONCE');
  await register('ONLYONCE');
  await remove(id, 'remove');
  await server.db.transaction().execute((tx) => leaveTeam(tx, server.scope, id));
  await server.db
    .updateTable('users')
    .set({ delete_at: server.clock.now().toISOString() })
    .where('id', '=', id)
    .execute();
  await eraseAccount(server.deps, id);
  await expectExactCounts('after a repeated removal');
  expect((await server.call('team.children', { token: top.token })).body).toMatchObject({ people: 1, line_1: 1 });
});

it("a person who came through a member's landing page is counted exactly once", async () => {
  const top = await server.user();
  const id = uuidv7();
  const person = { first_name: 'Eva', last_name: '', language: 'en', time_zone: 'UTC', status: 'waiting' } as const;
  const insert = () =>
    inScope(server.deps, server.scope, (context) =>
      insertPerson(context, id, {
        ...person,
        source: 'landing',
        phone: '+4917099999999',
        email: null,
        tags: [],
        groups: [],
        referrer_id: top.id,
      }),
    );
  expect([await insert(), await insert()]).toEqual([true, false]);
  await expectExactCounts('after a form');
  expect((await server.call('team.children', { token: top.token })).body).toMatchObject({ people: 1, line_1: 1 });
});

it('rejects a cycle of referrers', async () => {
  const id = uuidv7();
  await expect(server.user({ id, referrer_id: id })).rejects.toThrow('own branch');
  const [one, two] = [uuidv7(), uuidv7()];
  await server.user({ id: one, referrer_id: two });
  await expect(server.user({ id: two, referrer_id: one })).rejects.toThrow('own branch');
});
