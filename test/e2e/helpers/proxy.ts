import { Agent, createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * lose_request: the server never hears of it. lose_reply: the server answered, and the phone never hears it.
 * unavailable: 503, as a busy server gives it.
 */
type Fault = 'lose_request' | 'lose_reply' | 'unavailable';

interface Rule {
  path: string;
  fault: Fault;
  left: number;
}

/** A bad network on this machine: stands between browser and server, and spoils what it is told to. */
export class Proxy {
  private readonly target: () => string;
  private readonly agent = new Agent({ keepAlive: true });
  private readonly server: Server;
  private rules: Rule[] = [];
  private readonly appended = new Map<string, string>();
  private readonly seen = new Map<string, number>();

  constructor(target: () => string) {
    this.target = target;
    this.server = createServer((incoming, outgoing) => this.pass(incoming, outgoing));
    this.server.keepAliveTimeout = 60_000;
  }

  get url(): string {
    return `http://localhost:${(this.server.address() as AddressInfo).port}`;
  }

  async open(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.server.listen(0, '127.0.0.1', resolve);
    });
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.agent.destroy();
    await new Promise((resolve) => {
      this.server.close(resolve);
    });
  }

  /** From now on, and `times` times, requests of paths that begin so go wrong. */
  spoil(path: string, fault: Fault, times = Number.POSITIVE_INFINITY): void {
    this.rules.push({ path, fault, left: times });
  }

  heal(): void {
    this.rules = [];
  }

  /** Serves the file of this path with something at its end, as another build would. */
  append(path: string, text: string): void {
    this.appended.set(path, text);
  }

  /** How many requests of paths that begin so have come in. */
  count(path: string): number {
    return [...this.seen].filter(([known]) => known.startsWith(path)).reduce((sum, [, times]) => sum + times, 0);
  }

  private faultOf(path: string): Fault | null {
    const rule = this.rules.find((known) => known.left > 0 && path.startsWith(known.path));
    if (!rule) return null;
    rule.left -= 1;
    return rule.fault;
  }

  private pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const path = incoming.url ?? '/';
    this.seen.set(path, (this.seen.get(path) ?? 0) + 1);
    const fault = this.faultOf(path);
    if (fault === 'lose_request') return void incoming.socket.destroy();
    if (fault === 'unavailable') return void outgoing.writeHead(503, { 'X-Sync-Proto': '1', 'Retry-After': '1' }).end();
    const tail = this.appended.get(path);
    const headers = tail === undefined ? incoming.headers : { ...incoming.headers, 'accept-encoding': 'identity' };
    const { hostname, port } = new URL(this.target());
    const upstream = request({ hostname, port, path, method: incoming.method, headers, agent: this.agent });
    upstream.on('error', () => incoming.socket.destroy());
    outgoing.on('close', () => upstream.destroy());
    upstream.on('response', (reply) => {
      if (fault === 'lose_reply') {
        reply.resume().on('end', () => incoming.socket.destroy());
        return;
      }
      const headersOut = { ...reply.headers };
      if (tail !== undefined) {
        delete headersOut['content-length'];
        delete headersOut.etag;
      }
      outgoing.writeHead(reply.statusCode ?? 502, headersOut);
      outgoing.flushHeaders();
      reply.on('data', (chunk: Buffer) => void outgoing.write(chunk));
      reply.on('end', () => outgoing.end(tail));
      reply.on('error', () => outgoing.destroy());
    });
    incoming.pipe(upstream);
  }
}
