import type { InjectOptions } from 'fastify';
import { uuidv7 } from 'uuidv7';
import type { LinkKind } from '../../../server/db/account-tables.ts';
import { LeadOps } from '../../helpers/leads.ts';
import type { SyncServer } from '../../helpers/sync-server.ts';
import { Chance } from '../../simulation/rng.ts';
import { type CallerKind, mayCall } from '../callers.ts';
import { callNamed } from '../../../contract/api-calls/index.ts';
import { errorsIn, isUnavailable, readReply, responseKind, type FuzzReply } from './checks.ts';
import { Generator } from './generate.ts';
import { Mutator } from './mutate.ts';
import { picture } from './picture.ts';
import { ProtectedWorld } from './protected.ts';
import { allRoutes, callAt } from './routes.ts';
import { fillText, fillBody, type FuzzRequest, type PlaceholderLookup } from './template.ts';
import { FuzzWorld } from './world.ts';

/** A request whose response violated a rule. */
export interface Finding {
  request: FuzzRequest;
  errors: string[];
  reply: FuzzReply;
}

export interface FuzzResult {
  requests: number;
  /** Number of replies with a status of 500 or above, except the documented status 503. */
  serverErrors: number;
  /** Number of replies with the documented status 503. */
  unavailable: number;
  /** Number of different kinds of replies. A kind is a combination of route, status and codes. */
  kinds: number;
  /** Number of routes that succeeded at least once. */
  reached: number;
  routes: number;
  unreached: string[];
  findings: Finding[];
}

export interface FuzzOptions {
  seed: number;
  runs: number;
  /** Number of requests after which all callers and their records are created again. */
  epoch?: number;
}

const MISSING = '018f0000-0000-7000-8000-0000000000ff';
const MAX_CORPUS = 3_000;
const MAX_FINDINGS = 20;
const RESPONSE_TIMEOUT_MS = 30_000;

/** Sends generated requests to one server and checks the replies. */
export class Fuzzer {
  private readonly server: SyncServer;
  private readonly foreign: ProtectedWorld;
  private world: FuzzWorld;

  private constructor(server: SyncServer, foreign: ProtectedWorld, world: FuzzWorld) {
    this.server = server;
    this.foreign = foreign;
    this.world = world;
  }

  static async open(server: SyncServer): Promise<Fuzzer> {
    await new LeadOps(server).addTags();
    const protectedRecords = await ProtectedWorld.open(server);
    return new Fuzzer(server, protectedRecords, await FuzzWorld.open(server));
  }

  /** Returns a function that resolves the placeholders of a request. */
  private async lookup(request: FuzzRequest): Promise<PlaceholderLookup> {
    const { own } = this.world.caller(request.by);
    const newIds = new Map<string, string>();
    const tokenKind = /<token:(\w+)>/.exec(JSON.stringify(request));
    const link = tokenKind ? await this.world.link(tokenKind[1] as LinkKind | 'used' | 'refresh') : '';
    // An admin may read and change all records, so no record is protected from an admin.
    const protectedRecords = request.by === 'admin' ? {} : this.foreign.named;
    return (kind, argument) => {
      if (kind === 'own') return own[argument] ?? MISSING;
      if (kind === 'foreign') return protectedRecords[argument] ?? MISSING;
      if (kind === 'at') return this.server.iso(Number(argument) * 1000);
      if (kind === 'file') return picture.toString('latin1');
      if (kind === 'token') return link;
      if (kind === 'missing') return MISSING;
      if (kind === 'phone') return this.phone();
      return newIds.get(argument) ?? newIds.set(argument, uuidv7()).get(argument)!;
    };
  }

  private phones = 0;
  /** Returns an unused phone number. */
  private phone(): string {
    this.phones += 1;
    return `+4917${String(this.phones).padStart(8, '0')}`;
  }

  private async options(request: FuzzRequest): Promise<InjectOptions> {
    const lookup = await this.lookup(request);
    const { token } = this.world.caller(request.by);
    const { type, payload } = fillBody(request.body, lookup);
    const own = Object.entries(request.headers).map(([name, value]) => [name, fillText(value, lookup)]);
    const path = fillText(request.path, lookup);
    const query = request.query.map(([name, value]) =>
      [name, fillText(value, lookup)].map((text) => encodeURIComponent(text.toWellFormed())).join('='),
    );
    return {
      method: request.method as NonNullable<InjectOptions['method']>,
      url: query.length === 0 ? path : `${path}?${query.join('&')}`,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(type !== undefined && { 'content-type': type }),
        ...Object.fromEntries(own),
      },
      ...(payload !== undefined && { payload }),
    };
  }

  /** Sends a request and returns its response. Throws after 30 s without one. */
  async send(request: FuzzRequest): Promise<FuzzReply> {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('no reply')), RESPONSE_TIMEOUT_MS);
    });
    try {
      return readReply(await Promise.race([this.server.plain.app.inject(await this.options(request)), timeout]));
    } finally {
      clearTimeout(timer);
    }
  }

  /** Sends a request. Returns its response and the rules that it violates. */
  async check(request: FuzzRequest): Promise<{ reply: FuzzReply; errors: string[] }> {
    const { method, path, by, headers } = request;
    const name = callAt(method, path);
    const isForged = headers['authorization'] !== undefined;
    try {
      let reply = await this.send(request);
      // An earlier request has ended the session of this caller.
      if (reply.status === 401 && !isForged && by !== 'anonymous' && by !== 'expired') {
        await this.world.newSession(by);
        reply = await this.send(request);
      }
      return { reply, errors: errorsIn({ name, method, by, isForged }, reply) };
    } catch (error) {
      const text = error instanceof Error ? `${error.message} ${error.stack ?? ''}` : String(error);
      return { reply: { status: 0, type: '', text }, errors: [`no reply: ${text.slice(0, 100)}`] };
    }
  }

  /** Returns true if a record or session of the protected team has changed since the last check. */
  hasChangedOthers(): Promise<boolean> {
    return this.foreign.hasChanged();
  }

  /** Replaces one caller with a new account that has new records. */
  renew(kind: CallerKind): Promise<void> {
    return this.world.renew(kind);
  }

  /** Replaces all callers and their records. */
  private async renewWorld(): Promise<void> {
    this.world = await FuzzWorld.open(this.server);
  }

  /** Replaces a caller who has lost a role or was blocked. */
  private async restore({ by, method, path, headers }: FuzzRequest, { status, text }: FuzzReply): Promise<void> {
    if (status !== 403) return;
    const name = callAt(method, path);
    if (name === null || headers['authorization'] !== undefined || !mayCall(callNamed(name), by)) return;
    if (text.includes('"blocked"') || text.includes('"forbidden"')) await this.world.renew(by);
  }

  async run({ seed, runs, epoch = 1_000 }: FuzzOptions): Promise<FuzzResult> {
    const chance = new Chance(seed);
    const [generator, mutator] = [new Generator(chance), new Mutator(chance)];
    const routes = allRoutes();
    const corpus: FuzzRequest[] = [];
    const kinds = new Set<string>();
    const reached = new Set<string>();
    const findings: Finding[] = [];
    let [serverErrors, unavailable] = [0, 0];
    let window: FuzzRequest[] = [];
    for (let done = 0; done < runs; done += 1) {
      if (done > 0 && done % epoch === 0) await this.renewWorld();
      const isFromCorpus = corpus.length > 50 && chance.happens(0.4);
      const route = routes[done % routes.length]!;
      const start = isFromCorpus ? chance.pick(corpus) : generator.request(route);
      const request = isFromCorpus || chance.happens(0.5) ? mutator.mutateRequest(start) : start;
      this.server.pass(1 + chance.below(2_000));
      const { reply, errors } = await this.check(request);
      const kind = responseKind(request.route, reply);
      if (!kinds.has(kind) && corpus.length < MAX_CORPUS) corpus.push(request);
      kinds.add(kind);
      if (isUnavailable(reply)) unavailable += 1;
      else if (reply.status >= 500) serverErrors += 1;
      if (errors.length > 0 && findings.length < MAX_FINDINGS) findings.push({ request, errors, reply });
      if (reply.status >= 200 && reply.status < 300 && isReached(request, reply)) reached.add(request.route);
      await this.restore(request, reply);
      window.push(request);
      if (window.length === 250 || done === runs - 1) {
        if (await this.hasChangedOthers()) findings.push(await this.culprit(window, reply));
        window = [];
      }
    }
    const unreached = routes.map(({ label }) => label).filter((label) => !reached.has(label));
    const counts = {
      requests: runs,
      serverErrors,
      unavailable,
      kinds: kinds.size,
      reached: reached.size,
      routes: routes.length,
    };
    return { ...counts, unreached, findings };
  }

  /** Repeats the requests one by one to find the request that changes protected records. */
  private async culprit(window: readonly FuzzRequest[], reply: FuzzReply): Promise<Finding> {
    for (const request of window) {
      await this.check(request);
      if (await this.hasChangedOthers()) return { request, errors: ['changed a record of others'], reply };
    }
    return { request: window.at(-1)!, errors: ['one of the last 250 requests changed a record of others'], reply };
  }
}

/**
 * Whether a successful reply comes from the route of the request. A mutated path may have led to another call, and a
 * push succeeds even if its write is refused.
 */
function isReached({ route, method, path }: FuzzRequest, { text }: FuzzReply): boolean {
  return route.startsWith('push ') ? text.includes('"status":200') : callAt(method, path) === route;
}
