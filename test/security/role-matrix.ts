import type { Principal } from '../../contract/api-calls/define.ts';
import { untypedCall, staff, members } from '../../contract/api-calls/define.ts';
import { apiCalls, callNamed, callNames, type CallName } from '../../contract/api-calls/index.ts';
import { type WriteName, writeNames, writes } from '../../contract/writes/index.ts';
import type { Db } from '../../server/db/tables.ts';
import { addLesson, samplesOf } from '../helpers/samples.ts';
import { openTestServer, TEST_PASSWORD, type TestServer, type TestUser } from '../helpers/server.ts';
import { callerKinds, type CallerKind, mayCall, openCaller, refusalOf, newSessionToken } from './callers.ts';
import { exampleOfWrite } from './fuzz/examples.ts';
import type { Fuzzer } from './fuzz/fuzzer.ts';
import { allRoutes, type Route } from './fuzz/routes.ts';

export interface MatrixResult {
  cells: number;
  /** Descriptions of the responses that contradict the contract. */
  wrong: string[];
}

type Outcome = [status: number, code: string | undefined];

/** Returns the status and error code that the contract specifies for this caller. */
function expectedOutcome(name: CallName, kind: CallerKind): Outcome {
  const call = callNamed(name);
  if (mayCall(call, kind)) return [call.status ?? 200, undefined];
  const code = refusalOf(kind);
  return [code === 'unauthorized' ? 401 : 403, code];
}

async function stream(server: TestServer, token: string | undefined): Promise<Outcome> {
  const { port } = server.app.server.address() as { port: number };
  const abort = new AbortController();
  const reply = await fetch(`http://127.0.0.1:${port}${callNamed('sync.events').path}`, {
    signal: abort.signal,
    headers: token ? { authorization: `JWT ${token}` } : {},
  });
  const { code } = reply.ok ? {} : ((await reply.json()) as { code?: string });
  abort.abort();
  return [reply.status, code];
}

const anyIds = { params: { id: '018f0000-0000-7000-8000-000000000001', sha256: 'a'.repeat(64), path: 'languages' } };

/** Opens a server that listens on a port, because one of the calls is an event stream. */
async function openMatrixServer(db: Db | undefined): Promise<TestServer> {
  // Purchases need a payment provider, so use the demo provider.
  const server = await openTestServer({ ...(db && { db }), app: { demo: true } });
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  return server;
}

/** Sends every call as every kind of caller to a server on `db`, or on a new database. */
export async function runCallMatrix(db?: Db): Promise<MatrixResult> {
  const server = await openMatrixServer(db);
  const { email } = await server.user();
  const samples = samplesOf(server, { lesson_id: await addLesson(server), email: email!, password: TEST_PASSWORD });
  const violations: string[] = [];
  const people = new Map<CallerKind, TestUser | null>();
  for (const kind of callerKinds) people.set(kind, await openCaller(server, kind));
  for (const name of callNames) {
    for (const kind of callerKinds) {
      // Use a new session each time, because one of the calls logs out.
      const token = await newSessionToken(server, kind, people.get(kind) ?? null);
      const sendCall = async (): Promise<Outcome> => {
        if (name === 'sync.events') return stream(server, token);
        // The server refuses callers without the role before it reads the body, except for a push by a blocked account.
        const readsBody = mayCall(callNamed(name), kind) || name === 'sync.push';
        const { status, body } = await server.call(name, {
          ...(readsBody ? await samples[name](token) : anyIds),
          token,
        });
        // In a successful reply, `code` may be something else, such as a promo code.
        return [status, status < 400 ? undefined : (body['code'] as string | undefined)];
      };
      const [found, expected] = [(await sendCall()).join(' '), expectedOutcome(name, kind).join(' ')];
      if (found !== expected) violations.push(`${name} by ${kind}: ${found} instead of ${expected}`);
    }
  }
  await server.close();
  return { cells: callNames.length * callerKinds.length, wrong: violations };
}

/** Roles of writes that have no documented call, and of writes that fewer roles may send than may use their call. */
const rolesOfWrites: Partial<Record<WriteName, readonly Principal[]>> = {
  'lead.give': staff,
  'lead.reject': staff,
  'lead.activate': staff,
  'lead.close': staff,
  'lead.reopen': staff,
  'person.edit': staff,
  'person.note': staff,
  'partner.make': staff,
  'partner.attach': staff,
  'partner.detach': staff,
  'partner.commission': ['admin'],
  'ticket.message': staff,
  'saved_view.create': staff,
  'saved_view.edit': staff,
  'saved_view.delete': staff,
  'donation.confirm': staff,
  'donation.reject': staff,
  'lead.remove': ['manager', 'admin'],
  'task.reassign': ['manager', 'admin'],
};

/**
 * Returns the roles of a write: those in `rolesOfWrites`, otherwise those of its documented call. Any member may send a
 * write that has neither, because such a write concerns records of the caller.
 */
function rolesOf(kind: WriteName): readonly Principal[] {
  const { documented } = writes[kind];
  return rolesOfWrites[kind] ?? (documented ? untypedCall(apiCalls, documented.call).roles : members);
}

/** Error codes that deny access to a write or to its record. */
const denials = new Set(['unauthorized', 'forbidden', 'blocked', 'not_found', 'access_lost']);

/** Pushes one write and returns its error code; null for success. */
async function pushWrite(fuzzer: Fuzzer, route: Route, kind: CallerKind): Promise<string | null> {
  const { reply, errors } = await fuzzer.check(exampleOfWrite(route, kind));
  if (errors.length > 0) return errors.join();
  const body = JSON.parse(reply.text) as { code?: string; results?: { status: number; code?: string }[] };
  const [result] = body.results ?? [];
  return result?.status === 200 ? null : (result?.code ?? body.code ?? 'no result');
}

/**
 * Pushes every write as every kind of caller, each with a record of the caller. A permitted write may still be refused
 * because of the state of its record, for example a finished task.
 */
export async function runWriteMatrix(
  fuzzer: Fuzzer,
  kinds: readonly CallerKind[] = callerKinds,
): Promise<MatrixResult> {
  const violations: string[] = [];
  const routes = allRoutes().filter(({ write }) => write !== null);
  for (const route of routes) {
    const roles = rolesOf(route.write!.kind);
    for (const kind of kinds) {
      const isAllowed = mayCall({ roles }, kind);
      let code = await pushWrite(fuzzer, route, kind);
      if (isAllowed && code !== null && denials.has(code)) {
        // An earlier write has removed the record, so create it again.
        await fuzzer.renew(kind);
        code = await pushWrite(fuzzer, route, kind);
      }
      const isAsExpected = isAllowed ? code === null || !denials.has(code) : code !== null && denials.has(code);
      if (!isAsExpected) violations.push(`${route.label} by ${kind}: ${code ?? 'done'}`);
    }
  }
  return { cells: writeNames.length * kinds.length, wrong: violations };
}
