import { Agent, createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { applyFault, type FaultyExchange, type Fault, type Reply } from './proxy-faults.ts';

interface Rule {
  matches: (path: string, incoming: IncomingMessage) => boolean;
  fault: Fault;
  left: number;
  /** Text that the body of the request must contain. */
  text?: string | undefined;
}

/** A request as observed by the proxy. Times are in ms of this process; `ended` is 0 while the request is running. */
export interface ProxiedRequest {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  startedAt: number;
  ended: number;
}

const MAX_HOLD_MS = 4_000;
const API = '/api/';

function collect(stream: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => void chunks.push(chunk));
    stream.on('end', () => resolve(Buffer.concat(chunks)));
    stream.on('error', reject);
    stream.on('close', () => reject(new Error('the connection closed')));
  });
}

/** Returns the headers of a request, changed so that the reply has an uncompressed body and is not a 304. */
function wholeBodyHeaders({ headers }: IncomingMessage): IncomingMessage['headers'] {
  const own = { ...headers, 'accept-encoding': 'identity' };
  delete own['if-none-match'];
  delete own['if-modified-since'];
  return own;
}

/** A proxy between browser and server that simulates a bad network: it applies faults to requests as configured. */
export class Proxy {
  private readonly target: () => string;
  private readonly agent = new Agent({ keepAlive: true });
  private readonly server: Server;
  private rules: Rule[] = [];
  private readonly prepended = new Map<string, string>();
  private readonly appended = new Map<string, string>();
  private readonly hitCounts = new Map<Fault, number>();
  private waitingForAnswer = new Set<() => void>();
  /** Every request so far in order of arrival. */
  requests: ProxiedRequest[] = [];
  /** Additional latency of each API request, in ms. */
  delay_ms = 0;
  /** Called for each API request to which no rule applies; returns the fault to apply, or null. */
  chance: (path: string) => Fault | null = () => null;
  /** Called for each API request that is forwarded without a fault, before the server receives it. */
  onPass: (path: string) => void = () => {};

  constructor(target: () => string) {
    this.target = target;
    this.server = createServer((incoming, outgoing) => void this.handle(incoming, outgoing));
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

  /**
   * Applies the fault to the next `times` requests whose path starts with one of `paths` and whose body contains
   * `text`.
   */
  spoil(paths: string | readonly string[], fault: Fault, times = Number.POSITIVE_INFINITY, text?: string): void {
    const starts = typeof paths === 'string' ? [paths] : paths;
    this.rules.push({ matches: (path) => starts.some((start) => path.startsWith(start)), fault, left: times, text });
  }

  /** From now on, loses every request of a service worker, and every request for its script. */
  loseServiceWorker(): void {
    const isForServiceWorker = (path: string, { headers }: IncomingMessage): boolean =>
      !path.startsWith(API) && ['serviceworker', 'empty'].includes(String(headers['sec-fetch-dest']));
    this.rules.push({ matches: isForServiceWorker, fault: 'lose_request', left: Number.POSITIVE_INFINITY });
  }

  /**
   * Loses every request, so that no device behind this network reaches the server. Chromium's own offline mode is not
   * enough: when a page is closed, offline mode ends for the page's worker, and requests that the worker then still
   * sends would reach the server.
   */
  unplug(): void {
    this.spoil('/', 'lose_request');
  }

  /** Removes all faults and losses, so that the network works again. */
  heal(): void {
    this.rules = [];
  }

  /** Returns the number of times that a fault has been applied so far. */
  hits(fault: Fault): number {
    return this.hitCounts.get(fault) ?? 0;
  }

  /** Appends text to the file at this path, so that the file differs as it would in another build. */
  append(path: string, text: string): void {
    this.appended.set(path, text);
  }

  /** Prepends a text to files whose path starts with `path`. */
  prepend(path: string, text: string): void {
    this.prepended.set(path, text);
  }

  /** Returns the number of requests so far whose path starts with `path`. */
  count(path: string): number {
    return this.requests.filter((request) => request.path.startsWith(path)).length;
  }

  /** Reads the body if a rule depends on it. */
  private async readBody(path: string, incoming: IncomingMessage): Promise<Buffer | null> {
    const dependsOnBody = this.rules.some(
      ({ text, left, matches }) => text !== undefined && left > 0 && matches(path, incoming),
    );
    return dependsOnBody ? collect(incoming) : null;
  }

  private chooseFault(path: string, incoming: IncomingMessage, body: Buffer | null): Fault | null {
    const rule = this.rules.find(
      ({ left, matches, text }) =>
        left > 0 && matches(path, incoming) && (text === undefined || body?.includes(text) === true),
    );
    if (!rule) return path.startsWith(API) ? this.chance(path) : null;
    rule.left -= 1;
    return rule.fault;
  }

  private async handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const path = incoming.url ?? '/';
    const { method = 'GET', headers } = incoming;
    const request: ProxiedRequest = { method, path, headers, startedAt: performance.now(), ended: 0 };
    this.requests.push(request);
    outgoing.on('close', () => {
      request.ended = performance.now();
      if (path.startsWith(API)) this.resolveLaterRequests();
    });
    const body = await this.readBody(path, incoming);
    const fault = this.chooseFault(path, incoming, body);
    if (fault) return this.answerWithFault(fault, incoming, outgoing, body);
    if (!path.startsWith(API)) return this.pass(incoming, outgoing, body);
    if (this.delay_ms > 0) await new Promise((resolve) => setTimeout(resolve, this.delay_ms));
    this.onPass(path);
    this.pass(incoming, outgoing, body);
  }

  private resolveLaterRequests(): void {
    const waiting = this.waitingForAnswer;
    this.waitingForAnswer = new Set();
    for (const resolve of waiting) resolve();
  }

  private laterRequest(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, MAX_HOLD_MS);
      this.waitingForAnswer.add(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  private async answerWithFault(
    fault: Fault,
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    read: Buffer | null,
  ): Promise<void> {
    const turn = this.hits(fault);
    this.hitCounts.set(fault, turn + 1);
    const body = read ? Promise.resolve(read) : collect(incoming);
    body.catch(() => {});
    const forward = async () => this.fetchReply(incoming, await body);
    const exchange: FaultyExchange = { incoming, outgoing, turn, forward, laterRequest: () => this.laterRequest() };
    await applyFault(fault, exchange);
  }

  private requestUpstream(incoming: IncomingMessage, headers = incoming.headers) {
    const { hostname, port } = new URL(this.target());
    return request({ hostname, port, path: incoming.url, method: incoming.method, headers, agent: this.agent });
  }

  private fetchReply(incoming: IncomingMessage, body: Buffer): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const upstream = this.requestUpstream(incoming);
      upstream.on('error', reject);
      upstream.on('response', (reply) => {
        const { statusCode: status = 502, headers } = reply;
        collect(reply).then((whole) => resolve({ status, headers, body: whole }), reject);
      });
      upstream.end(body);
    });
  }

  private prependedTo(path: string): string | undefined {
    return [...this.prepended].find(([start]) => path.startsWith(start))?.[1];
  }

  private pass(incoming: IncomingMessage, outgoing: ServerResponse, body: Buffer | null): void {
    const path = incoming.url ?? '/';
    const prefix = this.prependedTo(path);
    const suffix = this.appended.get(path);
    const isChanged = prefix !== undefined || suffix !== undefined;
    const upstream = this.requestUpstream(incoming, isChanged ? wholeBodyHeaders(incoming) : incoming.headers);
    upstream.on('error', () => incoming.socket.destroy());
    outgoing.on('close', () => upstream.destroy());
    upstream.on('response', (reply) => {
      const headersOut = { ...reply.headers };
      if (isChanged) {
        delete headersOut['content-length'];
        delete headersOut.etag;
      }
      outgoing.writeHead(reply.statusCode ?? 502, headersOut);
      outgoing.flushHeaders();
      if (prefix !== undefined && reply.statusCode === 200) outgoing.write(prefix);
      reply.on('data', (chunk: Buffer) => void outgoing.write(chunk));
      reply.on('end', () => outgoing.end(suffix));
      reply.on('error', () => outgoing.destroy());
    });
    if (body) upstream.end(body);
    else incoming.pipe(upstream);
  }
}
