import type { PushOp, PushResult } from '../../contract/sync.ts';
import type { Chance } from './rng.ts';
import type { VirtualClock } from './clock.ts';
import type { PersonName } from './world.ts';

export interface SentRequest {
  url: string;
  init: RequestInit;
  /** The app's person, and the owner of the browser's cookie. */
  person: PersonName;
  cookie: PersonName;
}

/** The server of a world: real handlers behind a function. */
export type Serve = (request: SentRequest) => Promise<Response>;

export const faults = {
  none: 58,
  lost: 6,
  reply_lost: 9,
  doubled: 5,
  late: 5,
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

const marked = { 'X-Sync-Proto': '1', 'Content-Type': 'application/json' };
const refusal = (status: number, code: string, more: Record<string, string> = {}) =>
  new Response(JSON.stringify({ code, message: code }), { status, headers: { ...marked, ...more } });
const page = (status: number) =>
  new Response('<html>Welcome to the hotel</html>', { status, headers: { 'Content-Type': 'text/html' } });

/** The network between devices and server. While `healed`, only poisoned ops fail. */
export class Network {
  healed = false;
  counts: Partial<Record<Fault, number>> = {};
  /** Replies that arrived, by status. */
  readonly statuses = new Map<number, number>();
  /** Ops that the server always fails on, each by itself. */
  readonly poisoned = new Set<string>();
  private readonly failsWhole: boolean;
  private late: SentRequest[] = [];
  private readonly serve: Serve;
  private readonly chance: Chance;
  private readonly clock: VirtualClock;

  constructor(serve: Serve, chance: Chance, clock: VirtualClock, failsWhole = false) {
    this.serve = (request) => this.servedAround(serve, request);
    this.failsWhole = failsWhole;
    this.chance = chance;
    this.clock = clock;
  }

  /** One request of a device with the network's faults. Rejects like fetch. */
  async carry(request: SentRequest): Promise<Response> {
    const fault: Fault = this.healed ? 'none' : this.chance.weighted(faults);
    this.counts[fault] = (this.counts[fault] ?? 0) + 1;
    this.clock.pass(20 + this.chance.below(300));
    const response = await this.answered(request, fault);
    this.statuses.set(response.status, (this.statuses.get(response.status) ?? 0) + 1);
    return response;
  }

  private async answered(request: SentRequest, fault: Fault): Promise<Response> {
    switch (fault) {
      case 'lost':
        throw new TypeError('lost on the way');
      case 'late':
        this.late.push(request);
        throw new TypeError('no answer in time');
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
        return this.served(request, fault);
    }
  }

  private async served(request: SentRequest, fault: Fault): Promise<Response> {
    if (fault === 'doubled') await this.serve(request);
    const response = await this.serve(request);
    if (fault === 'reply_lost') throw new TypeError('the reply was lost');
    if (fault !== 'truncated') return response;
    const text = await response.text();
    return new Response(text.slice(0, this.chance.below(text.length)), {
      status: response.status,
      headers: response.headers,
    });
  }

  /** A poisoned op ends in its own 500 and blocks what the protocol says it blocks. */
  private async servedAround(serve: Serve, request: SentRequest): Promise<Response> {
    if (this.poisoned.size === 0 || !request.url.startsWith('/api/sync/push')) return serve(request);
    const body = JSON.parse(request.init.body as string) as { ops: PushOp[] };
    const failed = new Map<string, PushResult>();
    const lanes = new Set<string>();
    for (const op of body.ops) {
      const isPoisoned = this.poisoned.has(op.op_id);
      const waits = lanes.has(op.lane) || op.deps.some((dep) => failed.has(dep));
      if (!isPoisoned && !waits) continue;
      lanes.add(op.lane);
      const { op_id } = op;
      failed.set(
        op_id,
        isPoisoned ? { op_id, status: 500, code: 'internal' } : { op_id, status: 424, code: 'skipped' },
      );
    }
    if (failed.size > 0 && this.failsWhole) return refusal(500, 'internal');
    const ops = body.ops.filter((op) => !failed.has(op.op_id));
    if (failed.size === 0 || ops.length === 0) return failed.size === 0 ? serve(request) : this.onlyFailed(failed);
    const init = { ...request.init, body: JSON.stringify({ ...body, ops }) };
    const response = await serve({ ...request, init });
    if (!response.ok) return response;
    const reply = (await response.json()) as { results: PushResult[] };
    const results = [...reply.results, ...failed.values()];
    return new Response(JSON.stringify({ ...reply, results }), { status: 200, headers: response.headers });
  }

  private onlyFailed(failed: Map<string, PushResult>): Response {
    const server_time = new Date(this.clock.ms).toISOString();
    const reply = { results: [...failed.values()], rev: 0, server_time };
    return new Response(JSON.stringify(reply), { status: 200, headers: marked });
  }

  /** Requests everyone had given up on reach the server after all, in any order. */
  async deliverLate(): Promise<void> {
    while (this.late.length > 0) {
      const [request] = this.late.splice(this.chance.below(this.late.length), 1);
      if (request) await this.serve(request);
    }
  }
}
