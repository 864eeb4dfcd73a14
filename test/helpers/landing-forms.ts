import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { buildLanding } from '../../server/landing/app.ts';
import type { JobKind } from '../../server/jobs/queue.ts';
import type { TestPage } from './landing-pages.ts';
import { openTestServer, type TestServer } from './server.ts';

export interface FormReplyBody {
  status: number;
  body: Record<string, unknown>;
  headers: LightMyRequestResponse['headers'];
}

export interface FormServer {
  server: TestServer;
  landing: FastifyInstance;
  /** Entries of a visitor whom no one knows, from an address that no one has used. */
  visitor(): { name: string; phone: string; email: string };
  /** Sends a form of a page as a browser without a script does. */
  post(page: TestPage, fields: Record<string, string>, ip?: string): Promise<LightMyRequestResponse>;
  /** Sends a form as the visitor's script does. */
  send(page: TestPage, fields: Record<string, string>, ip?: string): Promise<FormReplyBody>;
  jobs(kind: JobKind): Promise<unknown[]>;
  addTag(name: string): Promise<void>;
  /** Listens to the pokes of a user. */
  listen(user_id: string): { next(): Promise<number> };
  now(): string;
  advance(ms: number): void;
  close(): Promise<void>;
}

let count = 0;

/** Opens a server with landing pages. Each form comes from another address, unless a test names one. */
export async function openFormServer(): Promise<FormServer> {
  const server = await openTestServer();
  const { deps, scope, db } = server;
  const landing = await buildLanding({
    deps,
    public_url: () => 'http://localhost:8080',
    landing_url: () => 'http://localhost:8081',
    demo_webhooks: undefined,
  });
  const inject = ({ unique_name, blocks }: TestPage, fields: Record<string, string>, headers: object, ip?: string) => {
    count += 1;
    const form = blocks.find(({ type }) => type === 'form');
    const own = { ...(form && { form: form.id }), version: '1', consent: 'on' };
    return landing.inject({
      method: 'POST',
      url: `/l/${unique_name}/form`,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-forwarded-for': ip ?? `198.51.${count >> 8}.${count & 255}`,
        ...headers,
      },
      payload: new URLSearchParams({ ...own, ...fields }).toString(),
    });
  };
  return {
    server,
    landing,
    visitor: () => {
      count += 1;
      const digits = String(count).padStart(4, '0');
      return {
        name: `Visitor ${count}`,
        phone: `+4916${process.pid % 10}555${digits}`,
        email: `visitor${count}@example.net`,
      };
    },
    post: (page, fields, ip) => inject(page, fields, {}, ip),
    send: async (page, fields, ip) => {
      const reply = await inject(page, fields, { accept: 'application/json' }, ip);
      return { status: reply.statusCode, body: reply.json<Record<string, unknown>>(), headers: reply.headers };
    },
    jobs: async (kind) => {
      const rows = await db
        .selectFrom('jobs')
        .select('payload')
        .where('scope', '=', scope)
        .where('kind', '=', kind)
        .orderBy('id')
        .execute();
      return rows.map(({ payload }) => payload);
    },
    addTag: async (name) => {
      await db.insertInto('tag_groups').values({ scope, id: 'group', name: 'Level', position: 1 }).execute();
      await db.insertInto('tags').values({ scope, id: name, group_id: 'group', name, position: 1 }).execute();
    },
    listen: (user_id) => {
      const pokes: number[] = [];
      const waiting: ((rev: number) => void)[] = [];
      deps.pokes.listen(scope, {
        user_id,
        poke: (rev) => {
          const resolve = waiting.shift();
          if (resolve) resolve(rev);
          else pokes.push(rev);
        },
        recheck: () => undefined,
      });
      return {
        next: () => new Promise((resolve) => (pokes.length > 0 ? resolve(pokes.shift()!) : waiting.push(resolve))),
      };
    },
    now: () => server.clock.now().toISOString(),
    advance: (ms) => server.clock.advance(ms),
    close: async () => {
      await landing.close();
      await server.close();
    },
  };
}
