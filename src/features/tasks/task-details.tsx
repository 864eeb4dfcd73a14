import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import type { Task, WorkSlice } from '../../../contract/entities/task.ts';
import { workedSeconds } from '../../../contract/states/task-time.ts';
import { telHref } from '../../components/call/dial.ts';
import { useLengthText } from '../../components/task/task-time.ts';
import { priorityWords, resultWords, typeWords } from '../../components/task/task-labels.ts';
import { formatDateTime, formatTime } from '../../lib/dates.ts';
import { Button, TextLink } from '../../ui/button.tsx';
import { Section } from '../../ui/card.tsx';
import { Fact, Facts } from '../../ui/details.tsx';
import styles from './tasks.module.css';

/** Where all about the person or contact stands. */
const whomLink = ({ linked_user_id, contact_id }: Task): string =>
  linked_user_id ? `/user/view-details/${linked_user_id}` : contact_id ? `/contacts/${contact_id}` : '';

/** A search in the map app that the phone has. */
const mapLink = (place: string): string => `https://www.openstreetmap.org/search?query=${encodeURIComponent(place)}`;

export function TaskFacts({ task, now }: { task: Task; now: number }): ReactElement {
  const { t } = useLingui();
  const length = useLengthText();
  const planned = length((Date.parse(task.end_at) - Date.parse(task.start_at)) / 1000);
  const worked = workedSeconds(task.slices, new Date(now).toISOString());
  return (
    <Facts small>
      <Fact name={<Trans>State</Trans>}>
        <StateWords task={task} />
      </Fact>
      <Fact name={<Trans>Kind</Trans>}>{t(typeWords[task.type])}</Fact>
      {task.linked_name && (
        <Fact name={<Trans>With</Trans>}>
          {whomLink(task) ? <TextLink href={whomLink(task)}>{task.linked_name}</TextLink> : task.linked_name}
        </Fact>
      )}
      {task.phone_used && (
        <Fact name={<Trans>Number</Trans>}>
          <a href={telHref(task.phone_used)}>{task.phone_used}</a>
        </Fact>
      )}
      <Fact name={<Trans>Start time</Trans>}>
        <time dateTime={task.start_at}>{formatDateTime(task.start_at)}</time>
      </Fact>
      <Fact name={<Trans>Planned</Trans>}>{planned}</Fact>
      {worked > 0 && <Fact name={<Trans>Worked</Trans>}>{length(worked)}</Fact>}
      <Fact name={<Trans>Priority</Trans>}>{t(priorityWords[task.priority])}</Fact>
      {task.result && <Fact name={<Trans>Result</Trans>}>{t(resultWords[task.result])}</Fact>}
      {task.closed_at && <Fact name={<Trans>Closed</Trans>}>{formatDateTime(task.closed_at)}</Fact>}
      {task.place && (
        <Fact wide name={<Trans>Place</Trans>}>
          <a href={mapLink(task.place)} target="_blank" rel="noopener noreferrer">
            {task.place}
          </a>
        </Fact>
      )}
      {task.description && (
        <Fact wide name={<Trans>Description</Trans>}>
          {task.description}
        </Fact>
      )}
      {task.result_note && (
        <Fact wide name={<Trans>Note</Trans>}>
          {task.result_note}
        </Fact>
      )}
      {task.cancel_reason && (
        <Fact wide name={<Trans>Reason</Trans>}>
          {task.cancel_reason}
        </Fact>
      )}
    </Facts>
  );
}

function StateWords({ task }: { task: Task }): ReactElement {
  switch (task.state) {
    case 'planned':
      return <Trans context="state of a task">Planned</Trans>;
    case 'in_progress':
      return <Trans context="state of a task">Running</Trans>;
    case 'paused':
      return <Trans context="state of a task">Paused</Trans>;
    case 'completed':
      return <Trans context="state of a task">Completed</Trans>;
    case 'cancelled':
      return <Trans context="state of a task">Cancelled</Trans>;
  }
}

/** When it was worked on, piece by piece. */
export function TaskTimes({
  task,
  now,
  onConfirm,
}: {
  task: Task;
  now: number;
  onConfirm: (slice: WorkSlice) => void;
}): ReactElement {
  const { t } = useLingui();
  const length = useLengthText();
  const total = length(workedSeconds(task.slices, new Date(now).toISOString()));
  return (
    <Section title={<Trans>Time worked</Trans>} end={total}>
      <ul className={styles.slices}>
        {task.slices.map((slice) => {
          const to = slice.to === null ? t`now` : formatTime(slice.to);
          const end = slice.to === null ? now : Date.parse(slice.to);
          const own = length(Math.max(0, end - Date.parse(slice.from)) / 1000);
          return (
            <li key={slice.id}>
              <span>
                {formatDateTime(slice.from)} – {to}
              </span>
              <span>
                {slice.needs_review ? (
                  <>
                    <Trans>to be checked, not counted</Trans>{' '}
                    {slice.to !== null && (
                      <Button variant="soft" small onPress={() => onConfirm(slice)}>
                        <Trans>Check</Trans>
                      </Button>
                    )}
                  </>
                ) : slice.estimated ? (
                  <Trans>{own}, entered by hand</Trans>
                ) : (
                  own
                )}
              </span>
            </li>
          );
        })}
      </ul>
      {task.overlap && (
        <small>
          <Trans>Some of this time was counted on another task too.</Trans>
        </small>
      )}
    </Section>
  );
}
