import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findFreePort } from '../helpers/free-port.ts';
import { Relay } from './relay.ts';

/** Resolves when the socket has closed, even if an error has closed it. */
const waitUntilClosed = (socket: Socket): Promise<unknown> => new Promise((resolve) => socket.once('close', resolve));

describe('a relay', () => {
  let echo: Server;
  let relay: Relay;
  let port: number;
  const clients: Socket[] = [];

  beforeEach(async () => {
    echo = createServer((socket) => void socket.on('error', () => {}).pipe(socket)).listen(0, '127.0.0.1');
    await once(echo, 'listening');
    const target = (echo.address() as AddressInfo).port;
    const unused = await findFreePort();
    port = await findFreePort();
    relay = new Relay(port, [unused, target]);
    await relay.open();
  });
  afterEach(async () => {
    for (const client of clients.splice(0)) client.destroy();
    await relay.close();
    echo.close();
  });

  const openClient = (): Socket => {
    const client = connect(port, '127.0.0.1').on('error', () => {});
    clients.push(client);
    return client;
  };
  const sendAndReceive = async (client: Socket, text: string): Promise<string> => {
    const reply = once(client, 'data');
    client.write(text);
    return String((await reply)[0]);
  };

  it('forwards to the first target that accepts the connection', async () => {
    expect(await sendAndReceive(openClient(), 'hello')).toBe('hello');
  });

  it('drops and refuses connections while it is closed, and forwards again afterwards', async () => {
    const client = openClient();
    await sendAndReceive(client, 'before');
    const clientClosed = waitUntilClosed(client);
    relay.cut('closed');
    await clientClosed;
    await waitUntilClosed(openClient());
    relay.heal();
    expect(await sendAndReceive(openClient(), 'after')).toBe('after');
  });

  it('forwards nothing while it is silent, and drops the silent connections afterwards', async () => {
    const client = openClient();
    await sendAndReceive(client, 'before');
    relay.cut('silent');
    const laterClient = openClient();
    await once(laterClient, 'connect');
    const received: string[] = [];
    for (const socket of [client, laterClient]) socket.on('data', (text) => received.push(String(text)));
    const closings = [waitUntilClosed(client), waitUntilClosed(laterClient)];
    client.write('lost');
    laterClient.write('lost');
    expect(await Promise.race([Promise.all(closings), Promise.resolve('open')])).toBe('open');
    relay.heal();
    await Promise.all(closings);
    expect(received).toEqual([]);
  });
});
