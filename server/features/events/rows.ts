import type { EntityRows } from '../../handlers.ts';
import { answerOf, answersPage, changedAnswers, countAnswers } from './answers-repository.ts';
import { changedEvents, countEvents, eventById, eventPage } from './repository.ts';

export const eventRows: EntityRows<'events'> = {
  storage: { table: 'events', tombstones: true, erase: 'shared content' },
  changed: changedEvents,
  page: eventPage,
  count: countEvents,
  one: eventById,
};

export const eventAnswerRows: EntityRows<'event_answers'> = {
  storage: { table: 'event_answers', tombstones: false, erase: 'anonymous with the account' },
  changed: changedAnswers,
  page: answersPage,
  count: countAnswers,
  one: answerOf,
};
