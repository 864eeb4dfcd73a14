import { Plural, Trans, useLingui } from '@lingui/react/macro';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import { type ReactElement, type ReactNode, useState } from 'react';
import { sync } from '../../bridge/sync.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { formatTime } from '../../lib/dates.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, LinkButton, TextLink } from '../../ui/button.tsx';
import { Card, Section, Stack } from '../../ui/card.tsx';
import { isReady, checkReadiness, type Readiness } from './day-queries.ts';
import { savedTimeZone } from './queries.ts';
import { useWriteError } from '../../forms/use-write-error.ts';

const DAY_MS = 86_400_000;

interface PreparedDay extends Readiness {
  /** Whether the server responded a moment ago. */
  isFresh: boolean;
}

/**
 * The card that fetches the data for today and tomorrow, sends unsent changes, and reports the result in one sentence.
 */
export function ReadinessCard(): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const toastError = useWriteError();
  const [isBusy, setBusy] = useState(false);
  const [found, setFound] = useState<PreparedDay | null>(null);
  const prepare = async (): Promise<void> => {
    const { db, actor, now } = store;
    setBusy(true);
    try {
      const cycle = await sync.syncNow();
      if (cycle.ok) await sync.fetchPage('users_to_link');
      const ready = await checkReadiness(db, now(), await savedTimeZone(db, actor.user_id));
      setFound({ ...ready, isFresh: cycle.ok });
    } finally {
      setBusy(false);
    }
  };
  const button = (
    <Button variant="soft" writes isPending={isBusy} onPress={() => void prepare().catch(toastError)}>
      <Trans>Prepare for tomorrow</Trans>
    </Button>
  );
  return (
    <Section title={<Trans>Offline tomorrow?</Trans>}>
      <Card>
        <Stack gap="s">
          {!found && (
            <p>
              <Trans>
                Sends your changes and makes sure today's and tomorrow's people and tasks are on this device.
              </Trans>
            </p>
          )}
          <div role="status" aria-label={t`Status`}>
            {found && <PreparationResult ready={found} now={store.now()} />}
          </div>
          {button}
        </Stack>
      </Card>
    </Section>
  );
}

/**
 * Returns as text a time at which no change was unsent: the time of the last send if that was within a day, otherwise
 * the time of the last fetch.
 */
function sentAt({ last_sent_at, last_fetched_at }: Readiness, now: number): string {
  const isRecent = last_sent_at !== null && now - Date.parse(last_sent_at) < DAY_MS;
  return formatTime((isRecent ? last_sent_at : last_fetched_at) ?? now);
}

function PreparationResult({ ready, now }: { ready: PreparedDay; now: number }): ReactElement {
  const time = sentAt(ready, now);
  const { tasks, people } = ready;
  const countsText = (
    <Trans>
      <Plural value={tasks} one="# task" other="# tasks" /> with{' '}
      <Plural value={people} one="# person" other="# people" /> today and tomorrow.
    </Trans>
  );
  if (isReady(ready)) {
    return (
      <Banner
        tone="info"
        icon={<IconCheck aria-hidden="true" />}
        title={<Trans>Everything is on this device. All changes were sent at {time}</Trans>}
      >
        {countsText} {!ready.isFresh && <Trans>The server is not responding. This is the last known status.</Trans>}
      </Banner>
    );
  }
  return (
    <Banner tone="wait" title={<Trans>Not everything is ready yet</Trans>}>
      <ul>
        {listProblems(ready).map(({ key, text }) => (
          <li key={key}>{text}</li>
        ))}
      </ul>
      {(ready.to_send > 0 || ready.needs_you > 0) && (
        <LinkButton variant="soft" small to="/sync">
          <Trans>Sync centre</Trans>
        </LinkButton>
      )}
    </Banner>
  );
}

/** Returns what is missing for today and tomorrow, one line per problem. */
function listProblems(ready: PreparedDay): { key: string; text: ReactNode }[] {
  const { to_send, needs_you, missing, first_fetch, isFresh } = ready;
  return [
    !isFresh && {
      key: 'answer',
      text: <Trans>The server is not responding. Try again when you are online.</Trans>,
    },
    first_fetch && { key: 'fetch', text: <Trans>The first sync is not complete.</Trans> },
    to_send > 0 && {
      key: 'send',
      text: <Plural value={to_send} one="# change not sent yet" other="# changes not sent yet" />,
    },
    needs_you > 0 && {
      key: 'need',
      text: <Plural value={needs_you} one="# change needs you" other="# changes need you" />,
    },
    ...missing.map(({ id, title }) => ({
      key: id,
      text: (
        <Trans>
          The person for{' '}
          <TextLink to="/tasks/$taskId" params={{ taskId: id }}>
            {title}
          </TextLink>{' '}
          is not on this device.
        </Trans>
      ),
    })),
  ].filter((line) => line !== false);
}
