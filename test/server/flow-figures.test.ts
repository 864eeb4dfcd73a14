import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FlowOps } from '../helpers/flows.ts';
import { openSyncServer, type Person, type SyncServer } from '../helpers/sync-server.ts';

let server: SyncServer;
let ops: FlowOps;
let lena: Person;

beforeAll(async () => {
  server = await openSyncServer();
  ops = new FlowOps(server);
  lena = await server.person();
});
afterAll(() => server.close());

const DAY_MS = 86_400_000;

describe('the figures of a flow', () => {
  it('the figures of a flow add up the days of the last month and name the most frequent sources', async () => {
    const { db, scope } = server.deps;
    const { id } = await ops.made(lena);
    const day = (days: number) => server.iso(-days * DAY_MS).slice(0, 10);
    const line = { scope, flow_id: id, visitors: 1, leads: 0 };
    const rows = [
      { ...line, day: day(30), source: 'old', views: 100 },
      { ...line, day: day(29), source: '', views: 1 },
      { ...line, day: day(0), source: '', views: 2 },
      { ...line, day: day(0), source: 'mail', views: 3, leads: 1 },
    ];
    await db.insertInto('landing_days').values(rows).execute();
    const { body } = await server.plain.call('flows.list', { token: lena.token });
    const flow = (body as unknown as { id: string; stats: object }[]).find((row) => row.id === id);
    expect(flow?.stats).toMatchObject({
      days: [
        { day: day(29), views: 1, visitors: 1, leads: 0 },
        { day: day(0), views: 5, visitors: 2, leads: 1 },
      ],
      sources: [
        { source: 'old', views: 100 },
        { source: '', views: 3 },
        { source: 'mail', views: 3 },
      ],
    });
  });
});
