import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Call } from '../../../contract/api-calls/define.ts';
import { callNamed, callNames, type CallName } from '../../../contract/api-calls/index.ts';
import { isViewRead } from '../../../contract/api-calls/view-reads.ts';
import { Refused } from '../../../contract/errors.ts';
import { UPLOAD_CHUNK_BYTES } from '../../../contract/sync.ts';
import { addressPrefix } from '../../address.ts';
import { inScope, withContext } from '../../context.ts';
import type { Deps } from '../../deps.ts';
import type { Tokens } from '../../features/accounts/tokens.ts';
import { maskResponse } from '../../features/view-as/mask.ts';
import { errorOfRefusal, runOnce, type Operation, type OpOutcome } from '../idempotency.ts';
import { requestHash } from '../canonical-json.ts';
import type { Dispatcher } from '../dispatcher.ts';
import { checkEchoedFields, takeEchoedFields } from '../echoed.ts';
import { validate } from '../validate.ts';
import { replySerializerCompiler } from '../reply-serializer.ts';
import { replySchema, withSuccess } from '../success.ts';
import type { AnonymousContext, Caller, HandlerContext } from '../../handlers.ts';
import { countRequest } from '../../request-limit.ts';
import { authorise } from './auth.ts';
import { sendRefusal } from './errors.ts';
import { requestFactsOf, deviceIdOf, idempotencyKeyOf } from './facts.ts';
import { createSnapshotHooks } from './cached-snapshots.ts';
import { createFilesHook, refuseIfQueueFull, createMultipartHook } from './multipart.ts';
import { isUnchanged } from './unchanged.ts';

const MAX_BODY_BYTES = 1024 * 1024;
const MAX_PUSH_BYTES = 320 * 1024;
const MAX_PART_BYTES = UPLOAD_CHUNK_BYTES + 1024;
const REQUESTS_PER_MINUTE = 1200;

export interface ApiCallsOptions {
  tokens: Tokens;
  dispatcher: Dispatcher;
  sync_calls: boolean;
  /** Whether rate limits apply. Tests that send more requests than a person would send set it to false. */
  rate_limits: boolean;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Fields that the call cannot change and that the client sent back; null if there are none. */
    echoed: Record<string, unknown> | null;
  }
}

interface Input {
  params: unknown;
  query: unknown;
  body: unknown;
}

const types: Record<NonNullable<Call['encoding']>, RegExp> = {
  json: /^application\/json\b/i,
  form: /^application\/(json|x-www-form-urlencoded)\b/i,
  multipart: /^(application\/json|multipart\/form-data)\b/i,
  bytes: /^application\/(offset\+)?octet-stream\b/i,
};

/**
 * Creates a hook that checks the content type before the body is read: it must be JSON or match the encoding that the
 * call declares. The body of a GET is not read.
 */
function checkType({ method, encoding = 'json' }: Call) {
  const allowed = types[encoding];
  return async (request: FastifyRequest): Promise<void> => {
    const type = request.headers['content-type'];
    if (method !== 'GET' && type !== undefined && !allowed.test(type)) throw new Refused('unsupported_type');
  };
}

function sendOutcome(call: Call, reply: FastifyReply, outcome: OpOutcome): unknown {
  if (outcome.replayed) void reply.header('Idempotency-Replayed', 'true');
  if (outcome.refusal) return sendRefusal(reply, outcome.refusal);
  const { rev } = (outcome.body ?? {}) as { rev?: unknown };
  if (outcome.replayed && typeof rev === 'number') void reply.header('ETag', `"r${rev}"`);
  return reply.code(outcome.status).send(withSuccess(call, reply.request, outcome.body));
}

/** Runs a call in its transaction. First, the fields that the client sent back are compared with the stored row. */
async function runCall(
  name: CallName,
  context: AnonymousContext,
  request: FastifyRequest,
  dispatcher: Dispatcher,
): Promise<unknown> {
  const { params, query, body }: Input = request;
  const { echoed } = request;
  const { caller } = context;
  if (caller && echoed) {
    // The last path parameter identifies the row; without a parameter, the row is the caller's own.
    const id = Object.values((params ?? {}) as Record<string, string>).at(-1) ?? caller.user_id;
    await checkEchoedFields({ ...context, caller }, callNamed(name), id, echoed);
  }
  return dispatcher.call(name, context, { params, query, body });
}

/** Returns the operation that a request with an idempotency key describes. */
function operationOf(name: CallName, request: FastifyRequest, op_id: string): Operation {
  const { params, query, body }: Input = request;
  const file = request.sentFile && { file: request.sentFile.sha256 };
  const files = (request.sentDocuments ?? []).map(({ sha256, name: file_name }) => ({ sha256, file_name }));
  const { echoed } = request;
  const args = {
    params: params ?? null,
    query: query ?? null,
    body: body ?? null,
    ...file,
    ...(files.length > 0 && { files }),
    ...(echoed && { echoed }),
  };
  return { op_id, kind: name, request_hash: requestHash({ kind: name, args }), device_id: deviceIdOf(request) };
}

/** Runs a write that has an idempotency key. Its effect and its outcome are stored in the same transaction. */
async function handleIdempotentCall(
  deps: Deps,
  name: CallName,
  caller: Caller,
  request: FastifyRequest,
  reply: FastifyReply,
  dispatcher: Dispatcher,
) {
  const facts = requestFactsOf(request, reply);
  const op = operationOf(name, request, facts.key);
  const outcome = await withContext(deps, caller, (context) =>
    runOnce(context, op, async () => ({
      status: callNamed(name).status ?? 200,
      body: await runCall(name, { ...context, request: facts }, request, dispatcher),
    })),
  );
  return sendOutcome(callNamed(name), reply, outcome);
}

/** Returns the function that runs the transaction of a call which opens its own. See: SelfTransactionalContext.once */
function transactionRunner(deps: Deps, name: CallName, request: FastifyRequest, reply: FastifyReply) {
  return async <T extends string | null>(run: (context: HandlerContext) => Promise<T>): Promise<T> => {
    const { caller } = request;
    if (!caller) throw new Error(`${name} was called without a caller`);
    const key = callNamed(name).idempotent ? idempotencyKeyOf(request) : null;
    if (key === null) return withContext(deps, caller, run);
    const op = operationOf(name, request, key);
    const outcome = await withContext(deps, caller, (context) =>
      runOnce(context, op, async () => ({ status: 200, body: await run(context) })),
    );
    if (outcome.replayed) void reply.header('Idempotency-Replayed', 'true');
    if (outcome.refusal) throw errorOfRefusal(outcome.refusal);
    return outcome.body as T;
  };
}

async function handleCall(
  deps: Deps,
  name: CallName,
  request: FastifyRequest,
  reply: FastifyReply,
  dispatcher: Dispatcher,
) {
  const { caller } = request;
  const call = callNamed(name);
  const isSelfTransactional = dispatcher.isSelfTransactional(name);
  if (caller && call.idempotent && !isSelfTransactional && idempotencyKeyOf(request) !== null)
    return handleIdempotentCall(deps, name, caller, request, reply, dispatcher);
  const { params, query, body }: Input = request;
  const input = { params, query, body };
  const facts = requestFactsOf(request, reply);
  const once = transactionRunner(deps, name, request, reply);
  const found = isSelfTransactional
    ? await dispatcher.callSelfTransactional(name, { deps, caller, request: facts, once }, input)
    : await inScope(deps, caller?.scope ?? deps.scope, async (context) => {
        if (caller?.view && isViewRead(call)) await sql`set transaction read only`.execute(context.tx);
        return runCall(name, { ...context, caller, request: facts }, request, dispatcher);
      });
  const result = caller?.view ? maskResponse(found, caller.user.phone) : found;
  if (call.method === 'GET' && isUnchanged(request, reply)) return reply.code(304).send();
  void reply.code(typeof result === 'string' && call.url ? 200 : (call.status ?? 200));
  // Fastify would send a string as plain text, so serialise it as JSON.
  return typeof result === 'string'
    ? reply.type('application/json; charset=utf-8').send(JSON.stringify(result))
    : reply.send(withSuccess(call, request, result));
}

function bodyLimit(name: CallName, { encoding }: Call): number {
  if (name === 'sync.push') return MAX_PUSH_BYTES;
  return encoding === 'bytes' ? MAX_PART_BYTES : MAX_BODY_BYTES;
}

/**
 * Returns the key for rate limits: the user if logged in, else the IP address. Many devices may share an IP address.
 */
export const limitKey = ({ caller, ip }: FastifyRequest) =>
  caller ? `user ${caller.view?.viewer_id ?? caller.user_id}` : `ip ${addressPrefix(ip)}`;

const isStrict = ({ per_hour, per_minute = REQUESTS_PER_MINUTE }: Call) => per_hour !== undefined || per_minute < 100;

/** Creates a hook that counts the requests of a call with a strict limit. See: [Note: Limits in the database] */
function checkLimit(deps: Deps, name: CallName, { per_hour, per_minute = REQUESTS_PER_MINUTE }: Call) {
  const limit = per_hour === undefined ? { max: per_minute, window_s: 60 } : { max: per_hour, window_s: 3600 };
  return (request: FastifyRequest): Promise<void> =>
    countRequest(deps, { key: `${name} ${limitKey(request)}`, ...limit });
}

/** Returns the path of a call in the syntax of the router. */
export const routePath = (call: Pick<Call, 'path'>) => call.path.replace(/\{(\w+)\}/g, ':$1');

/**
 * Creates a hook that removes the sent-back fields of the row before the body is validated. Fields that the call does
 * not define stay in the body, so that the validation rejects them.
 */
function separateEchoed(call: Call) {
  return async (request: FastifyRequest): Promise<void> => {
    request.echoed = takeEchoedFields(call, request.body);
  };
}

/** Registers a route for each call of the contract, with its schemas, roles and limits. */
export function registerApiCalls(app: FastifyInstance, deps: Deps, options: ApiCallsOptions): void {
  const { tokens, dispatcher, sync_calls, rate_limits } = options;
  app.setValidatorCompiler(validate);
  app.decorateRequest('echoed', null);
  app.setSerializerCompiler(replySerializerCompiler);
  for (const name of callNames) {
    const call = callNamed(name);
    if (call.stream || (!sync_calls && name.startsWith('sync.'))) continue;
    const isCounted = rate_limits && isStrict(call);
    const limit = { max: call.per_minute ?? REQUESTS_PER_MINUTE, timeWindow: 60_000, keyGenerator: limitKey };
    app.route({
      method: call.method,
      url: routePath(call),
      bodyLimit: bodyLimit(name, call),
      schema: {
        ...(call.params && { params: call.params }),
        ...(call.query && { querystring: call.query }),
        ...(call.body && { body: call.body }),
        response: { [call.status ?? 200]: replySchema(call) },
      },
      config: rate_limits && !isCounted ? { rateLimit: limit } : {},
      // Apply the limit after the caller is known and before the body is read. A blocked caller may still push work
      // from before the block. See: [Note: Work before a block]
      onRequest: [
        authorise(deps, tokens, call, name === 'sync.push'),
        ...(isCounted ? [checkLimit(deps, name, call)] : []),
        checkType(call),
        ...(call.raw_file ? [] : [refuseIfQueueFull]),
      ],
      preValidation: [
        ...(call.encoding === 'multipart' ? [createMultipartHook(call)] : []),
        ...(call.echoes ? [separateEchoed(call)] : []),
      ],
      ...(call.encoding === 'multipart' && !call.raw_file && { preHandler: createFilesHook(deps) }),
      ...(name === 'sync.snapshot' && createSnapshotHooks(deps.clock)),
      handler: (request, reply) => handleCall(deps, name, request, reply, dispatcher),
    });
  }
}
