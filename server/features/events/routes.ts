import type { MediaItem } from '../../../contract/entities/lesson.ts';
import { Refused } from '../../../contract/errors.ts';
import { coverUrlOf } from '../../media-path.ts';
import type { CallHandlers } from '../../handlers.ts';
import { withEtag } from '../../sync/rest-adapter.ts';
import { eventWithAnswer, listEvents } from './repository.ts';

const NEAREST = 10;
const MAX_EVENTS = 500;

type EventCalls = Pick<CallHandlers, 'events.nearest' | 'events.view'>;

const withImage = <Row extends { media: MediaItem[] }>(row: Row) => ({ ...row, image: coverUrlOf(row.media) });

export const eventRoutes: EventCalls = {
  'events.nearest': async (context, { query }) => {
    const events =
      query.all === '1' ? listEvents(context, null, MAX_EVENTS) : listEvents(context, context.received_at, NEAREST);
    return (await events).map(withImage);
  },
  'events.view': async (context, { params }) => {
    const event = await eventWithAnswer(context, params.id);
    if (!event) throw new Refused('not_found');
    return withEtag(context, withImage(event));
  },
};
