import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactElement, ReactNode } from 'react';
import type { Task, WorkSlice } from '../../../contract/entities/task.ts';
import { workedSeconds } from '../../../contract/states/task-time.ts';
import { telHref } from '../../components/call/dial.ts';
import { useDurationText } from '../../components/task/task-time.ts';
import { taskTypeLabels } from '../../components/task/task-labels.ts';
import { priorityLabels, taskResultLabels } from '../../components/task/task-result-labels.ts';
import { formatDateTime, formatTime } from '../../lib/dates.ts';
import { mapLink } from '../../lib/map-link.ts';
import { Button, TextLink } from '../../ui/button.tsx';
import { Section } from '../../ui/card.tsx';
import { usePhoneText } from '../../hooks/use-phone-text.ts';
import { Detail, Details } from '../../ui/details.tsx';
import styles from './tasks.module.css';

/** Links to the person or contact of the task. */
function LinkedName({ linked_user_id, contact_id, linked_name }: Task): ReactNode {
  if (linked_user_id)
    return (
      <TextLink to="/user/view-details/$personId" params={{ personId: linked_user_id }}>
        {linked_name}
      </TextLink>
    );
  if (contact_id)
    return (
      <TextLink to="/contacts/$contactId" params={{ contactId: contact_id }}>
        {linked_name}
      </TextLink>
    );
  return linked_name;
}

export function TaskDetails({ task, now }: { task: Task; now: number }): ReactElement {
  const { t } = useLingui();
  const length = useDurationText();
  const phoneText = usePhoneText();
  const planned = length((Date.parse(task.end_at) - Date.parse(task.start_at)) / 1000);
  const workedTotal = workedSeconds(task.slices, new Date(now).toISOString());
  return (
    <Details small>
      <Detail name={<Trans>Status</Trans>}>
        <TaskStateText task={task} />
      </Detail>
      <Detail name={<Trans>Type</Trans>}>{t(taskTypeLabels[task.type])}</Detail>
      {task.linked_name && (
        <Detail name={<Trans>With</Trans>}>
          <LinkedName {...task} />
        </Detail>
      )}
      {task.phone_used && (
        <Detail name={<Trans>Number</Trans>}>
          <a href={telHref(task.phone_used)}>{phoneText(task.phone_used)}</a>
        </Detail>
      )}
      <Detail name={<Trans>Start time</Trans>}>
        <time dateTime={task.start_at}>{formatDateTime(task.start_at)}</time>
      </Detail>
      <Detail name={<Trans>Planned</Trans>}>{planned}</Detail>
      {workedTotal > 0 && <Detail name={<Trans>Worked</Trans>}>{length(workedTotal)}</Detail>}
      <Detail name={<Trans>Priority</Trans>}>{t(priorityLabels[task.priority])}</Detail>
      {task.result && <Detail name={<Trans>Result</Trans>}>{t(taskResultLabels[task.result])}</Detail>}
      {task.closed_at && <Detail name={<Trans>Closed</Trans>}>{formatDateTime(task.closed_at)}</Detail>}
      {task.place && (
        <Detail wide name={<Trans>Location</Trans>}>
          <a href={mapLink(task.place)} target="_blank" rel="noopener noreferrer">
            {task.place}
          </a>
        </Detail>
      )}
      {task.description && (
        <Detail wide name={<Trans>Description</Trans>}>
          {task.description}
        </Detail>
      )}
      {task.result_note && (
        <Detail wide name={<Trans>Note</Trans>}>
          {task.result_note}
        </Detail>
      )}
      {task.cancel_reason && (
        <Detail wide name={<Trans>Reason</Trans>}>
          {task.cancel_reason}
        </Detail>
      )}
    </Details>
  );
}

function TaskStateText({ task }: { task: Task }): ReactElement {
  switch (task.state) {
    case 'planned':
      return <Trans context="task status">Planned</Trans>;
    case 'in_progress':
      return <Trans context="task status">Running</Trans>;
    case 'paused':
      return <Trans context="task status">Paused</Trans>;
    case 'completed':
      return <Trans context="task status">Completed</Trans>;
    case 'cancelled':
      return <Trans context="task status">Cancelled</Trans>;
  }
}

/** Lists the intervals in which the task was worked on. */
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
  const length = useDurationText();
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
                    <Trans>not confirmed, not counted</Trans>{' '}
                    {slice.to !== null && (
                      <Button variant="soft" small writes onPress={() => onConfirm(slice)}>
                        <Trans>Confirm</Trans>
                      </Button>
                    )}
                  </>
                ) : slice.estimated ? (
                  <Trans>{own}, entered manually</Trans>
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
          <Trans>Some of this time is also counted on another task.</Trans>
        </small>
      )}
    </Section>
  );
}
