import { Trans, useLingui } from '@lingui/react/macro';
import IconCalendarEvent from '@tabler/icons-react/dist/esm/icons/IconCalendarEvent.mjs';
import IconCalendarPlus from '@tabler/icons-react/dist/esm/icons/IconCalendarPlus.mjs';
import { useParams } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactElement, type RefObject, useRef } from 'react';
import type { CalendarEvent } from '../../../contract/entities/event.ts';
import { lessonTags } from '../../../contract/lesson-html.ts';
import { saveFile } from '../../components/media/save-file.ts';
import { Screen } from '../../components/app/screen.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { useSyncState } from '../../hooks/sync-context.tsx';
import { savedEvent } from '../../db/queries/events.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Stack } from '../../ui/card.tsx';
import { CleanHtml } from '../../ui/clean-html.tsx';
import { Cover } from '../../ui/cover.tsx';
import { Narrow } from '../../ui/layout.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import { useNow } from '../../ui/use-now.ts';
import { calendarFile, fileName } from '../../lib/calendar-file.ts';
import { EventReply } from './event-answer.tsx';
import { BackLink } from '../../ui/page-header.tsx';
import { EventDetails } from './event-details.tsx';

function Missing(): ReactElement {
  const { t } = useLingui();
  const hasSyncedOnce = Boolean(useSyncState()?.status.last_fetched_at);
  return (
    <Screen title={t`Event`} back={<BackLink to="/events">{t`Events`}</BackLink>} narrow>
      <EmptyState
        icon={<IconCalendarEvent aria-hidden="true" />}
        action={
          <LinkButton to="/events">
            <Trans>All events</Trans>
          </LinkButton>
        }
      >
        {hasSyncedOnce ? (
          <Trans>This event is not on this device. It was removed or is long past.</Trans>
        ) : (
          <Trans>Events haven't synced to this device yet.</Trans>
        )}
      </EmptyState>
    </Screen>
  );
}

/** Exports the event to the device's calendar as a file; works offline. */
function CalendarExport({ event, text }: { event: CalendarEvent; text: RefObject<HTMLElement | null> }): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const save = async (): Promise<void> => {
    const description = text.current?.innerText ?? text.current?.textContent ?? '';
    const url = event.url ?? `${location.origin}/events/view/${event.id}`;
    const file = await calendarFile(event, { text: description.trim(), url, now: store.now(), alarms: [60] });
    saveFile(fileName(event.title), 'text/calendar', [file]);
    toast(t`File saved. Open it to add the event to your calendar.`, { tone: 'ok' });
  };
  const showFailure = (): void => void toast(t`Could not create the file. Try again`, { tone: 'error' });
  return (
    <Button
      variant="soft"
      icon={<IconCalendarPlus aria-hidden="true" />}
      onPress={() => void save().catch(showFailure)}
    >
      <Trans>Add to calendar</Trans>
    </Button>
  );
}

/**
 * /events/view/{id}: one event with its time in the user's time zone and its own, its location and the user's reply.
 */
export function EventScreen(): ReactElement {
  const { t } = useLingui();
  const { db } = useStore();
  const { eventId: id } = useParams({ from: '/_member/events/view/$eventId' });
  const now = useNow('minute');
  const text = useRef<HTMLDivElement>(null);
  const loaded = useLiveQuery(async () => savedEvent(db, id), [db, id]);
  if (loaded === null) return <Missing />;
  const event = loaded?.event;
  return (
    <Screen
      title={event?.title ?? t`Event`}
      lang={event?.language}
      back={<BackLink to="/events">{t`Events`}</BackLink>}
    >
      {/* Without the key, the placeholder's container would be kept, and would move if the title grows by a line. */}
      <Narrow key={event?.id ?? 'placeholder'}>
        {!loaded && <Skeleton leading="none" rows={6} />}
        {loaded && event && (
          <Stack>
            {loaded.card.cover && <Cover seed={event.id} src={loaded.card.cover} shape="wide" />}
            <EventDetails event={loaded.card} />
            <EventReply event={loaded.card} isOver={Date.parse(event.ends_at) <= now} />
            <div ref={text}>
              <CleanHtml html={event.description} lang={event.language} tags={lessonTags} />
            </div>
            <div>
              <CalendarExport event={event} text={text} />
            </div>
          </Stack>
        )}
      </Narrow>
    </Screen>
  );
}
