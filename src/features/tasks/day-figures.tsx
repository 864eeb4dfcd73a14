import { Plural, Trans } from '@lingui/react/macro';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactElement, ReactNode } from 'react';
import { dateIn } from '../../../contract/zones.ts';
import { useDurationText } from '../../components/task/task-time.ts';
import { savedBadges } from '../../db/queries/badges.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { TextLink } from '../../ui/button.tsx';
import { useNow } from '../../ui/use-now.ts';
import { savedTimeZone } from './queries.ts';
import styles from './today.module.css';
import { savedWeek } from './week-queries.ts';

type FigureProps = { name: ReactNode; value: ReactNode; week: readonly number[]; children: ReactNode };

function Figure({ name, value, week, children }: FigureProps): ReactElement {
  return (
    <div className={styles.figure}>
      <dt>{name}</dt>
      <dd>
        {value}
        <small>{children}</small>
        <Bars values={week} />
      </dd>
    </div>
  );
}

/** A chart of the last seven days. The figures beside it give the numbers of today and yesterday as text. */
function Bars({ values }: { values: readonly number[] }): ReactElement {
  const max = Math.max(...values, 1);
  return (
    <svg
      className={styles.bars}
      viewBox={`0 0 ${values.length * 10 - 3} 20`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {values.map((value, day) => {
        const height = Math.max(1, (20 * value) / max);
        // The position in the week is the key of a bar.
        return <rect key={`day-${values.length - day}`} x={day * 10} y={20 - height} width={7} height={height} />;
      })}
    </svg>
  );
}

/**
 * Shows the day's figures beside those of the previous day. Each figure links to the list of the records that it
 * counts.
 */
export function DayFigures(): ReactElement | null {
  const { db, actor } = useStore();
  const now = useNow('minute');
  const length = useDurationText();
  const figures = useLiveQuery(async () => {
    const zone = await savedTimeZone(db, actor.user_id);
    const [saved, badges] = await Promise.all([savedWeek(db, now, zone), savedBadges(db, 'tasks')]);
    // Tasks that have a badge have unsent changes.
    return { week: saved.week, day: dateIn(zone, now), unsent: saved.completed.filter((id) => badges.has(id)).length };
  }, [db, actor.user_id, now]);
  if (!figures) return null;
  const { week, day, unsent } = figures;
  const today = week.at(-1);
  const yesterday = week.at(-2);
  const before = yesterday?.completed ?? 0;
  const workedBefore = length(yesterday?.worked ?? 0);
  return (
    <dl className={styles.numbers}>
      <Figure
        name={<Trans>Completed today</Trans>}
        value={
          <TextLink to="/tasks" search={{ group: 'completed', day }}>
            <b>{today?.completed ?? 0}</b>
          </TextLink>
        }
        week={week.map(({ completed }) => completed)}
      >
        <Trans>{before} yesterday</Trans>
        {unsent > 0 && (
          <span className={styles.unsent}>
            {', '}
            <Plural value={unsent} one="# not sent yet" other="# not sent yet" />
          </span>
        )}
      </Figure>
      <Figure
        name={<Trans>Worked today</Trans>}
        value={
          <TextLink
            to="/statistics/records"
            search={{ figure: 'time_spent', period: 'today', employee: actor.user_id }}
          >
            <b>{length(today?.worked ?? 0)}</b>
          </TextLink>
        }
        week={week.map(({ worked }) => worked)}
      >
        <Trans>{workedBefore} yesterday</Trans>
      </Figure>
    </dl>
  );
}
