import { describe, expect, test } from 'vitest';
import { saveMeta } from '../../src/db/schema/meta.ts';
import { EventStream } from '../../workers/sync/event-stream.ts';
import type { Session } from '../../workers/sync/session.ts';
import { openDeviceDb } from '../../src/db/schema/db.ts';
import { anna, ANNA, makePhoneDb, makePorts, settlePromises } from '../helpers/phone.ts';

/** Creates a stream of server-sent events whose content the test controls. */
async function open() {
  const streams: ReadableStreamDefaultController<Uint8Array>[] = [];
  const ports = makePorts({
    fetch: (_url, init) => {
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          streams.push(controller);
          init.signal?.addEventListener('abort', () => controller.error(new DOMException('aborted', 'AbortError')));
        },
      });
      return Promise.resolve(new Response(body, { headers: { 'X-Sync-Proto': '1' } }));
    },
  });
  const { db } = makePhoneDb(ports);
  await saveMeta(db, 'token', 'token-1');
  const session: Session = { user_id: ANNA, device_id: anna.device_id, db, device: openDeviceDb(ports), ports };
  const received: (number | string)[] = [];
  const openStream = () =>
    new EventStream(session, {
      poke: (rev) => received.push(rev),
      revoked: () => received.push('revoked'),
      lost: () => received.push('lost'),
    });
  const send = async (text: string) => {
    streams.at(-1)?.enqueue(new TextEncoder().encode(text));
    await settlePromises(5);
  };
  /** Ends the open stream, and advances the clock by the delay after which a tab reopens it. */
  const end = async () => {
    streams.at(-1)?.close();
    await settlePromises();
    ports.clock.pass(30_000);
    await settlePromises();
  };
  return { ports, streams, received, openStream, send, end };
}

describe('event stream', () => {
  test('reports once that the event stream broke and cannot be reopened', async () => {
    const { openStream, streams, ports, received, end } = await open();
    const listening = openStream();
    listening.open();
    await settlePromises();
    await end();
    expect(received).toEqual([]);
    ports.fetch = () => Promise.reject(new TypeError('gone'));
    streams[1]?.error(new TypeError('gone'));
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await settlePromises();
      ports.clock.pass(30_000);
    }
    await settlePromises();
    expect(received).toEqual(['lost']);
    listening.close();
  });

  test('receives notifications however the event stream is split into chunks', async () => {
    const { openStream, send, received } = await open();
    openStream().open();
    await settlePromises();
    await send('event: hello\ndata: {"rev": 4}\n\nevent: po');
    await send('ke\ndata: {"rev": 7}\n\n: ping\n\nevent: ping\ndata: {}\n\n');
    await send('event: revoked\ndata: {}\n\n');
    expect(received).toEqual([4, 7, 'revoked']);
  });

  test('one tab opens the event stream for all, and another takes over when it closes', async () => {
    const { openStream, streams, ports } = await open();
    const [first, second] = [openStream(), openStream()];
    first.open();
    await settlePromises();
    second.open();
    await settlePromises();
    expect(streams).toHaveLength(1);
    first.close();
    await settlePromises();
    ports.clock.pass(30_000);
    await settlePromises();
    expect(streams).toHaveLength(2);
    second.close();
  });

  test('reopens the event stream when it ends, but not after it was closed', async () => {
    const { openStream, streams, ports, end } = await open();
    const listening = openStream();
    listening.open();
    await settlePromises();
    await end();
    expect(streams).toHaveLength(2);
    listening.close();
    await settlePromises();
    ports.clock.pass(60_000);
    await settlePromises();
    expect(streams).toHaveLength(2);
  });
});
