import { Plural, Trans, useLingui } from '@lingui/react/macro';
import IconBook from '@tabler/icons-react/dist/esm/icons/IconBook.mjs';
import IconCalendar from '@tabler/icons-react/dist/esm/icons/IconCalendar.mjs';
import IconHelpCircle from '@tabler/icons-react/dist/esm/icons/IconHelpCircle.mjs';
import IconNews from '@tabler/icons-react/dist/esm/icons/IconNews.mjs';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactElement } from 'react';
import { LessonRow } from '../../components/lesson/lesson-row.tsx';
import { LessonFilesStatus } from '../../components/media/download-labels.tsx';
import { useApp } from '../../hooks/app-context.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { useSyncState } from '../../hooks/sync-context.tsx';
import { iso } from '../../lib/ports.ts';
import { LinkButton, TextLink } from '../../ui/button.tsx';
import { ButtonRow, Card, Section, Stack } from '../../ui/card.tsx';
import { List, RowLink } from '../../ui/list.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { useNow } from '../../ui/use-now.ts';
import styles from './subscription.module.css';
import { type FreeContent, savedFreeContent } from './queries.ts';

export interface WelcomeProps {
  /** Whether the member can buy a package here. */
  canBuy: boolean;
  /** The promo code that the member entered at registration, which reduces the first payment. */
  promoCode: string | null;
}

/** Shows what the account can already use, and what to do next. */
function NextStep({ canBuy, promoCode }: WelcomeProps): ReactElement {
  return (
    <Card tone="hero">
      <Stack gap="m">
        <div className={styles.hero}>
          <h2>
            <Trans>Your account is ready</Trans>
          </h2>
          <p>
            {canBuy ? (
              <Trans>Start with the free lessons. Choose a package to unlock all lessons.</Trans>
            ) : (
              <Trans>Start with the free lessons. To unlock paid lessons, ask the person who invited you.</Trans>
            )}
          </p>
          {promoCode !== null && (
            <p>
              <Trans>Your promo code {promoCode} applies to the first payment.</Trans>
            </p>
          )}
        </div>
        <ButtonRow>
          {canBuy && (
            <LinkButton to="/subscription/packages" variant="onAccentPrimary">
              <Trans>Choose a package</Trans>
            </LinkButton>
          )}
          <LinkButton to="/lessons" variant={canBuy ? 'onAccent' : 'onAccentPrimary'}>
            <Trans>Go to lessons</Trans>
          </LinkButton>
        </ButtonRow>
      </Stack>
    </Card>
  );
}

/** Shown instead of the free lessons if there are none on this device. */
function NoFreeLessons(): ReactElement {
  const status = useSyncState()?.status;
  if (!status) return <Skeleton rows={3} leading="cover" />;
  const { connection, last_fetched_at } = status;
  if (last_fetched_at) {
    return (
      <EmptyState icon={<IconBook aria-hidden="true" />}>
        <Trans>There are no free lessons at the moment.</Trans>
      </EmptyState>
    );
  }
  if (connection === 'online') return <Skeleton rows={3} leading="cover" />;
  return (
    <EmptyState icon={<IconBook aria-hidden="true" />}>
      {connection === 'offline' ? (
        <Trans>You are offline. The free lessons appear here once you are online.</Trans>
      ) : (
        <Trans>The server is not responding. The free lessons appear here once it does.</Trans>
      )}
    </EmptyState>
  );
}

/** The free lessons; undefined while they are being read. */
function FreeLessons({ lessons }: { lessons: FreeContent['lessons'] | undefined }): ReactElement {
  return (
    <Section
      title={<Trans>Free lessons</Trans>}
      end={
        lessons &&
        lessons.length > 0 && (
          <TextLink to="/lessons">
            <Trans>All lessons</Trans>
          </TextLink>
        )
      }
    >
      {!lessons && <Skeleton rows={3} leading="cover" />}
      {lessons?.length === 0 && <NoFreeLessons />}
      {lessons && lessons.length > 0 && (
        <List>
          {lessons.map(({ lesson, files }) => (
            <LessonRow key={lesson.id} lesson={lesson} status={<LessonFilesStatus files={files} />} />
          ))}
        </List>
      )}
    </Section>
  );
}

/**
 * Links to other content that needs no package. Links to empty screens are left out. When a link appears, no other link
 * moves.
 */
function AlsoFree({ content }: { content: FreeContent | undefined }): ReactElement {
  const { t } = useLingui();
  const { books = 0, news = null, hasEvents = false } = content ?? {};
  return (
    <Section title={<Trans>Also free</Trans>}>
      <List>
        <RowLink
          to="/help"
          leading={<IconHelpCircle aria-hidden="true" />}
          title={t`Help`}
          subtitle={<Trans>Ask an employee anything</Trans>}
        />
        {news && (
          <RowLink
            to="/news"
            leading={<IconNews aria-hidden="true" />}
            title={t`News`}
            subtitle={<span lang={news.language}>{news.title}</span>}
          />
        )}
        {books > 0 && (
          <RowLink
            to="/books"
            leading={<IconBook aria-hidden="true" />}
            title={t`Books`}
            subtitle={<Plural value={books} one="# free book" other="# free books" />}
          />
        )}
        {hasEvents && (
          <RowLink
            to="/events"
            leading={<IconCalendar aria-hidden="true" />}
            title={t`Events`}
            subtitle={<Trans>Meetings, online and in person</Trans>}
          />
        )}
      </List>
    </Section>
  );
}

/** The first screen of a member who never had a subscription: what they can already use, and what to do next. */
export function Welcome(props: WelcomeProps): ReactElement {
  const { db } = useStore();
  const { language } = useApp().preferences;
  const now = useNow('minute');
  const content = useLiveQuery(async () => savedFreeContent(db, language, iso(now)), [db, language, now]);
  return (
    <Stack>
      <NextStep {...props} />
      <FreeLessons lessons={content?.lessons} />
      <AlsoFree content={content} />
    </Stack>
  );
}
