import { Plural, Trans, useLingui } from '@lingui/react/macro';
import IconBook from '@tabler/icons-react/dist/esm/icons/IconBook.mjs';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactElement } from 'react';
import { CommentLink } from '../../components/lesson/comment-link.tsx';
import { ContinueLabel } from '../../components/lesson/continue-label.tsx';
import { ToSendCard } from '../../components/sync/to-send-card.tsx';
import { savedNextLessons } from '../../db/queries/lessons.ts';
import { useApp } from '../../hooks/app-context.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { startOfDay } from '../../../contract/zones.ts';
import { TextLink } from '../../ui/button.tsx';
import { Section } from '../../ui/card.tsx';
import { List, Row, RowLink } from '../../ui/list.tsx';
import { LoadingPart } from '../../ui/states.tsx';
import { useNow } from '../../ui/use-now.ts';
import { callsOfDay } from './day-queries.ts';
import { ReadinessCard } from './prepare-card.tsx';
import { savedTimeZone } from './queries.ts';
import { TeamFigures } from './team-figures.tsx';

/**
 * Shown below the day's tasks: unsent work, results of calls, the preparation for tomorrow, the next lesson, and the
 * statistics.
 */
export function DayExtras(): ReactElement {
  return (
    <>
      <ToSendCard />
      <Calls />
      <ReadinessCard />
      <Learning />
      <TeamFigures />
    </>
  );
}

function Calls(): ReactElement | null {
  const { t } = useLingui();
  const { db, actor } = useStore();
  const now = useNow('minute');
  const calls = useLiveQuery(async () => {
    const zone = await savedTimeZone(db, actor.user_id);
    return callsOfDay(db, actor.user_id, startOfDay(zone, now), startOfDay(zone, now, 1));
  }, [db, actor.user_id, now]);
  if (!calls) return <LoadingPart />;
  const { reached, not_reached, doubtful } = calls;
  const count = doubtful.length;
  const first = doubtful[0];
  const title = first?.title;
  return (
    <Section title={<Trans>Calls today</Trans>} end={reached + not_reached}>
      <List>
        {reached + not_reached === 0 ? (
          <Row title={t`No calls yet`} />
        ) : (
          <Row
            title={<Plural value={reached} one="# reached" other="# reached" />}
            subtitle={<Plural value={not_reached} one="# not reached" other="# not reached" />}
          />
        )}
        {first && (
          <RowLink
            to="/tasks/$taskId"
            params={{ taskId: first.id }}
            title={
              <Plural value={count} one="# task needs its time confirmed" other="# tasks need their time confirmed" />
            }
            subtitle={t`${title}: not counted yet.`}
            subtitleTone="wait"
          />
        )}
      </List>
    </Section>
  );
}

/** The lesson to read next, since employees also learn. */
function Learning(): ReactElement | null {
  const { t } = useLingui();
  const { db } = useStore();
  const { language } = useApp().preferences;
  const lessons = useLiveQuery(async () => savedNextLessons(db, language, 0), [db, language]);
  if (!lessons) return <LoadingPart />;
  const [lesson] = lessons;
  return (
    <Section title={<Trans>My learning</Trans>} end={<TextLink to="/lessons">{t`All lessons`}</TextLink>}>
      <List>
        {lesson ? (
          <RowLink
            to="/lesson/view/$lessonId"
            params={{ lessonId: lesson.id }}
            leading={<IconBook aria-hidden="true" />}
            title={<span lang={lesson.language}>{lesson.title}</span>}
            subtitle={<ContinueLabel lesson={lesson} />}
            wrapTitle
            trailing={<CommentLink lesson={lesson.id} small />}
          />
        ) : (
          <Row title={t`No lesson to continue`} />
        )}
      </List>
    </Section>
  );
}
