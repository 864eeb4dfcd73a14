import { createServer, type Server } from 'node:http';
import { pino } from 'pino';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, type OpenDatabase } from '../../server/db/open.ts';
import { readEnvironment } from '../../server/environment.ts';
import { runDueJobs, type JobHandlers } from '../../server/jobs/runner.ts';
import { addJob } from '../../server/jobs/queue.ts';
import { startPeriodicJob } from '../../server/jobs/periodic.ts';
import { EXPORT_MS, MAX_STATEMENT_LENGTH, startTracing, type Tracing } from '../../server/tracing.ts';
import { openTestServer, TEST_PASSWORD, type TestServer, type TestUser } from '../helpers/server.ts';
import { templateDump } from '../helpers/template-database.ts';

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
  status: { code?: number };
}

interface Export {
  resourceSpans: { resource: { attributes: unknown[] }; scopeSpans: { spans: Span[] }[] }[];
}

/** A collector that speaks OTLP over HTTP. */
let collector: Server;
let endpoint: string;
let bodies: string[];
let status: number;
let database: OpenDatabase;

beforeAll(async () => {
  collector = createServer((request, response) => {
    let body = '';
    request.on('data', (text: Buffer) => (body += text.toString()));
    request.on('end', () => {
      if (request.url === '/v1/traces') bodies.push(body);
      response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const address = collector.address();
  endpoint = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`;
});
afterAll(async () => {
  collector.closeAllConnections();
  await new Promise((resolve) => collector.close(resolve));
});

const attribute = (span: Span, key: string) => {
  const value = span.attributes.find((one) => one.key === key)?.value;
  return value?.stringValue ?? value?.intValue;
};

/** Opens a traced server, runs the work, and returns the spans that reached the collector. */
async function runTraced(
  work: (server: TestServer, tracing: Tracing, ann: TestUser) => Promise<void>,
): Promise<Span[]> {
  bodies = [];
  status = 200;
  const tracing = startTracing({ endpoint, log: pino({ level: 'silent' }) });
  database = await openDatabase({ dataDir: 'memory://', from: templateDump(), onQuery: tracing.onQuery });
  const server = await openTestServer({ db: database.db, tracing });
  await work(server, tracing, await server.user());
  await server.close();
  await tracing.close();
  await database.close();
  const exports = bodies.map((body) => JSON.parse(body) as Export);
  return exports.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
  );
}

describe('traces', () => {
  it('traces contain a request with its route, status and statements, even if it has a body', async () => {
    const spans = await runTraced(async (server, _tracing, { email }) => {
      await server.call('accounts.login', { body: { username: email, password: TEST_PASSWORD } });
    });
    const [request] = spans.filter(({ kind }) => kind === 2);
    expect(request?.name).toMatch(/^POST \/api\//);
    expect(attribute(request!, 'http.response.status_code')).toBe(200);
    const statements = spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId);
    expect(statements.length).toBeGreaterThan(2);
    expect(new Set(statements.map(({ traceId }) => traceId))).toEqual(new Set([request?.traceId]));
    expect(statements.map(({ name }) => name)).toContain('select');
    expect(attribute(statements[0]!, 'db.system.name')).toBe('postgresql');
  });

  it('traces contain no personal data: no values, ids, names, addresses or tokens', async () => {
    let secrets: string[] = [];
    await runTraced(async (server, _tracing, ann) => {
      await server.call('accounts.login', { body: { username: ann.email, password: TEST_PASSWORD } });
      await server.call('accounts.me', { token: ann.token });
      await server.app.inject({ url: `/media/${'a'.repeat(64)}?name=${ann.last_name}` });
      secrets = [ann.id, ann.email!, ann.phone!, ann.last_name, ann.token, 'a'.repeat(64), TEST_PASSWORD];
    });
    const sent = bodies.join('\n');
    expect(sent).toContain('/media/:sha256');
    expect(secrets.filter((secret) => sent.includes(secret))).toEqual([]);
  });

  it('traces contain queued and periodic jobs with their statements, and mark those that failed', async () => {
    let stop: () => Promise<void> = () => Promise.resolve();
    const spans = await runTraced(async ({ deps, scope, db }) => {
      const at = deps.clock().toISOString();
      await db.transaction().execute((tx) => addJob(tx, { scope, at }, 'recover', { email: 'ann@example.org' }));
      const recover = () => Promise.reject(new Error('failed for ann@example.org'));
      await runDueJobs(deps, { recover } as unknown as JobHandlers);
      await new Promise<void>((resolve) => {
        const run = async () => {
          await db.selectFrom('jobs').select('id').where('scope', '=', scope).execute();
          resolve();
        };
        stop = startPeriodicJob(deps, { name: 'look', every_ms: 3_600_000, first_ms: 0, run });
      });
      await stop();
    });
    const jobs = spans.filter(({ name }) => name.startsWith('job '));
    expect(jobs.map(({ name, status: { code } }) => [name, code ?? 0])).toEqual([
      ['job recover', 2],
      ['job look', 0],
    ]);
    const childSpans = spans.filter(({ parentSpanId }) => parentSpanId === jobs[1]?.spanId);
    expect(childSpans.map(({ name }) => name)).toEqual(['select']);
    expect(bodies.join('\n')).not.toContain('ann@example.org');
  });

  it('traces that the collector refuses cause one line in the log, and disturb nothing', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
    const tracing = startTracing({ endpoint: endpoint.replace(/\/$/, ''), log });
    bodies = [];
    status = 400;
    expect(await tracing.run('work', () => Promise.resolve(uuidv7().length))).toBe(36);
    await tracing.close();
    expect(bodies).toHaveLength(1);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('the traces could not be sent');
  });

  it('the export of traces waits at most two seconds for the collector, and truncates long statements', () => {
    expect([EXPORT_MS, MAX_STATEMENT_LENGTH]).toEqual([2000, 2000]);
  });

  it('traces need the address of a collector', () => {
    expect(readEnvironment({}).traces).toBeUndefined();
    const given = { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' };
    expect(() => readEnvironment(given)).toThrow('OTEL_EXPORTER_OTLP_ENDPOINT must be an http:// or https:// address');
  });
});
