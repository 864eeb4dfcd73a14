import { connect, createServer, type Server, type Socket } from 'node:net';

/**
 * How a relay is cut: `closed` drops all connections and refuses new connections, `silent` accepts them and forwards
 * nothing.
 */
export type RelayState = 'closed' | 'silent';

/** Forwards TCP connections to a process, so that a test can partition the network between two processes. */
export class Relay {
  readonly #port: number;
  readonly #targets: readonly number[];
  readonly #sockets = new Set<Socket>();
  #server: Server | null = null;
  #cut: RelayState | null = null;

  /** A connection goes to the first of the target ports that accepts it. */
  constructor(port: number, targets: readonly number[]) {
    this.#port = port;
    this.#targets = targets;
  }

  open(): Promise<void> {
    const server = createServer((socket) => this.#accept(socket));
    this.#server = server;
    return new Promise((resolve, reject) => server.once('error', reject).listen(this.#port, '127.0.0.1', resolve));
  }

  cut(cut: RelayState): void {
    this.#cut = cut;
    if (cut === 'closed') this.#dropAll();
    else for (const socket of this.#sockets) socket.pause();
  }

  /** Ends the partition. Connections that were silent are dropped. */
  heal(): void {
    this.#cut = null;
    this.#dropAll();
  }

  async close(): Promise<void> {
    this.#dropAll();
    await new Promise<void>((resolve) => (this.#server ? this.#server.close(() => resolve()) : resolve()));
  }

  #dropAll(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#sockets.clear();
  }

  #track(socket: Socket): void {
    this.#sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => {});
    socket.on('close', () => this.#sockets.delete(socket));
  }

  #accept(socket: Socket): void {
    if (this.#cut === 'closed') {
      socket.destroy();
      return;
    }
    this.#track(socket);
    if (this.#cut === null) this.#forward(socket, [...this.#targets]);
  }

  #forward(socket: Socket, [target, ...others]: readonly number[]): void {
    if (target === undefined) {
      socket.destroy();
      return;
    }
    const upstream = connect(target, '127.0.0.1');
    this.#track(upstream);
    const tryNext = (): void => this.#forward(socket, others);
    upstream.once('error', tryNext);
    upstream.once('connect', () => {
      upstream.off('error', tryNext);
      if (this.#cut !== null) return;
      socket.pipe(upstream);
      upstream.pipe(socket);
      socket.on('close', () => upstream.destroy());
      upstream.on('close', () => socket.destroy());
    });
  }
}
