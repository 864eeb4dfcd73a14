import type { LightMyRequestResponse } from 'fastify';
import { formFields } from '../../contract/landing/values.ts';
import type { JobKind } from '../../server/jobs/queue.ts';
import { openLandingServer } from './landing-server.ts';
import { pageBlock } from './page-blocks.ts';
import { publishPage, type TestPage } from './published-page.ts';
import { roles } from './server.ts';

export interface FormReplyBody {
  status: number;
  body: Record<string, unknown>;
  headers: LightMyRequestResponse['headers'];
}

/** The text that visitors agree to when they send a form. */
export const CONSENT_TEXT = 'You may call me.';

let count = 0;

/**
 * Opens a server with a landing page of a member and one of a consultant. By default, each form is sent from a
 * different IP address.
 */
export async function openFormServer() {
  const { server, landing, close } = await openLandingServer();
  const { db, scope, deps } = server;
  const member = await server.user({ language: 'de', first_name: 'Mia', last_name: 'Member' });
  const consultant = await server.user(roles.consultant);

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

  /** Publishes a page of the member with a form that contains all fields. */
  const formPage = (): Promise<TestPage> =>
    publishPage(server, member.id, { blocks: [pageBlock('form', { fields: [...formFields], consent: CONSENT_TEXT })] });

  /** Returns the form values of a visitor whose phone number is not used. */
  const visitor = (more: Record<string, string> = {}) => {
    count += 1;
    const digits = String(count).padStart(4, '0');
    const phone = `+4916${process.pid % 10}555${digits}`;
    return { name: `Visitor ${count}`, phone, email: `visitor${count}@example.net`, ...more };
  };

  /** Sends the form of a page as a browser without the script does. */
  const post = (page: TestPage, fields: Record<string, string>, ip?: string): Promise<LightMyRequestResponse> =>
    inject(page, fields, {}, ip);

  /** Sends the form of a page as the visitor's script does. */
  async function send(page: TestPage, fields: Record<string, string>, ip?: string): Promise<FormReplyBody> {
    const reply = await inject(page, fields, { accept: 'application/json' }, ip);
    return { status: reply.statusCode, body: reply.json<Record<string, unknown>>(), headers: reply.headers };
  }

  async function jobs(kind: JobKind): Promise<unknown[]> {
    const query = db.selectFrom('jobs').select('payload').where('scope', '=', scope).where('kind', '=', kind);
    return (await query.orderBy('id').execute()).map(({ payload }) => payload);
  }

  async function addTag(name: string): Promise<void> {
    await db.insertInto('tag_groups').values({ scope, id: 'group', name: 'Level', position: 1 }).execute();
    await db.insertInto('tags').values({ scope, id: name, group_id: 'group', name, position: 1 }).execute();
  }

  /** Records the pokes of a user. */
  function listen(user_id: string): { next(): Promise<number> } {
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
  }

  const personWith = (phone: string) =>
    db.selectFrom('users').selectAll().where('scope', '=', scope).where('phone', '=', phone).execute();
  const contactsOf = ({ id }: { id: string }) =>
    db.selectFrom('contacts').selectAll().where('owner_id', '=', id).orderBy('created_at').orderBy('id').execute();
  const eventsOf = (person_id: string) =>
    db
      .selectFrom('person_events')
      .select(['kind', 'detail', 'by_id'])
      .where('person_id', '=', person_id)
      .orderBy('id')
      .execute();
  const postsOf = ({ id }: TestPage) => db.selectFrom('landing_posts').selectAll().where('flow_id', '=', id).execute();
  const leadsOf = async ({ id }: TestPage) =>
    (await db.selectFrom('flow_stats').select('leads').where('id', '=', id).executeTakeFirstOrThrow()).leads;

  return {
    ...{ server, landing, member, consultant, formPage, visitor, post, send, jobs, addTag, listen },
    ...{ personWith, contactsOf, eventsOf, postsOf, leadsOf },
    now: () => server.clock.now().toISOString(),
    advance: (ms: number) => server.clock.advance(ms),
    close,
  };
}
