import { expect, test } from 'vitest';
import { makeForeignPhone } from '../../foreign/phone.ts';

test('mirrors what a learner sees from an API with other shapes', async () => {
  const { phone } = await makeForeignPhone();
  expect(await phone.db.lessons.orderBy('id').toArray()).toMatchObject([
    { title: 'Lesson 1', body: '<p>Text 1</p>', duration_min: 5 },
    { title: 'Lesson 2', body: '<p>Text 2</p>' },
    { title: 'Lesson 3', body: '<p>Text 3</p>' },
  ]);
  expect(await phone.db.comments.toArray()).toMatchObject([{ text: 'Welcome', author_name: 'Carl Foreign' }]);
  expect(await phone.db.contacts.toArray()).toHaveLength(2);
  expect(await phone.db.books.toArray()).toMatchObject([{ title: 'A book', price_cents: 450, format: 'pdf' }]);
  expect(await phone.db.news.orderBy('id').toArray()).toMatchObject([
    { is_important: true, published_at: '2026-03-02T07:00:00.000Z', body: '<p>News 1</p>' },
    {},
  ]);
  expect(await phone.db.events.toArray()).toMatchObject([
    { place: 'Berlin', starts_at: '2026-03-03T08:00:00.000Z', description: '<p>Come</p>' },
  ]);
});
