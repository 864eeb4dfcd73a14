import type { Chance } from './chance.ts';
import type { VirtualClock } from './clock.ts';

export interface SentRequest {
  url: string;
  init: RequestInit;
}

/** The server of a world: real handlers behind a function. */
export type Serve = (request: SentRequest) => Promise<Response>;

export const faults = {
  none: 60,
  lost: 6,
  reply_lost: 9,
  doubled: 5,
  late: 5,
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

/** The air between the phones and the server. While `healed`, nothing goes wrong any more. */
export class Network {
  healed = false;
  counts: Partial<Record<Fault, number>> = {};
  private late: SentRequest[] = [];
  private readonly serve: Serve;
  private readonly chance: Chance;
  private readonly clock: VirtualClock;

  constructor(serve: Serve, chance: Chance, clock: VirtualClock) {
    this.serve = serve;
    this.chance = chance;
    this.clock = clock;
  }

  /** One request of a phone, with whatever the air does to it. Rejects as fetch does. */
  async carry(request: SentRequest): Promise<Response> {
    const fault: Fault = this.healed ? 'none' : this.chance.weighted(faults);
    this.counts[fault] = (this.counts[fault] ?? 0) + 1;
    this.clock.pass(20 + this.chance.below(300));
    switch (fault) {
      case 'lost':
        throw new TypeError('lost on the way');
      case 'late':
        this.late.push(request);
        throw new TypeError('no answer in time');
      case 'e500':
        return refusal(500, 'internal');
      case 'e502':
        return new Response('<html>Bad gateway</html>', { status: 502, headers: { 'Content-Type': 'text/html' } });
      case 'e503':
        return refusal(503, 'unavailable', { 'Retry-After': '2' });
      case 'e429':
        return refusal(429, 'too_many_requests', { 'Retry-After': '1' });
      case 'e401':
        return refusal(401, 'unauthorized');
      case 'portal':
        return new Response('<html>Welcome to the hotel</html>', {
          status: 200,
          headers: { 'Content-Type': 'text/html' },
        });
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

  /** Requests that everybody had given up on reach the server after all, in any order. */
  async deliverLate(): Promise<void> {
    while (this.late.length > 0) {
      const [request] = this.late.splice(this.chance.below(this.late.length), 1);
      if (request) await this.serve(request);
    }
  }
}
