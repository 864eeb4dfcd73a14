import { Trans, useLingui } from '@lingui/react/macro';
import IconPhone from '@tabler/icons-react/dist/esm/icons/IconPhone.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { useLiveQuery } from 'dexie-react-hooks';
import { type CSSProperties, lazy, Suspense, type ReactElement } from 'react';
import { Screen } from '../../components/app/screen.tsx';
import { logCallLinkProps } from '../../components/call/log-call.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { useIsShown } from '../../hooks/use-is-shown.ts';
import { savedBadges } from '../../db/queries/badges.ts';
import { savedTeamSize } from '../../db/queries/team-size.ts';
import { formatLongDate } from '../../lib/dates.ts';
import { Button, LinkButton, TextLink } from '../../ui/button.tsx';
import { Section, Stack } from '../../ui/card.tsx';
import { FabLink } from '../../ui/layout.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { useNow } from '../../ui/use-now.ts';
import type * as Sections from './day-sections.tsx';
import { isOverdue } from './groups.ts';
import { savedTimeZone, countTasks, tasksOfToday } from './queries.ts';
import { GroupChips, NoTasks } from './group-chips.tsx';
import { TaskRows } from './task-rows.tsx';
import styles from './today.module.css';
import { CurrentTaskCard } from './today-parts.tsx';
import { useTaskSheets } from './use-sheets.tsx';

const MAX_SHOWN = 20;

const lazySection = <Name extends keyof typeof Sections>(name: Name) =>
  lazy<(typeof Sections)[Name]>(async () => ({ default: (await import('./day-sections.tsx'))[name] }));

// The parts around the first rows are loaded after the rows.
const TeamDay = lazySection('TeamDay');
const DayWork = lazySection('DayWork');
const DayFigures = lazySection('DayFigures');
const DayExtras = lazySection('DayExtras');

/**
 * /staff-dashboard, and /dashboard for employees: a manager's team, the running task, overdue and upcoming tasks, and
 * the day's figures.
 */
export function TodayScreen(): ReactElement {
  const { t } = useLingui();
  const { db, actor } = useStore();
  const now = useNow('minute');
  const { open, sheet } = useTaskSheets();
  const isShown = useIsShown();
  const day = useLiveQuery(async () => {
    const zone = await savedTimeZone(db, actor.user_id);
    const [tasks, counts, badges, teamSize] = await Promise.all([
      tasksOfToday(db, now, zone),
      countTasks(db, now, zone),
      savedBadges(db, 'tasks'),
      actor.is_manager && savedTeamSize(db, actor.user_id),
    ]);
    return { tasks, zone, counts, badges, teamSize };
  }, [db, actor, now]);
  const add = (): void => open({ kind: 'new' });
  const logCall = {
    ...logCallLinkProps({ from: 'today' }),
    icon: <IconPhone aria-hidden="true" />,
    children: t`Log a call`,
  };
  const action = (
    <div className={styles.actions}>
      <Button variant="soft" icon={<IconPlus aria-hidden="true" />} writes onPress={add}>
        <Trans>Add task</Trans>
      </Button>
      {isShown(logCall) && <LinkButton {...logCall} />}
    </div>
  );
  const running = day?.tasks.filter((task) => task.state === 'in_progress') ?? [];
  const otherTasks = day?.tasks.filter((task) => task.state !== 'in_progress') ?? [];
  const late = otherTasks.filter((task) => isOverdue(task, now));
  const next = otherTasks.filter((task) => !isOverdue(task, now));
  return (
    <Screen title={t`Today`} subtitle={formatLongDate(now)} action={action}>
      <div className={styles.day} hidden={actor.is_manager && !day}>
        {day?.teamSize && (
          // The style sheet reserves height for these numbers of rows.
          <div
            className={styles.team}
            style={{ '--team': day.teamSize.team, '--leads': day.teamSize.leads } as CSSProperties}
          >
            <Suspense>
              <TeamDay />
            </Suspense>
          </div>
        )}
        <div className={styles.hero}>
          {day ? (
            <CurrentTaskCard
              running={running}
              rest={otherTasks}
              now={now}
              zone={day.zone}
              onFinish={(task) => open({ kind: 'finish', task })}
            />
          ) : (
            <div />
          )}
        </div>
        <div className={styles.tasks}>
          <Stack>
            <GroupChips group="today" counts={day?.counts} />
            {!day && <Skeleton />}
            {day?.tasks.length === 0 && <NoTasks group="today" onAdd={add} />}
            {day && late.length > 0 && (
              <Section title={<Trans>Overdue</Trans>} end={late.length}>
                <TaskRows {...day} tasks={late.slice(0, MAX_SHOWN)} now={now} label={t`Overdue`} />
              </Section>
            )}
            {day && next.length > 0 && (
              <Section
                title={<Trans>Next</Trans>}
                end={<TextLink to="/tasks" search={{ group: 'today' }}>{t`All tasks`}</TextLink>}
              >
                <TaskRows {...day} tasks={next.slice(0, MAX_SHOWN)} now={now} label={t`Next`} />
              </Section>
            )}
            <Suspense>{day && <DayWork hasTeam={Boolean(day.teamSize)} />}</Suspense>
          </Stack>
        </div>
        <div className={styles.figures}>
          <Suspense>{day && <DayFigures />}</Suspense>
        </div>
        <div className={styles.side}>
          <Stack>
            <Suspense>{day && <DayExtras />}</Suspense>
          </Stack>
        </div>
      </div>
      {isShown(logCall) && <FabLink {...logCall} />}
      {sheet}
    </Screen>
  );
}
