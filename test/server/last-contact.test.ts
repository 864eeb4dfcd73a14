import { uuidv7 } from 'uuidv7';
import { afterAll, expect, it } from 'vitest';
import { openLeadWorld } from '../helpers/leads.ts';
import { validArgs } from '../helpers/valid-args.ts';

const HOUR = 3_600_000;
const { server, ops } = await openLeadWorld();
afterAll(() => server.close());

it('the time of the last contact is that of the last interaction or finished task with a result', async () => {
  const kim = await server.consultant();
  const id = await ops.of(kim, { first_name: 'Dora' });
  const lastContactAt = async (): Promise<unknown> => {
    const { body } = await server.plain.call('team.structure_users', { token: kim.token, body: {} });
    return (body['results'] as unknown as Record<string, unknown>[])[0]?.['last_contact_at'];
  };
  const logCall = async (at: string): Promise<void> => {
    const args = { ...validArgs['interaction.log'], contact_id: null, user_id: id, at };
    expect(await server.send(kim, server.op({ kind: 'interaction.log', id: uuidv7(), args }))).toMatchObject({
      status: 200,
    });
  };
  await server.send(kim, server.task({ type: 'call', linked_user_id: id }));
  expect(await lastContactAt()).toBeNull();
  await logCall(server.iso(-HOUR));
  expect(await lastContactAt()).toBe(server.iso(-HOUR));
  await ops.logFinishedCall(kim, id, 'reached');
  const finished = server.iso();
  expect(await lastContactAt()).toBe(finished);
  await logCall(server.iso(-2 * HOUR));
  expect(await lastContactAt()).toBe(finished);
  server.plain.clock.advance(HOUR);
  await logCall(server.iso());
  expect(await lastContactAt()).toBe(server.iso());
});
