import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { callNamed } from '../../contract/api-calls/index.ts';
import { openSyncServer, type Person } from '../helpers/sync-server.ts';
import { median, type Figures } from './figures.ts';

const STREAMS = 5_000;
/** Maximum number of open streams of one user. */
const STREAMS_PER_USER = 20;
const ROUNDS = 5;
const LIMIT_MS = 1_000;

/** An event stream over a socket of its own. */
class OpenedStream {
  readonly #socket: Socket;
  #text = '';
  #waiting: { text: string; resolve: () => void } | null = null;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setEncoding('utf8').on('data', (text: string) => {
      this.#text = (this.#text + text).slice(-500);
      if (this.#waiting && this.#text.includes(this.#waiting.text)) this.#waiting.resolve();
    });
  }

  /** Opens a stream, and waits for its first event. */
  static async open(port: number, { token }: Person): Promise<OpenedStream> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    const stream = new OpenedStream(socket);
    const hello = stream.receives('event: hello');
    socket.write(
      `GET ${callNamed('sync.events').path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n\r\n`,
    );
    await hello;
    return stream;
  }

  /** Resolves when the stream has received the text. */
  receives(text: string): Promise<void> {
    if (this.#text.includes(text)) return Promise.resolve();
    return new Promise((resolve) => (this.#waiting = { text, resolve }));
  }

  close(): void {
    this.#socket.destroy();
  }
}

/**
 * Opens `count` streams and spreads them evenly over the ports. `createPerson` creates the owners of the streams; each
 * owner has the maximum number of streams.
 */
export async function openStreams(
  count: number,
  ports: readonly number[],
  createPerson: () => Promise<Person>,
): Promise<OpenedStream[]> {
  const streams: OpenedStream[] = [];
  while (streams.length < count) {
    const owner = await createPerson();
    const opened = Array.from({ length: Math.min(STREAMS_PER_USER, count - streams.length) }, (_, index) =>
      OpenedStream.open(ports[(streams.length + index) % ports.length]!, owner),
    );
    streams.push(...(await Promise.all(opened)));
  }
  return streams;
}

/**
 * Measures how long a poke needs to reach all streams of a process. Server and streams share this process, so the time
 * includes the work of the receivers.
 */
export async function measureStreams(): Promise<Figures> {
  const server = await openSyncServer();
  const { app } = server.plain;
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const person = await server.consultant();
  const openingFrom = performance.now();
  const streams = await openStreams(STREAMS, [port], () => server.consultant());
  try {
    const opened_s = (performance.now() - openingFrom) / 1000;
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      // A comment in the community is sent to everyone.
      const { rev } = await server.push(person, [server.comment(`round ${round}`)]);
      const committedAt = performance.now();
      await Promise.all(streams.map((stream) => stream.receives(`"rev":${rev}}`)));
      times.push(performance.now() - committedAt);
    }
    const longest = Math.max(...times);
    if (longest > LIMIT_MS) throw new Error(`a poke reached all streams only after ${longest.toFixed(0)} ms`);
    return {
      [`${STREAMS} event streams are open, s`]: opened_s,
      [`a poke reaches ${STREAMS} streams, median, ms`]: median(times),
      [`a poke reaches ${STREAMS} streams, longest, ms`]: longest,
    };
  } finally {
    for (const stream of streams) stream.close();
    await server.close();
  }
}
