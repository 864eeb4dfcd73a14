import { expect, test } from 'vitest';
import { iso } from '../../../src/lib/ports.ts';
import { newId, START } from '../../helpers/phone.ts';
import { makeForeignPhone } from '../../foreign/phone.ts';

const at = iso(START);

test('mirrors subscription, packages and landing pages from an API with other shapes', async () => {
  const { phone } = await makeForeignPhone();
  expect(await phone.db.subscriptions.toArray()).toMatchObject([
    {
      id: phone.actor.user_id,
      state: 'active',
      plan: { title: { en: 'Basic' }, period: 'month', price_cents: 950 },
      until: null,
      history: [{ amount_cents: 950, at: '2026-02-01T10:00:00.000Z', title: { en: 'Basic' }, period: null }],
    },
  ]);
  expect(await phone.db.packages.toArray()).toMatchObject([
    { title: { de: 'Basic' }, features: [{ en: 'All lessons' }], prices: { month: 950 } },
  ]);
  expect(await phone.db.flows.toArray()).toMatchObject([{ title: 'Open evening', unique_name: 'open-evening' }]);
  expect(await phone.db.flow_stats.toArray()).toMatchObject([{ views: 12 }]);
});

test.each<[unknown, { en: string; ru: string; de: string } | null]>([
  ['Basic', { en: 'Basic', ru: 'Basic', de: 'Basic' }],
  [
    { id: 1, name: 'Basic' },
    { en: 'Basic', ru: 'Basic', de: 'Basic' },
  ],
  [{ ru: 'Основной' }, { en: 'Основной', ru: 'Основной', de: 'Основной' }],
  [1, null],
  [undefined, null],
])('reads the title of a payment: %o', async (title, expected) => {
  const { api, phone, sync } = await makeForeignPhone();
  const history = [{ id: 7, date: '01/02/2026 10:00', amount: '9.50', package: title }];
  api.next('/api/subscription/info/', () => Response.json({ current: { isActive: true }, history }));
  await sync();
  const [row] = await phone.db.subscriptions.toArray();
  expect(row!.history.map((line) => line.title)).toEqual([expected]);
});

test('creates, archives and deletes a landing page', async () => {
  const { phone, api, sync } = await makeForeignPhone();
  const id = newId();
  const args = { title: 'Free course', unique_name: 'free-course', lang: 'en', description: '', at } as const;
  await phone.store.write({ kind: 'flow.create', id, args });
  await sync();
  await phone.store.write({ kind: 'flow.archive', id, args: { at } });
  await sync();
  expect(api.world.flows.at(-1)).toMatchObject({ name: 'Free course', status: 'archived' });
  expect(await phone.db.flows.get(id)).toMatchObject({ title: 'Free course', state: 'archived' });
  await phone.store.write({ kind: 'flow.delete', id, args: { at } });
  await sync();
  expect(api.world.flows).toHaveLength(1);
  expect(await phone.db.flows.count()).toBe(1);
});

test('mirrors the progress in lessons, and keeps what was marked as done on this device', async () => {
  const { phone, api, sync } = await makeForeignPhone();
  const [lesson] = await phone.db.lessons.toArray();
  api.world.times.push({ lesson: 2, time: 300 }, { lesson: 3, time: 60 });
  await sync();
  expect((await phone.db.lesson_progress.toArray()).map(({ state }) => state)).toEqual(['done', 'started']);
  await phone.store.write({ kind: 'lesson.done', id: lesson!.id, args: { lesson_id: lesson!.id, at } });
  await sync();
  api.world.times.push({ lesson: 1, time: 20 });
  await sync();
  expect(await phone.db.lesson_progress.get(lesson!.id)).toMatchObject({ state: 'done' });
});

test('an employee sees the colleagues to whom people can be assigned', async () => {
  const { api, phone, sync } = await makeForeignPhone({}, 'carl@foreign.test');
  Object.assign(api.world.accounts[0]!, { is_staff: true });
  await sync();
  expect(await phone.db.employees.toArray()).toMatchObject([{ name: 'Lena' }]);
});
