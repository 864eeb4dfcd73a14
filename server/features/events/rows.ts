import type { EntityRows } from '../../handlers.ts';
import { readAnswer, readAnswersPage, readChangedAnswers, countAnswers } from './answers-repository.ts';
import { readChangedEvents, countEvents, eventById, readEventPage } from './repository.ts';

export const eventRows: EntityRows<'events'> = {
  storage: { table: 'events', tombstones: true, erase: 'shared content' },
  changed: readChangedEvents,
  page: readEventPage,
  count: countEvents,
  one: eventById,
};

export const eventAnswerRows: EntityRows<'event_answers'> = {
  storage: { table: 'event_answers', tombstones: false, erase: 'anonymous with the account' },
  changed: readChangedAnswers,
  page: readAnswersPage,
  count: countAnswers,
  one: readAnswer,
};
