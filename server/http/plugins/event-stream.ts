import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { callNamed } from '../../../contract/api-calls/index.ts';
import { Refused } from '../../../contract/errors.ts';
import type { Deps } from '../../deps.ts';
import { loadCaller } from '../../caller.ts';
import { tokenOf, type Tokens } from '../../features/accounts/tokens.ts';
import type { Caller } from '../../handlers.ts';
import { counterOf } from '../../sync/counter.ts';
import { OpenStreams } from '../../open-streams.ts';
import { authorise } from './auth.ts';
import { deviceIdOf } from './facts.ts';
import { apiHeaders, securityHeaders } from './headers.ts';
import { limitKey, routePath } from './api-calls.ts';

const PING_INTERVAL_MS = 25_000;

export interface EventStreamOptions {
  tokens: Tokens;
  public_url: string;
  rate_limits: boolean;
  /** Maximum number of open streams. */
  streams: number;
}

interface Stream {
  send(event: string, data: object): void;
  end(): void;
}

function openStream(deps: Deps, reply: FastifyReply, public_url: string): Stream {
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, {
    ...securityHeaders(public_url),
    ...apiHeaders(deps, reply),
    'Content-Type': 'text/event-stream; charset=utf-8',
    // Tells proxies not to buffer or compress the stream, because that would delay pokes.
    'Cache-Control': 'no-store, no-transform',
    'X-Accel-Buffering': 'no',
    'X-Request-Id': reply.request.id,
  });
  return {
    send: (event, data) => {
      if (!raw.writableEnded) raw.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    },
    end: () => void raw.end(),
  };
}

/**
 * Whether the account and the session of a stream are still valid. While the database cannot be read, both count as
 * valid.
 */
async function isStillAllowed(deps: Deps, tokens: Tokens, request: FastifyRequest): Promise<boolean> {
  const claims = await tokens.read(tokenOf(request.headers.authorization) ?? '', true);
  if (!claims) return false;
  try {
    await loadCaller(deps, claims, deviceIdOf(request));
    return true;
  } catch (error) {
    if (!(error instanceof Refused)) deps.log.debug({ err: error }, 'could not check the session of a stream');
    return !(error instanceof Refused);
  }
}

/** Sends pokes as server-sent events. A poke contains only the newest rev, so a lost or repeated poke does no harm. */
export function registerEventStream(app: FastifyInstance, deps: Deps, options: EventStreamOptions): void {
  const { tokens, public_url, rate_limits } = options;
  const openStreams = new OpenStreams<Stream>(options.streams);
  app.addHook('preClose', async () => openStreams.endAll());

  async function serve(request: FastifyRequest, reply: FastifyReply, caller: Caller): Promise<void> {
    const { rev, epoch } = await counterOf(deps.db, caller.scope);
    const stream = openStreams.add(caller.user_id, () => openStream(deps, reply, public_url));
    const check = async (event?: 'ping') => {
      const isAllowed = await isStillAllowed(deps, tokens, request);
      if (isAllowed && event) stream.send(event, {});
      if (isAllowed) return;
      stream.send('revoked', {});
      stream.end();
    };
    const stopListening = deps.pokes.listen(caller.scope, {
      user_id: caller.user_id,
      poke: (newest) => stream.send('poke', { rev: newest }),
      recheck: () => void check(),
    });
    const timer = setInterval(() => void check('ping'), PING_INTERVAL_MS);
    reply.raw.on('close', () => {
      clearInterval(timer);
      stopListening();
      openStreams.delete(caller.user_id, stream);
    });
    // A write may have been committed after the counter was read, and its poke sent before the stream was listening.
    // The newer of the two revs includes such a write.
    stream.send('hello', { rev: Math.max(rev, deps.pokes.rev(caller.scope)), epoch });
    // The session may have ended after the caller was checked but before the stream started listening.
    await check();
  }

  const call = callNamed('sync.events');
  app.route({
    method: 'GET',
    url: routePath(call),
    config: rate_limits ? { rateLimit: { max: 60, timeWindow: 60_000, keyGenerator: limitKey } } : {},
    onRequest: authorise(deps, tokens, call),
    handler: async (request, reply) => {
      if (request.caller) await serve(request, reply, request.caller);
    },
  });
}
