import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createEmployeeTeam, storedUser } from '../helpers/employee-team.ts';
import { LeadOps } from '../helpers/leads.ts';
import { roles, TEST_PASSWORD, type TestUser } from '../helpers/server.ts';
import { openSyncServer, type Person, type SyncServer } from '../helpers/sync-server.ts';

let server: SyncServer;
let ops: LeadOps;
let admin: TestUser;
let maria: TestUser;
let olga: TestUser;
let timur: TestUser;

beforeAll(async () => {
  server = await openSyncServer();
  ops = new LeadOps(server);
});
afterAll(() => server.close());
beforeEach(async () => {
  const { db, scope } = server.plain;
  await db.updateTable('users').set({ is_superuser: false }).where('scope', '=', scope).execute();
  admin = await server.plain.user({ ...roles.admin, first_name: 'Viktor' });
  ({ maria, olga, timur } = await createEmployeeTeam(server.plain));
});

const update = (id: string, body: object, by = admin) =>
  server.plain.call('admin.update_user', { token: by.token, params: { id }, body });
const stored = (id: string) => storedUser(server.plain, id);
const meCode = async ({ token }: TestUser) =>
  (await server.plain.call('accounts.me', { token })).body['code'] ?? 'open';
const device = (user: TestUser): Person => ({ id: user.id, token: user.token, device_id: uuidv7() });
/** Returns the cursors of a device that has fetched everything. */
const cursorsOf = async (phone: Person) => {
  const { as_of } = (await server.snapshot(phone, { group: 'p0' })).body;
  return { p0: as_of, p1: as_of, p2: as_of, p3: as_of };
};
const changesOf = async (phone: Person, cursors: Record<string, number>, id: string) =>
  (await server.changes(phone, cursors)).changes
    .filter((change) => change.id === id)
    .map(({ c, op }) => `${c} ${op}`)
    .toSorted();
const withNewLogin = async (user: TestUser): Promise<TestUser> => ({
  ...user,
  token: await server.plain.tokenFor(await stored(user.id)),
});

describe('the last superuser', () => {
  it.each([{ is_superuser: false }, { is_active: false }, { is_blocked: true }])(
    'refuses the change %j of the last superuser',
    async (change) => {
      const { status, body } = await update(admin.id, change);
      const code = 'is_superuser' in change ? 'last_superuser' : 'block_self';
      expect([status >= 400, body['code']]).toEqual([true, code]);
      expect(await stored(admin.id)).toMatchObject({ is_superuser: true, is_active: true, is_blocked: false });
    },
  );

  it('a superuser can step down only if another remains, and nobody can block themselves', async () => {
    const other = await server.plain.user(roles.admin);
    expect((await update(admin.id, { is_blocked: true })).body['code']).toBe('block_self');
    expect((await update(admin.id, { is_active: false })).body['code']).toBe('block_self');
    expect((await update(admin.id, { is_superuser: false })).status).toBe(200);
    expect((await update(other.id, { is_superuser: false }, other)).body['code']).toBe('last_superuser');
  });

  it('does not count blocked, inactive or deleted superusers when the last active superuser gives up the role', async () => {
    await server.plain.user({ ...roles.admin, is_blocked: true });
    await server.plain.user({ ...roles.admin, is_active: false });
    await server.plain.user({ ...roles.admin, deleted_at: server.iso() });
    expect((await update(admin.id, { is_superuser: false })).body['code']).toBe('last_superuser');
  });

  it('keeps one superuser when two take the role from each other at the same moment', async () => {
    const other = await server.plain.user(roles.admin);
    const replies = await Promise.all([
      update(other.id, { is_superuser: false }, admin),
      update(admin.id, { is_superuser: false }, other),
    ]);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    const [refused] = replies.filter(({ status }) => status !== 200);
    expect(['forbidden', 'unauthorized', 'last_superuser']).toContain(refused?.body['code']);
    const both = [await stored(admin.id), await stored(other.id)];
    expect(both.filter(({ is_superuser }) => is_superuser)).toHaveLength(1);
  });

  const requestDeletion = ({ token }: TestUser) =>
    server.plain.call('own.delete_account', { token, body: { password: TEST_PASSWORD } });

  it("refuses the deletion of the last superuser's own account", async () => {
    expect(await requestDeletion(admin)).toMatchObject({ status: 409, body: { code: 'last_superuser' } });
    expect(await stored(admin.id)).toMatchObject({ delete_at: null });
    const other = await server.plain.user(roles.admin);
    expect((await requestDeletion(admin)).status).toBe(200);
    expect((await requestDeletion(other)).body['code']).toBe('last_superuser');
    expect((await update(other.id, { is_superuser: false }, other)).body['code']).toBe('last_superuser');
    expect((await server.plain.call('own.keep_account', { token: admin.token })).status).toBe(200);
    expect((await requestDeletion(other)).status).toBe(200);
  });

  it('keeps one superuser when two delete their accounts at the same moment', async () => {
    const other = await server.plain.user(roles.admin);
    const replies = await Promise.all([requestDeletion(admin), requestDeletion(other)]);
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const both = [await stored(admin.id), await stored(other.id)];
    expect(both.filter(({ delete_at }) => delete_at === null)).toHaveLength(1);
  });

  it('does not count a superuser whose deletion was scheduled before they got the role', async () => {
    const member = await server.plain.user({ delete_at: server.iso() });
    expect((await update(member.id, { is_staff: true, is_superuser: true })).status).toBe(200);
    expect((await requestDeletion(admin)).body['code']).toBe('last_superuser');
  });

  it('lets a superuser block another with the accounts call, but not with the employee call', async () => {
    const other = await server.plain.user(roles.admin);
    const body = { user_id: other.id, is_blocked: true };
    expect((await server.plain.call('employees.block', { token: admin.token, body })).body['code']).toBe('block_admin');
    expect((await update(other.id, { is_blocked: true })).status).toBe(200);
    expect(await meCode(other)).toBe('blocked');
  });
});

describe('a deactivated account', () => {
  it('denies access to a deactivated account, and requires a new login after it is reactivated', async () => {
    const ended: string[] = [];
    const listener = { user_id: olga.id, poke: () => {}, recheck: () => ended.push(olga.id) };
    const stop = server.deps.pokes.listen(server.plain.scope, listener);
    await update(olga.id, { is_active: false });
    await expect.poll(() => ended).toEqual([olga.id]);
    stop();
    expect(await meCode(olga)).toBe('blocked');
    await update(olga.id, { is_active: true });
    expect(await meCode(olga)).toBe('unauthorized');
    expect(await meCode(await withNewLogin(olga))).toBe('open');
    expect((await stored(olga.id)).blocked_at).toBeNull();
  });

  it('still denies access to a deactivated account after it is unblocked', async () => {
    await update(olga.id, { is_blocked: true });
    const { blocked_at } = await stored(olga.id);
    server.pass(1000);
    await update(olga.id, { is_active: false });
    await update(olga.id, { is_blocked: false });
    expect((await stored(olga.id)).blocked_at).toBe(blocked_at);
    expect(await meCode(olga)).toBe('blocked');
  });

  it('offers the manager the earlier work that an employee sends after being deactivated', async () => {
    const phone = device(olga);
    const note = ops.note(await ops.of(phone), 'She will come on Thursday');
    server.pass(1000);
    await update(olga.id, { is_active: false });
    await expect(server.push(phone, [note])).rejects.toThrow('blocked');
    const offers = await server.plain.db.selectFrom('handovers').selectAll().where('from_id', '=', olga.id).execute();
    expect(offers).toMatchObject([{ to_id: maria.id, kind: 'person.note', state: 'offered' }]);
  });
});

describe('a revoked role', () => {
  it.each([
    [{ is_staff: false }, 'unauthorized'],
    [{ is_manager: true }, 'open'],
    [{ is_superuser: true }, 'open'],
    [{ country: 'AT' }, 'open'],
  ])('after the change %j of an employee, a call in the open session returns: %s', async (change, code) => {
    await update(olga.id, change);
    expect(await meCode(olga)).toBe(code);
  });

  it('ends the sessions of a demoted manager and of a demoted admin', async () => {
    await update(maria.id, { is_manager: false });
    expect(await meCode(maria)).toBe('unauthorized');
    const other = await server.plain.user(roles.admin);
    await update(other.id, { is_superuser: false });
    expect(await meCode(other)).toBe('unauthorized');
  });

  it("keeps a former employee's people assigned, but hides them from that employee", async () => {
    const id = await ops.of(device(olga));
    const waiting = await ops.createWaiting();
    await update(olga.id, { is_staff: false });
    expect(await stored(id)).toMatchObject({ responsible_id: olga.id, status: 'processing' });
    const formerEmployee = await withNewLogin(olga);
    const details = (by: TestUser) =>
      server.plain.call('people.details', { token: by.token, body: { user_id: id } }).then(({ status }) => status);
    expect([await details(formerEmployee), await details(maria), await details(timur)]).toEqual([403, 200, 404]);
    expect(
      (await server.snapshot(device(formerEmployee), { group: 'p1' })).body.rows.map((row) => row.id),
    ).not.toContain(id);
    expect((await server.send(device(formerEmployee), ops.take(waiting))).status).not.toBe(200);
    const colleague = await server.plain.user({ ...roles.consultant, responsible_id: maria.id });
    const transfer = await server.plain.call('people.give', {
      token: maria.token,
      body: { user_id: id, consultant_id: colleague.id },
    });
    expect(transfer.status).toBe(200);
    expect((await stored(id)).responsible_id).toBe(colleague.id);
  });

  it('assigns a former employee to their manager, and removes them from the list of employees', async () => {
    const [desk, colleague] = [device(maria), device(timur)];
    const [mariasCursors, timursCursors] = [await cursorsOf(desk), await cursorsOf(colleague)];
    await update(olga.id, { is_staff: false });
    expect(await changesOf(desk, mariasCursors, olga.id)).toEqual(['employees gone', 'people put']);
    expect(await changesOf(colleague, timursCursors, olga.id)).toEqual(['employees gone']);
  });
});

describe('a new role', () => {
  it('expires the cursors of an account with a new role, so that its devices fetch everything again', async () => {
    const learner = await server.plain.user({ responsible_id: olga.id });
    const phone = device(learner);
    const before = await cursorsOf(phone);
    await update(learner.id, { is_staff: true });
    await expect(server.changes(phone, before)).rejects.toThrow('cursor_expired');
    await server.changes(phone, await cursorsOf(phone));
    const { body } = await server.snapshot(phone, { group: 'p1' });
    expect(body.rows.filter(({ c }) => c === 'employees').length).toBeGreaterThan(0);
  });

  it('a snapshot that began before a change of roles expires', async () => {
    const learner = await server.plain.user();
    const phone = device(learner);
    for (let made = 0; made < 2; made += 1) await server.push(phone, [server.task()]);
    const first = await server.snapshot(phone, { group: 'p0', limit: 1 });
    expect(first.body.next).not.toBeNull();
    await update(learner.id, { is_staff: true });
    const second = await server.snapshot(phone, { group: 'p0', page: first.body.next!, limit: 1 });
    expect(second.body).toMatchObject({ code: 'cursor_expired' });
  });

  it("moves a new employee from their consultant's people into the manager's team", async () => {
    const learner = await server.plain.user({ responsible_id: olga.id, status: 'processing' });
    const [phone, desk] = [device(olga), device(admin)];
    const [olgasCursors, adminsCursors] = [await cursorsOf(phone), await cursorsOf(desk)];
    await update(learner.id, { is_staff: true });
    expect(await stored(learner.id)).toMatchObject({ responsible_id: maria.id, status: 'processing' });
    expect(await changesOf(phone, olgasCursors, learner.id)).toEqual(['employees put', 'people gone']);
    expect(await changesOf(desk, adminsCursors, learner.id)).toEqual(['employees put', 'people gone']);
  });

  it('a waiting lead who becomes an employee leaves the pool', async () => {
    const id = await ops.createWaiting();
    const phone = device(timur);
    const before = await cursorsOf(phone);
    await update(id, { is_manager: true });
    expect(await stored(id)).toMatchObject({ status: 'active', waiting_since: null, responsible_id: null });
    expect(await changesOf(phone, before, id)).toEqual(['employees put', 'waiting_leads del']);
  });

  it('keeps the responsible manager of a person who becomes an employee', async () => {
    const learner = await server.plain.user({ responsible_id: maria.id });
    await update(learner.id, { is_staff: true });
    expect((await stored(learner.id)).responsible_id).toBe(maria.id);
    expect(
      (
        await server.plain.call('employees.settings', {
          token: maria.token,
          body: { user_id: learner.id, rating: 3 },
        })
      ).status,
    ).toBe(200);
  });
});
