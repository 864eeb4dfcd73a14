import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPublishedPage } from '../../server/features/flows/published.ts';
import { FlowOps } from '../helpers/flows.ts';
import { addEvent } from '../helpers/news.ts';
import { addLesson } from '../helpers/samples.ts';
import { syncStamps } from '../helpers/stamps.ts';
import { openSyncServer, type Person, type SyncServer } from '../helpers/sync-server.ts';

let server: SyncServer;
let ops: FlowOps;
let lena: Person;

beforeAll(async () => {
  server = await openSyncServer();
  ops = new FlowOps(server);
  lena = await server.person();
});
afterAll(() => server.close());

describe('a card of a published page', () => {
  it('a card on a published page shows only the title of a lesson, and nothing of a deleted record', async () => {
    const { db, scope } = server.deps;
    const flow = await ops.createFor(lena, { unique_name: 'cards', lang: 'ru' });
    const lesson = await addLesson(server.plain);
    const event = await addEvent(server.plain);
    const [book, gone] = [uuidv7(), uuidv7()];
    const shared = { scope, ...syncStamps(server.iso()), path: 'x', source_hash: '', media: '[]', language: 'en' };
    const about = { author: 'A. Writer', description: 'Secret', format: 'epub' as const, price_cents: 100, pages: 1 };
    const file = { file_sha256: 'a'.repeat(64), file_bytes: 1, is_new: false };
    await db
      .insertInto('books')
      .values([
        { ...shared, ...about, ...file, id: book, title: 'The Kettle' },
        { ...shared, ...about, ...file, id: gone, title: 'Gone', path: 'y', deleted_at: server.iso() },
      ])
      .execute();
    const packageId = uuidv7();
    const translations = (text: string) => ({ en: text, ru: `${text} ru`, de: `${text} de` });
    await db
      .insertInto('packages')
      .values({
        ...{
          scope,
          ...syncStamps(server.iso()),
          path: 'p',
          source_hash: '',
          id: packageId,
          popular: false,
          position: 1,
        },
        ...{
          title: JSON.stringify(translations('Learn')),
          features: JSON.stringify([translations('A'), translations('B')]),
          prices: '{}',
        },
      })
      .execute();
    const refs = { lesson, event, book, subscription: packageId };
    for (const [kind, id] of Object.entries(refs)) await ops.addFor(lena, flow.id, { type: 'card', ref: { kind, id } });
    await ops.addFor(lena, flow.id, { type: 'card', ref: { kind: 'book', id: gone } });
    await ops.addFor(lena, flow.id, { type: 'card', ref: { kind: 'book', id: book } });
    const request = { token: lena.token, params: { id: flow.id }, body: {} };
    expect((await server.plain.call('flows.publish', request)).status).toBe(200);
    const found = await findPublishedPage(db, scope, 'cards');
    const cards = found?.state === 'published' ? found.version.cards : [];
    expect(Object.fromEntries(cards.map(({ id, ...card }) => [id, card]))).toEqual({
      [lesson]: { kind: 'lesson', title: 'Listening', text: '', path: `/lesson/view/${lesson}` },
      [event]: { kind: 'event', title: expect.any(String), text: expect.any(String), path: `/events/view/${event}` },
      [book]: { kind: 'book', title: 'The Kettle', text: 'A. Writer', path: `/books/${book}` },
      [packageId]: { kind: 'subscription', title: 'Learn ru', text: 'A ru · B ru', path: '/subscription' },
    });
    expect(cards).toHaveLength(4);
  });
});
