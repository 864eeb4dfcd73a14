import { beforeEach, describe, expect, test } from 'vitest';
import { savedBadges } from '../../src/db/queries/badges.ts';
import { savedEvent, savedPastEvents, savedUpcomingEvents } from '../../src/db/queries/events.ts';
import { coverOf, savedCategories, savedLessons, savedNextLessons } from '../../src/db/queries/lessons.ts';
import { savedNews } from '../../src/db/queries/news.ts';
import { savedTicket, savedTickets } from '../../src/db/queries/tickets.ts';
import { newId } from '../helpers/phone.ts';
import { atMinute, idsOf, makeQueryPhone, type QueryPhone } from '../helpers/query-phone.ts';

let phone: QueryPhone;
beforeEach(() => {
  phone = makeQueryPhone();
});

describe('lessons on the phone', () => {
  const media = [
    { kind: 'video', sha256: 'v' },
    { kind: 'cover', sha256: 'c' },
  ];
  const lesson = (id: string, category_id: string, position: number) => ({
    ...{ id, category_id, position, title: id, body: 'long', transcript: 'long', media: [] },
  });
  const progress = (id: string, state: string, last_read_at = 0) => ({
    id,
    state,
    last_read_at: atMinute(last_read_at),
  });

  beforeEach(async () => {
    await phone.put('categories', [
      { id: 'de2', language: 'de', position: 4 },
      { id: 'en', language: 'en', position: 1 },
      { id: 'de1', language: 'de', position: 2 },
      { id: 'empty', language: 'de', position: 3 },
    ]);
    await phone.put('lessons', [
      ...[lesson('a2', 'de1', 2), lesson('a1', 'de1', 1), lesson('a3', 'de1', 3)],
      ...[lesson('b1', 'de2', 1), lesson('e1', 'en', 1), lesson('e2', 'en', 2)],
    ]);
  });

  test('lists the categories in the language of the user first, each with its number of lessons and of done lessons', async () => {
    await phone.put('lesson_progress', [progress('a1', 'done'), progress('a2', 'started'), progress('e2', 'done')]);
    const cards = await savedCategories(phone.db, 'de');
    expect(cards.map(({ id, lessons, done }) => [id, lessons, done])).toEqual([
      ['de1', 3, 1],
      ['de2', 1, 0],
      ['en', 2, 1],
    ]);
    expect(idsOf(await savedCategories(phone.db, 'en'))).toEqual(['en', 'de1', 'de2']);
  });

  test('the lessons of a category are in order, with their progress and cover, and without their texts', async () => {
    await phone.put('lesson_progress', [progress('a2', 'done')]);
    await phone.put('lessons', [{ ...lesson('a1', 'de1', 1), media }]);
    const cards = await savedLessons(phone.db, 'de1');
    expect(cards.map(({ id, cover, progress: own }) => [id, cover, own?.state])).toEqual([
      ['a1', '/media/c', undefined],
      ['a2', undefined, 'done'],
      ['a3', undefined, undefined],
    ]);
    expect(Object.keys(cards[0]!)).not.toEqual(expect.arrayContaining(['body']));
    expect(Object.keys(cards[0]!)).not.toEqual(expect.arrayContaining(['transcript']));
    expect(coverOf({ media: [] })).toBeUndefined();
  });

  test('the next lessons are the lesson that was read last, and then the unfinished lessons in the language of the user', async () => {
    await phone.put('lesson_progress', [
      ...[progress('b1', 'started', 1), progress('a2', 'started', 3), progress('a1', 'done', 5)],
      progress('removed', 'started', 4),
    ]);
    expect(idsOf(await savedNextLessons(phone.db, 'de', 2))).toEqual(['a2', 'a3', 'b1']);
    expect(idsOf(await savedNextLessons(phone.db, 'de', 1))).toEqual(['a2', 'a3']);
    expect(idsOf(await savedNextLessons(phone.db, 'en', 2))).toEqual(['a2', 'e1', 'e2']);
  });

  test('offers lessons in other languages if all others in the language are done', async () => {
    expect(idsOf(await savedNextLessons(phone.db, 'de', 1))).toEqual(['a1', 'a2']);
    expect(idsOf(await savedNextLessons(phone.db, 'ru', 3))).toEqual(['e1', 'e2', 'a1', 'a2']);
    await phone.put('lesson_progress', [progress('e1', 'done'), progress('e2', 'started', 1)]);
    expect(idsOf(await savedNextLessons(phone.db, 'en', 2))).toEqual(['e2', 'a1', 'a2']);
  });
});

describe('news on the phone', () => {
  const item = (id: string, at: number, more: object = {}) => ({
    ...{ id, published_at: atMinute(at), language: 'de', is_important: false, media: [], body: 'long', ...more },
  });

  test('shows published news, newest first, with important unread items at the top', async () => {
    await phone.put('news', [
      ...[item('old', 1), item('now', 3), item('later', 4), item('read', 2, { is_important: true })],
      ...[item('new', 2.5, { is_important: true }), item('en', 2, { language: 'en' })],
    ]);
    await phone.put('news_reads', [{ id: 'read' }, { id: 'old' }]);
    const { pinned, items, others, unread } = await savedNews(phone.db, 'de', atMinute(3));
    expect([idsOf(pinned), idsOf(items), idsOf(others), unread]).toEqual([
      ...[['new'], ['now', 'read', 'old'], ['en'], 2],
    ]);
    expect(items.map(({ isRead }) => isRead)).toEqual([false, true, true]);
    expect(Object.keys(items[0]!)).not.toContain('body');
  });

  test('shows news in all languages if there are none in the language of the user', async () => {
    await phone.put('news', [item('one', 1), item('two', 2, { language: 'en' })]);
    const { items, others, unread } = await savedNews(phone.db, 'ru', atMinute(3));
    expect([idsOf(items), others, unread]).toEqual([['two', 'one'], [], 2]);
  });
});

describe('events on the phone', () => {
  const event = (id: string, starts: number, ends: number, language = 'de') => ({
    ...{ id, starts_at: atMinute(starts), ends_at: atMinute(ends), language, media: [], description: 'long' },
  });
  const listOf = ({ events, others }: Awaited<ReturnType<typeof savedPastEvents>>) => [idsOf(events), idsOf(others)];

  beforeEach(() =>
    phone.put('events', [
      ...[event('running', 5, 30), event('next', 20, 25), event('over', 1, 10), event('english', 15, 16, 'en')],
      ...[event('past', 2, 8), event('old', 0, 4), event('older', 0, 3)],
    ]),
  );

  test('upcoming events are those that are not over, soonest first, with events in other languages apart', async () => {
    expect(listOf(await savedUpcomingEvents(phone.db, 'de', atMinute(10)))).toEqual([['running', 'next'], ['english']]);
    expect(listOf(await savedUpcomingEvents(phone.db, 'ru', atMinute(10)))).toEqual([
      ['running', 'english', 'next'],
      [],
    ]);
  });

  test('past events ended after the given time, latest first', async () => {
    expect(listOf(await savedPastEvents(phone.db, 'de', atMinute(3), atMinute(10)))).toEqual([
      ['over', 'past', 'old'],
      [],
    ]);
  });

  test('an event has the answer of the user, and the state of an answer that is not sent yet', async () => {
    await phone.put('event_answers', [{ id: 'next', answer: 'yes' }]);
    const entry = await phone.addEntry({ entity: 'event_answers', entity_id: 'next' });
    const { events } = await savedUpcomingEvents(phone.db, 'de', atMinute(10));
    expect(events.map(({ answer, badge }) => [answer, badge])).toEqual([
      ['none', undefined],
      ['yes', { state: 'queued', entries: [entry] }],
    ]);
    expect(events[0]).not.toHaveProperty('description');
    const saved = await savedEvent(phone.db, 'next');
    expect([saved?.event.id, saved?.card.answer]).toEqual(['next', 'yes']);
    expect(saved?.event).toHaveProperty('description', 'long');
    expect(await savedEvent(phone.db, 'none')).toBeNull();
  });
});

describe('the badge of a row', () => {
  const states = ['conflict', 'rejected', 'parked', 'blocked', 'waiting_dep', 'queued', 'sending'] as const;

  test.each(states.slice(1).map((state, index) => [state, states[index]!] as const))(
    'a write in the state %s is less urgent than one in the state %s',
    async (state, moreUrgent) => {
      const target = { entity: 'tasks', entity_id: newId() } as const;
      const first = await phone.addEntry({ ...target, state });
      const second = await phone.addEntry({ ...target, state: moreUrgent });
      const badges = await savedBadges(phone.db, 'tasks');
      expect(badges.get(target.entity_id)).toEqual({ state: moreUrgent, entries: [first, second] });
    },
  );

  test('rows of other entities and background writes have no badge', async () => {
    await phone.addEntry({ entity: 'contacts', entity_id: 'a' });
    await phone.addEntry({ entity: 'tasks', entity_id: 'b', background: 1 });
    const { entity_id } = await phone.addEntry({ entity: 'tasks', entity_id: 'c' });
    expect([...(await savedBadges(phone.db, 'tasks')).keys()]).toEqual([entity_id]);
  });
});

describe('the tickets of the user', () => {
  test('lists the tickets of the user newest first, with the state of unsent writes', async () => {
    await phone.put(
      'tickets',
      [1, 3, 2].map((at) => ({ id: `t${at}`, created_at: atMinute(at) })),
    );
    const entry = await phone.addEntry({ entity: 'tickets', entity_id: 't2' });
    const cards = await savedTickets(phone.db);
    expect(cards.map(({ ticket, badge }) => [ticket.id, badge?.entries])).toEqual([
      ['t3', undefined],
      ['t2', [entry]],
      ['t1', undefined],
    ]);
  });

  test('a ticket shows the state of each unsent message, and one state for all commands without a message', async () => {
    const target = { entity: 'tickets', entity_id: 't' } as const;
    await phone.put('tickets', [{ id: 't', created_at: atMinute(1) }]);
    const create = await phone.addEntry({ ...target, kind: 'ticket.create' });
    const reply = await phone.addEntry({ ...target, kind: 'ticket.reply', args: { message_id: 'm' }, state: 'parked' });
    const close = await phone.addEntry({ ...target, kind: 'ticket.close', args: {}, state: 'waiting_dep' });
    const rate = await phone.addEntry({ ...target, kind: 'ticket.rate', args: {} });
    const view = await savedTicket(phone.db, 't');
    expect([...view!.unsent]).toEqual([
      ['t', { state: 'queued', entries: [create] }],
      ['m', { state: 'parked', entries: [reply] }],
    ]);
    expect(view?.steps).toEqual({ state: 'waiting_dep', entries: [close, rate] });
    expect(await savedTicket(phone.db, 'none')).toBeNull();
    await phone.put('tickets', [{ id: 'quiet', created_at: atMinute(1) }]);
    expect(await savedTicket(phone.db, 'quiet')).toMatchObject({ unsent: new Map(), steps: undefined });
  });
});
