import { callNamed, type CallName } from '../../contract/api-calls/index.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import { entities } from '../../contract/entities/index.ts';
import { entityNames, type EntityName } from '../../contract/entities/stores.ts';
import { groups } from '../../contract/entities/define.ts';
import { PushOp, type Change, type PushResult } from '../../contract/sync.ts';
import { writeNamed } from '../../contract/writes/index.ts';
import { openDeviceDb, openPhoneDb } from '../../src/db/schema/db.ts';
import { saveDeviceValue } from '../../src/db/schema/device.ts';
import { saveMeta } from '../../src/db/schema/meta.ts';
import type { AnyRow } from '../../src/db/outbox/view.ts';
import { iso } from '../../src/lib/ports.ts';
import { openSyncClient, type SyncClient } from '../../workers/sync/sync-client.ts';
// Loads the code for pushes in advance, so that no test waits for it at the first push.
import '../../workers/sync/push.ts';
import { anna, ANNA, makePorts, meRow, START, type FakePorts } from './phone.ts';

const syncHeaders = { 'X-Sync-Proto': '1', 'Content-Type': 'application/json' };

export const jsonResponse = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { ...syncHeaders, ...headers } });

export const refusalResponse = (status: number, code: ErrorCode, headers: Record<string, string> = {}): Response =>
  jsonResponse({ code, message: code }, status, headers);

export const htmlResponse = (status: number): Response =>
  new Response('<html>Welcome</html>', { status, headers: { 'Content-Type': 'text/html' } });

export interface SeenRequest {
  name: CallName;
  url: string;
  headers: Record<string, string>;
  body: string;
  /** Byte length of a body. */
  bytes: number;
  /** Whether cookies are sent with the request. */
  credentials: RequestCredentials | undefined;
}

type Responder = (seen: SeenRequest) => Response | Promise<Response>;

const names = [
  'accounts.login',
  'accounts.me',
  'configs.all',
  'own.refresh',
  'own.logout',
  'own.outbox_key',
  'sync.push',
  'sync.changes',
  'sync.snapshot',
  'sync.digest',
  'sync.upload',
  'sync.upload_part',
] as const satisfies readonly CallName[];

function nameOf(path: string, method: string): CallName {
  const matches = (name: CallName) =>
    callNamed(name).method === method &&
    new RegExp(`^${callNamed(name).path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path);
  const found = names.find(matches);
  if (!found) throw new TypeError(`no call has the path ${path}`);
  return found;
}

/**
 * An in-memory server with versioned rows and a single user. It applies no op twice. Tests can set the response to each
 * call.
 */
export class FakeServer {
  rev = 1;
  epoch = 'first';
  token = 'token-1';
  password = 'right';
  /** Base64 of 32 bytes. */
  outbox_key = btoa('k'.repeat(32));
  /** The user to whom the cookie in the browser belongs. */
  cookie_of: string | null = ANNA;
  now = (): number => START;
  readonly rows = new Map<string, { c: EntityName; row: AnyRow }>();
  readonly results = new Map<string, PushResult>();
  readonly seen: SeenRequest[] = [];
  /** Decides the outcome of an op: the op is refused with the returned result, or applied if the result is null. */
  judge: (op: PushOp) => Omit<PushResult, 'op_id'> | null = () => null;
  private readonly steps: { name: CallName; answer: Responder }[] = [];
  private always = new Map<CallName, Responder>();

  constructor() {
    this.rows.set(`me:${ANNA}`, { c: 'me', row: meRow() });
  }

  /** Sets the response to the next request for a call. Further responses to the same call are queued. */
  next(name: CallName, answer: Responder): void {
    this.steps.push({ name, answer });
  }

  /** Sets the response to every request for a call until `heal`. */
  every(name: CallName, answer: Responder): void {
    this.always.set(name, answer);
  }

  /** Returns the response set by `every` for this request. */
  replyAsScripted(name: CallName, seen: SeenRequest): Response | Promise<Response> {
    return this.always.get(name)!(seen);
  }

  heal(): void {
    this.always.clear();
  }

  calls(name: CallName): SeenRequest[] {
    return this.seen.filter((seen) => seen.name === name);
  }

  fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const name = nameOf(url.split('?')[0] ?? '', init.method ?? 'GET');
    const body = typeof init.body === 'string' ? init.body : '';
    const bytes = init.body instanceof ArrayBuffer ? init.body.byteLength : 0;
    const headers = init.headers as Record<string, string>;
    const seen: SeenRequest = { name, url, body, bytes, headers, credentials: init.credentials };
    this.seen.push(seen);
    const index = this.steps.findIndex((step) => step.name === name);
    if (index >= 0) return this.steps.splice(index, 1)[0]!.answer(seen);
    return (this.always.get(name) ?? ((request) => this.answer(request)))(seen);
  };

  /** Returns the default response to a request. */
  answer(seen: SeenRequest): Response {
    const { name, body } = seen;
    const query = new URL(seen.url, 'http://localhost').searchParams;
    if (name === 'accounts.login') return this.login(new URLSearchParams(body));
    if (name === 'own.refresh') return this.refresh(seen);
    if (name === 'own.logout' || name === 'configs.all') return jsonResponse({ ok: true });
    if (seen.headers['Authorization'] !== `Bearer ${this.token}`) return refusalResponse(401, 'unauthorized');
    if (name === 'own.outbox_key') return jsonResponse({ key: this.outbox_key });
    if (name === 'accounts.me') return jsonResponse(this.rows.get(`me:${ANNA}`)?.row);
    if (this.epochOf(seen) !== this.epoch) return refusalResponse(410, 'epoch_changed');
    if (name === 'sync.push') return this.push(JSON.parse(body) as { ops: unknown[] });
    if (name === 'sync.changes') return this.changes(query);
    return this.snapshot(query);
  }

  /** Returns the epoch in a request. A request without an epoch counts as a request of the current epoch. */
  private epochOf({ name, url, body }: SeenRequest): string {
    const requestEpoch =
      name === 'sync.push'
        ? (JSON.parse(body) as { epoch?: string }).epoch
        : new URL(url, 'http://localhost').searchParams.get('epoch');
    return requestEpoch ?? this.epoch;
  }

  private login(form: URLSearchParams): Response {
    return form.get('password') === this.password
      ? jsonResponse({ token: this.token })
      : refusalResponse(401, 'wrong_email_or_password');
  }

  /** The cookie has no effect without a token. */
  private refresh({ headers }: SeenRequest): Response {
    return this.cookie_of === null || headers['Authorization'] === undefined
      ? refusalResponse(401, 'unauthorized')
      : jsonResponse({ token: this.token, user_id: this.cookie_of });
  }

  private push({ ops }: { ops: unknown[] }): Response {
    const results = ops.map((op) => this.take(PushOp.parse(op)));
    return jsonResponse({ results, rev: this.rev, epoch: this.epoch, server_time: iso(this.now()) });
  }

  private take(op: PushOp): PushResult {
    const known = this.results.get(op.op_id);
    if (known) return { ...known, replayed: true };
    const refusal = this.judge(op);
    if (refusal) return { op_id: op.op_id, ...refusal };
    this.rev += 1;
    const key = `${op.entity}:${op.id}`;
    const before = this.rows.get(key)?.row ?? null;
    const optimisticRow = writeNamed(op.kind)?.optimistic(before, op.args, { ...anna, id: op.id, at: op.at }) as AnyRow;
    const row = { ...optimisticRow, rev: this.rev };
    this.rows.set(key, { c: op.entity, row });
    const result = { op_id: op.op_id, status: 200, row, rev: this.rev };
    this.results.set(op.op_id, result);
    return result;
  }

  private changes(query: URLSearchParams): Response {
    const changes: Change[] = [...this.rows.values()]
      .filter(({ c, row }) => row.rev > Number(query.get(entities[c].group) ?? Infinity))
      .map(({ c, row }) => ({ c, op: 'put', id: row.id, rev: row.rev, row }));
    const cursors = Object.fromEntries(groups.map((group) => [group, this.rev]));
    return jsonResponse({
      changes,
      acked: [],
      cursors,
      epoch: this.epoch,
      has_more: false,
      server_time: iso(this.now()),
    });
  }

  private snapshot(query: URLSearchParams): Response {
    const namesInGroup = entityNames.filter((name) => entities[name].group === query.get('group'));
    const rows = [...this.rows.values()]
      .filter(({ c }) => namesInGroup.includes(c))
      .map(({ c, row }) => ({ c, id: row.id, rev: row.rev, row }));
    const [as_of, total] = [this.rev, rows.length];
    const others = query.get('group') === groups[0] ? { total_others: this.rows.size - total } : {};
    const page = { as_of, next: null, cursor: as_of, total, epoch: this.epoch, ...others };
    return jsonResponse({ rows, acked: [], ...page, server_time: iso(this.now()) });
  }
}

/** Stores the data of an earlier login on this device: profile, token, and an up-to-date mirror. */
export async function storeLogin(ports: FakePorts, server: FakeServer): Promise<void> {
  const db = openPhoneDb(ANNA, ports);
  await db.me.put(meRow());
  await saveMeta(db, 'token', server.token);
  await saveMeta(db, 'epoch', server.epoch);
  await saveMeta(db, 'cursors', { p0: server.rev, p1: server.rev, p2: server.rev, p3: server.rev });
  db.close();
  const device = openDeviceDb(ports);
  await saveDeviceValue(device, 'device_id', anna.device_id);
  await saveDeviceValue(device, 'current_user', { id: ANNA });
  device.close();
}

/** Creates Anna's device with a server and one open tab. Nothing has been sent yet. */
export async function makePhone(): Promise<{ server: FakeServer; ports: FakePorts; phone: SyncClient }> {
  const server = new FakeServer();
  const ports = makePorts({ fetch: server.fetch });
  server.now = ports.clock.now;
  await storeLogin(ports, server);
  return { server, ports, phone: await openSyncClient(ports, ANNA) };
}
