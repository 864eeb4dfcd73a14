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

/** A slow connection, which all connections between browser and proxy share. */
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
      this.join(near, far, 'up');
      this.join(far, near, 'down');
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

  private join(from: Socket, to: Socket, name: 'up' | 'down'): void {
    const direction = this.directions[name];
    this.sockets.add(from);
    from.setNoDelay(true);
    let last = 0;
    const after = (run: () => void, wait: number): void => void (wait > 0 ? setTimeout(run, wait) : run());
    from.on('data', (chunk: Buffer) => {
      direction.bytes += chunk.length;
      const now = performance.now();
      const { speed } = this;
      const begins = Math.max(now, direction.free_at);
      direction.free_at = speed ? begins + (chunk.length / speed[name]) * 1000 : now;
      last = Math.max(last, direction.free_at + (speed?.latency_ms ?? 0));
      after(() => to.destroyed || to.write(chunk), last - now);
    });
    from.on('end', () => after(() => to.end(), last - performance.now()));
    from.on('error', () => to.destroy());
    from.on('close', () => {
      this.sockets.delete(from);
      after(() => to.destroy(), last - performance.now() + 50);
    });
  }
}
