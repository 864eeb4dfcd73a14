import type { EntityRows } from '../../handlers.ts';
import { answerOf, answersPage, changedAnswers, countAnswers } from './answers-repository.ts';
import { changedEvents, countEvents, eventById, eventPage } from './repository.ts';

export const eventRows: EntityRows<'events'> = {
  changed: changedEvents,
  page: eventPage,
  count: countEvents,
  one: eventById,
};

export const eventAnswerRows: EntityRows<'event_answers'> = {
  changed: changedAnswers,
  page: answersPage,
  count: countAnswers,
  one: answerOf,
};
