import type { PushOp, PushResult } from '../../contract/sync.ts';
import type { Chance } from './rng.ts';
import type { VirtualClock } from './clock.ts';
import type { TaskLoop } from './task-loop.ts';
import type { Trace } from './trace.ts';
import type { PersonName } from './world.ts';

export interface SentRequest {
  url: string;
  init: RequestInit;
  /** The name of the device. */
  phone: string;
  /** The person using the app, and the owner of the browser's cookie. */
  person: PersonName;
  cookie: PersonName;
}

/** Sends a request to the server of a world: the real handlers, without a network. */
export type ServeRequest = (request: SentRequest) => Promise<Response>;

export const faults = {
  none: 58,
  /** The request never arrives. */
  lost: 6,
  /** The request arrives, but the reply is lost. */
  reply_lost: 9,
  /** The request arrives twice. */
  doubled: 5,
  /** The request arrives long after the device has given up waiting for it. */
  late: 5,
  /** The reply arrives at about the device's time limit. */
  slow: 3,
  e408: 1,
  e409: 1,
  e500: 3,
  e502: 2,
  e503: 2,
  e429: 2,
  e401: 4,
  portal: 2,
  truncated: 4,
} as const;
export type Fault = keyof typeof faults;

const serverHeaders = { 'X-Sync-Proto': '1', 'Content-Type': 'application/json' };
const refusal = (status: number, code: string, more: Record<string, string> = {}) =>
  new Response(JSON.stringify({ code, message: code }), { status, headers: { ...serverHeaders, ...more } });
const page = (status: number) =>
  new Response('<html>Welcome to the hotel</html>', { status, headers: { 'Content-Type': 'text/html' } });

/** The parts of the simulated world that the network needs. */
export interface NetworkWorld {
  chance: Chance;
  clock: VirtualClock;
  trace: Trace;
  loop: TaskLoop;
}

/** Describes a request for the trace: its path and, for a push, its writes. */
function describeRequest({ url, init, phone }: SentRequest): string {
  const path = url.replace(/device_id=[^&]*/, 'device_id=…').replace(/epoch=[^&]*/, 'epoch=…');
  if (!url.startsWith('/api/sync/push')) return `${phone}: ${init.method} ${path}`;
  const { ops } = JSON.parse(init.body as string) as { ops: PushOp[] };
  return `${phone}: push ${ops.map(({ kind, op_id }) => `${kind} ${op_id}`).join(', ')}`;
}

/** The network between devices and server. After `healed` is set, only poisoned ops fail. */
export class Network {
  healed = false;
  counts: Partial<Record<Fault, number>> = {};
  /** Number of replies that have arrived at a device, by status. */
  readonly statuses = new Map<number, number>();
  /** Ops that always fail on the server, without affecting other ops. */
  readonly poisoned = new Set<string>();
  private readonly failsWholeBatch: boolean;
  private late: SentRequest[] = [];
  /** Requests that are still being processed although no device waits for the reply any more. */
  private readonly strays = new Set<Promise<unknown>>();
  private readonly serve: ServeRequest;
  private readonly chance: Chance;
  private readonly clock: VirtualClock;
  private readonly trace: Trace;

  constructor(serve: ServeRequest, { chance, clock, trace, loop }: NetworkWorld, failsWholeBatch = false) {
    this.serve = (request) => loop.alone(() => this.serveWithPoison(serve, request));
    this.failsWholeBatch = failsWholeBatch;
    this.chance = chance;
    this.clock = clock;
    this.trace = trace;
  }

  /**
   * Sends one request of a device with the faults of the network. It may reject like fetch, or never settle, like a
   * dead connection.
   */
  async carry(request: SentRequest): Promise<Response> {
    const fault: Fault = this.healed ? 'none' : this.chance.pickWeighted(faults);
    const about = describeRequest(request);
    this.counts[fault] = (this.counts[fault] ?? 0) + 1;
    this.trace.note(`${about}${fault === 'none' ? '' : ` (${fault})`}`);
    await this.travel();
    const response = await this.respond(request, fault);
    await this.travel();
    this.trace.note(`${about.slice(0, 60)} -> ${response.status}`);
    this.statuses.set(response.status, (this.statuses.get(response.status) ?? 0) + 1);
    return response;
  }

  private travel(): Promise<void> {
    return this.clock.sleep(10 + this.chance.below(150));
  }

  /** Simulates a missing reply: the connection breaks, or the request never settles, so that the device aborts it. */
  private silence(): Promise<never> {
    return this.chance.happens(0.5) ? Promise.reject(new TypeError('connection lost')) : new Promise(() => {});
  }

  private respond(request: SentRequest, fault: Fault): Promise<Response> | Response {
    switch (fault) {
      case 'lost':
        return this.silence();
      case 'late':
        // Some late requests arrive after a delay, the others in a step of the schedule.
        if (this.chance.happens(0.5)) this.deliverAfter(1_000 * this.chance.below(120), request);
        else this.late.push(request);
        return this.silence();
      case 'e408':
        return page(408);
      case 'e409':
        return refusal(409, 'op_in_progress', { 'Retry-After': '1' });
      case 'e500':
        return refusal(500, 'internal');
      case 'e502':
        return page(502);
      case 'e503':
        return refusal(503, 'unavailable', { 'Retry-After': '2' });
      case 'e429':
        return refusal(429, 'too_many_requests', { 'Retry-After': '1' });
      case 'e401':
        return refusal(401, 'unauthorized');
      case 'portal':
        return page(200);
      default:
        return this.serveWithFault(request, fault);
    }
  }

  private async serveWithFault(request: SentRequest, fault: Fault): Promise<Response> {
    if (fault === 'doubled') {
      if (this.chance.happens(0.5)) await this.serve(request);
      else this.deliverAfter(this.chance.below(3_000), request);
    }
    const response = await this.serve(request);
    if (fault === 'reply_lost') return this.silence();
    if (fault === 'slow') await this.clock.sleep(15_000 + this.chance.below(10_000));
    if (fault !== 'truncated') return response;
    const text = await response.text();
    return new Response(text.slice(0, this.chance.below(text.length)), {
      status: response.status,
      headers: response.headers,
    });
  }

  /**
   * Serves a push with a poisoned op: that op fails with 500, and the ops that must wait for it according to the
   * protocol are skipped.
   */
  private async serveWithPoison(serve: ServeRequest, request: SentRequest): Promise<Response> {
    if (this.poisoned.size === 0 || !request.url.startsWith('/api/sync/push')) return serve(request);
    const body = JSON.parse(request.init.body as string) as { ops: PushOp[] };
    const failed = new Map<string, PushResult>();
    const lanes = new Set<string>();
    for (const op of body.ops) {
      const isPoisoned = this.poisoned.has(op.op_id);
      const isHeldBack = lanes.has(op.lane) || op.deps.some((dep) => failed.has(dep));
      if (!isPoisoned && !isHeldBack) continue;
      lanes.add(op.lane);
      const { op_id } = op;
      failed.set(
        op_id,
        isPoisoned ? { op_id, status: 500, code: 'internal' } : { op_id, status: 424, code: 'skipped' },
      );
    }
    if (failed.size > 0 && this.failsWholeBatch) return refusal(500, 'internal');
    const ops = body.ops.filter((op) => !failed.has(op.op_id));
    if (failed.size === 0 || ops.length === 0)
      return failed.size === 0 ? serve(request) : this.replyOfFailedOps(failed);
    const init = { ...request.init, body: JSON.stringify({ ...body, ops }) };
    const response = await serve({ ...request, init });
    if (!response.ok) return response;
    const reply = (await response.json()) as { results: PushResult[] };
    const results = [...reply.results, ...failed.values()];
    return new Response(JSON.stringify({ ...reply, results }), { status: 200, headers: response.headers });
  }

  private replyOfFailedOps(failed: Map<string, PushResult>): Response {
    const server_time = new Date(this.clock.ms).toISOString();
    const reply = { results: [...failed.values()], rev: 0, server_time };
    return new Response(JSON.stringify(reply), { status: 200, headers: serverHeaders });
  }

  private deliverAfter(ms: number, request: SentRequest): void {
    const arrival = this.clock.sleep(ms).then(async () => {
      this.trace.note(`arrives late: ${describeRequest(request)}`);
      await this.serve(request);
      this.strays.delete(arrival);
    });
    this.strays.add(arrival);
  }

  /** Delivers requests for which their devices no longer wait, in random order. */
  async deliverLate(): Promise<void> {
    while (this.late.length > 0) {
      const [request] = this.late.splice(this.chance.below(this.late.length), 1);
      if (!request) continue;
      this.trace.note(`arrives late: ${describeRequest(request)}`);
      await this.serve(request);
    }
  }

  /** Resolves when no request is in transit. */
  async quiet(): Promise<void> {
    await this.deliverLate();
    await Promise.all(this.strays);
  }
}
