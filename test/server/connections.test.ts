import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import fastify, { LogController, type FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { registerErrorHandlers } from '../../server/http/plugins/errors.ts';
import { openTestServer } from '../helpers/server.ts';

it('closes connections beyond the limit of a process', async () => {
  const server = await openTestServer({ app: { connections: 1 } });
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.app.server.address() as AddressInfo;
  const first = connect(port, '127.0.0.1');
  await once(server.app.server, 'connection');
  const dropped = once(server.app.server, 'drop');
  const second = connect(port, '127.0.0.1').on('error', () => undefined);
  await dropped;
  second.destroy();
  first.destroy();
  await server.close();
});

it('refuses an event stream beyond the limit of a process and returns the time to wait', async () => {
  const server = await openTestServer({ app: { streams: 0 } });
  const { token } = await server.user();
  const reply = await server.call('sync.events', { token });
  expect(reply).toMatchObject({ status: 503, body: { code: 'unavailable' }, headers: { 'retry-after': '30' } });
  await server.close();
});

it('does not report a client that disconnects during an upload as a busy database', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  const app = fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
  });
  registerErrorHandlers(app);
  app.post('/', async () => 'ok');
  const failed = new Promise<string | undefined>((resolve) => {
    app.addHook('onError', async (_request, _reply, error: { code?: string }) => resolve(error.code));
  });
  const sent = new Promise((resolve) => app.addHook('onSend', async () => resolve(undefined)));
  await app.listen({ port: 0, host: '127.0.0.1' });
  lines.length = 0;
  const client = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  app.server.once('request', () => client.destroy());
  client.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"half":');
  expect(await failed).toBe('ECONNRESET');
  await sent;
  expect(lines).toEqual([]);
  await app.close();
});
