import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { defaultWorkTimes } from '../../contract/work-times.ts';
import { createEmployeeTeam, storedUser } from '../helpers/employee-team.ts';
import { codesIn, openTestServer, TestClock, type TestServer, type TestUser } from '../helpers/server.ts';

let server: TestServer;
let maria: TestUser;
let olga: TestUser;
let timur: TestUser;
const clock = new TestClock();

beforeAll(async () => {
  server = await openTestServer({ clock });
});
afterAll(() => server.close());
beforeEach(async () => {
  ({ maria, olga, timur } = await createEmployeeTeam(server));
});

const stored = (id: string) => storedUser(server, id);

describe('working hours', () => {
  const set = (by: TestUser, body: object) => server.call('employees.work_times', { token: by.token, body });
  const nine = { from: '09:00', to: '18:00' };

  it('accepts working hours of the caller and of team members in every form', async () => {
    expect((await set(olga, { time_zone: 'Asia/Almaty', MON: nine })).status).toBe(200);
    const entered = defaultWorkTimes('Asia/Almaty');
    expect((await stored(olga.id)).work_times).toEqual({ ...entered, days: { ...entered.days, MON: [nine] } });
    expect((await set(maria, { user_id: olga.id, work_times: { TUE: [nine] } })).status).toBe(200);
    expect((await stored(olga.id)).work_times).toMatchObject({
      zone: 'Asia/Almaty',
      days: { MON: [nine], TUE: [nine] },
    });
    const wholeWeek = defaultWorkTimes('Europe/Berlin');
    expect((await set(maria, { user_id: olga.id, work_times: wholeWeek })).body['work_times']).toEqual(wholeWeek);
    const { body } = await server.call('accounts.me', { token: olga.token });
    expect(body['work_times']).toEqual(wholeWeek);
    const { rev } = await stored(olga.id);
    await set(olga, { work_times: wholeWeek });
    expect((await stored(olga.id)).rev).toBe(rev);
    expect((await set(olga, { user_id: timur.id, MON: nine })).body['code']).toBe('not_found');
    expect((await set(maria, { user_id: timur.id, MON: nine })).body['code']).toBe('not_found');
  });

  it('keeps the working hours of days that a request does not name', async () => {
    const ten = { from: '10:00', to: '12:30' };
    const off = { from: '2026-12-24', to: '2026-12-26', type: 'off' as const, note: 'Away' };
    const knownTimes = { ...defaultWorkTimes('Asia/Almaty'), exceptions: [off] };
    await set(olga, { work_times: knownTimes });
    const after = async (by: TestUser, body: object) => {
      const reply = await set(by, body);
      expect(reply.body['work_times']).toEqual((await stored(olga.id)).work_times);
      return reply.body['work_times'];
    };
    expect(await after(olga, { time_zone: 'Europe/Berlin' })).toEqual({ ...knownTimes, zone: 'Europe/Berlin' });
    await set(olga, { work_times: knownTimes });
    expect(await after(olga, { TUE: ten })).toEqual({ ...knownTimes, days: { ...knownTimes.days, TUE: [ten] } });
    const free = { ...knownTimes.days, TUE: [ten], WED: [], THU: [] };
    expect(await after(maria, { user_id: olga.id, WED: null, THU: { from: '', to: '' } })).toEqual({
      ...knownTimes,
      days: free,
    });
    const days = { ...free, FRI: [ten], SAT: [ten] };
    expect(await after(olga, { FRI: ten, work_times: { SAT: [ten] } })).toEqual({ ...knownTimes, days });
    const sunday = { ...days, SUN: [ten] };
    expect(await after(olga, { work_times: { days: { SUN: [ten] } } })).toEqual({ ...knownTimes, days: sunday });
    expect(await after(olga, { work_times: { zone: 'UTC', exceptions: [] } })).toEqual({
      zone: 'UTC',
      days: sunday,
      exceptions: [],
    });
  });

  it('rejects a request that changes no working hours', async () => {
    const knownTimes = defaultWorkTimes('Asia/Almaty');
    await set(olga, { work_times: knownTimes });
    for (const [by, body] of [
      [olga, undefined],
      [olga, {}],
      [olga, { work_times: {} }],
      [maria, { user_id: olga.id }],
    ] as const) {
      const reply = await server.call('employees.work_times', { token: by.token, ...(body && { body }) });
      expect([reply.status, codesIn(reply.body)]).toEqual([400, { body: 'empty' }]);
    }
    expect((await stored(olga.id)).work_times).toEqual(knownTimes);
  });

  it('rejects invalid working hours with an error code on the field that the request named', async () => {
    const half = await set(olga, { MON: { from: '09:00', to: '' } });
    expect([half.status, codesIn(half.body)]).toEqual([400, { 'MON.to': 'fill_both' }]);
    expect(codesIn((await set(olga, { MON: { from: '18:00', to: '09:00' } })).body)).toEqual({ MON: 'from_to_wrong' });
    const listed = await set(olga, {
      work_times: {
        TUE: [
          { from: '09:00', to: '10:00' },
          { from: '18:00', to: '' },
        ],
      },
    });
    expect(codesIn(listed.body)).toEqual({ 'work_times.TUE.1.to': 'fill_both' });
    const days = { MON: [{ from: '18:00', to: '09:00' }] };
    const own = await set(olga, { work_times: { zone: 'UTC', days } });
    expect(codesIn(own.body)).toEqual({ 'work_times.days.MON.0': 'from_to_wrong' });
    expect((await set(olga, { MON: nine, time_zone: 'Mars/Olympus' })).status).toBe(400);
  });

  it("applies working hours sent by a device once, and refuses a learner's working hours", async () => {
    const op = (user_id: string) => ({
      op_id: uuidv7(),
      lane: `me:${user_id}`,
      deps: [],
      kind: 'me.work_times',
      v: 1,
      entity: 'me',
      id: user_id,
      base_rev: 0,
      base: null,
      at: clock.now().toISOString(),
      clock_offset_ms: 0,
      args: { work_times: defaultWorkTimes('Europe/Berlin'), at: clock.now().toISOString() },
    });
    const push = async (by: TestUser, sent: object) => {
      const body = { proto: 1, device_id: uuidv7(), ops: [sent] };
      const reply = (await server.call('sync.push', { token: by.token, body })).body as unknown as {
        results: { status: number; code?: string; replayed?: boolean; row?: { work_times: unknown } }[];
      };
      return reply.results[0]!;
    };
    const sent = op(olga.id);
    expect(await push(olga, sent)).toMatchObject({ status: 200, row: { work_times: { zone: 'Europe/Berlin' } } });
    expect(await push(olga, sent)).toMatchObject({ status: 200, replayed: true });
    const learner = await server.user();
    expect(await push(learner, op(learner.id))).toMatchObject({ status: 403, code: 'forbidden' });
    expect(await push(olga, op(timur.id))).toMatchObject({ status: 404 });
  });
});
