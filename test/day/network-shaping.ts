import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** Bandwidth in bytes per second in each direction, and latency. Null means unlimited. */
export interface LinkSpeed {
  down: number;
  up: number;
  latency_ms: number;
}

/** The connection of an old phone with bad reception: 250 kbit/s down, 50 kbit/s up, 300 ms round trip. */
export const speed2G: LinkSpeed = { down: 31_250, up: 6_250, latency_ms: 150 };

interface Direction {
  /** Time at which the connection has sent all previous data, in ms by the clock of this process. */
  free_at: number;
  bytes: number;
}

/** A slow connection, whose bandwidth all TCP connections between browser and server share. */
export class SlowConnection {
  speed: LinkSpeed | null = null;
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();
  private readonly directions: { up: Direction; down: Direction } = {
    up: { free_at: 0, bytes: 0 },
    down: { free_at: 0, bytes: 0 },
  };

  constructor(target: () => string) {
    this.server = createServer((near) => {
      const { port } = new URL(target());
      const far = connect(Number(port), '127.0.0.1');
      this.forward(near, far, 'up');
      this.forward(far, near, 'down');
    });
  }

  get url(): string {
    return `http://localhost:${(this.server.address() as AddressInfo).port}`;
  }

  /** Bytes transferred so far. */
  get bytes(): { up: number; down: number } {
    return { up: this.directions.up.bytes, down: this.directions.down.bytes };
  }

  async open(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.server.listen(0, '127.0.0.1', resolve);
    });
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => {
      this.server.close(resolve);
    });
  }

  private forward(from: Socket, to: Socket, name: 'up' | 'down'): void {
    const direction = this.directions[name];
    this.sockets.add(from);
    from.setNoDelay(true);
    let deliverAt = 0;
    const runAfter = (run: () => void, wait: number): void => void (wait > 0 ? setTimeout(run, wait) : run());
    from.on('data', (chunk: Buffer) => {
      direction.bytes += chunk.length;
      const now = performance.now();
      const { speed } = this;
      const startsAt = Math.max(now, direction.free_at);
      direction.free_at = speed ? startsAt + (chunk.length / speed[name]) * 1000 : now;
      deliverAt = Math.max(deliverAt, direction.free_at + (speed?.latency_ms ?? 0));
      runAfter(() => to.destroyed || to.write(chunk), deliverAt - now);
    });
    from.on('end', () => runAfter(() => to.end(), deliverAt - performance.now()));
    from.on('error', () => to.destroy());
    from.on('close', () => {
      this.sockets.delete(from);
      runAfter(() => to.destroy(), deliverAt - performance.now() + 50);
    });
  }
}
