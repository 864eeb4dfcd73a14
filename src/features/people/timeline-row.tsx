import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import IconArrowsExchange from '@tabler/icons-react/dist/esm/icons/IconArrowsExchange.mjs';
import IconCoins from '@tabler/icons-react/dist/esm/icons/IconCoins.mjs';
import IconEye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs';
import IconFlag from '@tabler/icons-react/dist/esm/icons/IconFlag.mjs';
import IconForms from '@tabler/icons-react/dist/esm/icons/IconForms.mjs';
import IconHelpCircle from '@tabler/icons-react/dist/esm/icons/IconHelpCircle.mjs';
import IconKey from '@tabler/icons-react/dist/esm/icons/IconKey.mjs';
import IconNote from '@tabler/icons-react/dist/esm/icons/IconNote.mjs';
import IconSend from '@tabler/icons-react/dist/esm/icons/IconSend.mjs';
import IconSettings from '@tabler/icons-react/dist/esm/icons/IconSettings.mjs';
import IconUserPlus from '@tabler/icons-react/dist/esm/icons/IconUserPlus.mjs';
import type { ReactElement } from 'react';
import type { PersonEvent } from '../../../contract/entities/person-event.ts';
import { deliveryStates } from '../../../contract/values.ts';
import type { PersonStatus } from '../../../contract/filter-values.ts';
import { InteractionRow } from '../../components/interaction/interaction-row.tsx';
import { closeReasonLabels, leadStatusLabels, rejectReasonLabels } from '../../components/person/person-labels.ts';
import { RowSyncBadge } from '../../components/sync/row-sync-badge.tsx';
import { TaskSummary, TaskRow } from '../../components/task/task-row.tsx';
import { taskResultLabels } from '../../components/task/task-result-labels.ts';
import { deliveryTones, deliveryLabels } from '../../components/ticket/ticket-labels.ts';
import { useMoney } from '../../hooks/use-money.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { useUndo } from '../../hooks/use-undo.ts';
import type { RowBadge } from '../../db/queries/badges.ts';
import { isUndoable } from '../../db/outbox/entry.ts';
import { formatRecent } from '../../lib/dates.ts';
import { AvatarIcon } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { TextButton } from '../../ui/button.tsx';
import { Row, RowLink } from '../../ui/list.tsx';
import styles from './people.module.css';
import { useLinkStepLabel } from './link-step-label.ts';
import type { TimelineItem } from './timeline.ts';

/** One row of a person's timeline. */
export function TimelineRow({ item, now }: { item: TimelineItem; now: number }): ReactElement {
  switch (item.kind) {
    case 'call':
      return <InteractionRow interaction={item.row} badge={item.badge} />;
    case 'task':
      return <DoneTask item={item} now={now} />;
    case 'request':
      return <RequestRow item={item} now={now} />;
    case 'event':
      return <EventRow event={item.row} badge={item.badge} now={now} />;
  }
}

type ItemOf<K extends TimelineItem['kind']> = Extract<TimelineItem, { kind: K }>;

function DoneTask({ item: { row, badge, at, isSynced }, now }: { item: ItemOf<'task'>; now: number }): ReactElement {
  const { t } = useLingui();
  const resultText =
    row.state === 'cancelled' ? t`Cancelled` : row.result ? t(taskResultLabels[row.result]) : t`Completed`;
  const subtitle = `${resultText}, ${formatRecent(at, now)}`;
  const meta = (
    <span className={styles.meta}>
      {row.result_note !== '' && <span className={styles.note}>{row.result_note}</span>}
      <RowSyncBadge badge={badge} />
    </span>
  );
  if (!isSynced) return <Row leading={<TaskSummary task={row} />} title={row.title} subtitle={subtitle} meta={meta} />;
  return <TaskRow task={row} subtitle={subtitle} badge={meta} />;
}

function RequestRow({ item: { row, badge }, now }: { item: ItemOf<'request'>; now: number }): ReactElement {
  const timeText = formatRecent(row.created_at, now);
  return (
    <RowLink
      leading={
        <AvatarIcon>
          <IconHelpCircle />
        </AvatarIcon>
      }
      title={row.subject}
      wrapTitle
      to="/user/new-request/$ticketId"
      params={{ ticketId: row.id }}
      subtitle={<Trans>Request, {timeText}</Trans>}
      meta={<RowSyncBadge badge={badge} />}
    />
  );
}

const eventIcons: Record<PersonEvent['kind'], ReactElement> = {
  created: <IconUserPlus />,
  status: <IconFlag />,
  taken: <IconArrowsExchange />,
  given: <IconArrowsExchange />,
  rejected: <IconArrowsExchange />,
  note: <IconNote />,
  message: <IconSend />,
  settings: <IconSettings />,
  link: <IconKey />,
  donation: <IconCoins />,
  form: <IconForms />,
  view_as: <IconEye />,
};

/** Reason of an event that the server creates automatically. */
const noFinishedTask = msg`No task finished in 24 working hours`;

const textOrEmpty = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Returns a function that describes an event; it omits kinds and details that only later versions of the app know. */
function useEventLabel(): (event: PersonEvent) => { title: string; text: string } {
  const { t } = useLingui();
  const status = (value: unknown): string =>
    typeof value === 'string' && value in leadStatusLabels ? t(leadStatusLabels[value as PersonStatus]) : '';
  const reasons: Record<string, (typeof closeReasonLabels)['other']> = {
    ...rejectReasonLabels,
    ...closeReasonLabels,
    no_finished_task: noFinishedTask,
  };
  const reason = (value: unknown): string => {
    const label = reasons[textOrEmpty(value)];
    return label ? t(label) : '';
  };
  const linkStep = useLinkStepLabel();
  const money = useMoney();
  const donation = ({ amount_cents, state }: PersonEvent['detail']): string => {
    const amount = typeof amount_cents === 'number' ? money(amount_cents) : '';
    if (state === 'confirmed') return t`Donation of ${amount} confirmed`;
    if (state === 'succeeded') return t`Donated ${amount} by card`;
    if (state === 'refunded') return t`Donation of ${amount} refunded`;
    return state === 'rejected' ? t`Donation of ${amount} not accepted` : t`Donation of ${amount} entered`;
  };
  return ({ kind, detail, by_name }) => {
    const why = [reason(detail['reason']), textOrEmpty(detail['text']), textOrEmpty(detail['note'])]
      .filter(Boolean)
      .join('. ');
    const to = textOrEmpty(detail['to_name']);
    const next = status(detail['to']);
    switch (kind) {
      case 'note':
        return { title: t`Note`, text: textOrEmpty(detail['text']) };
      case 'created':
        return { title: t({ message: 'Added', context: 'history of a person' }), text: why };
      case 'taken':
        return { title: to !== '' ? t`Taken by ${to}` : t`Taken by ${by_name}`, text: why };
      case 'given':
        return { title: to !== '' ? t`Reassigned to ${to}` : t`Reassigned`, text: why };
      case 'rejected':
        return { title: t`Returned to waiting leads`, text: why };
      case 'status':
        return { title: next === '' ? t`Status changed` : t`Status: ${next}`, text: why };
      case 'message':
        return {
          title: detail['via'] === 'telegram' ? t`Telegram message` : t`Message sent`,
          text: textOrEmpty(detail['text']),
        };
      case 'settings':
        return { title: t`Details changed`, text: why };
      case 'link':
        return { title: linkStep(detail['step']), text: '' };
      case 'donation':
        return { title: donation(detail), text: textOrEmpty(detail['reason']) };
      case 'view_as':
        return { title: t`Account viewed`, text: '' };
      case 'form': {
        const page = textOrEmpty(detail['page']);
        return { title: t`Form sent: ${page}`, text: textOrEmpty(detail['text']) };
      }
    }
  };
}

interface EventRowProps {
  event: PersonEvent;
  badge: RowBadge | undefined;
  now: number;
}

function EventRow({ event, badge, now }: EventRowProps): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const undo = useUndo();
  const { title, text } = useEventLabel()(event);
  const delivery = deliveryStates.find((one) => one === event.detail['delivery']);
  const timeText = formatRecent(event.at, now);
  const by = event.by_id === store.actor.user_id ? t`you` : event.by_name;
  const last = badge?.entries.findLast(isUndoable);
  return (
    <Row
      leading={<AvatarIcon>{eventIcons[event.kind]}</AvatarIcon>}
      title={title}
      wrapTitle
      subtitle={by === '' ? timeText : `${timeText}, ${by}`}
      meta={
        <span className={styles.meta}>
          {text !== '' && <span className={styles.note}>{text}</span>}
          {delivery && !badge && <Badge tone={deliveryTones[delivery]}>{t(deliveryLabels[delivery])}</Badge>}
          <RowSyncBadge badge={badge} />
          {last && <TextButton onPress={() => undo(last.op_id)}>{t`Undo`}</TextButton>}
        </span>
      }
    />
  );
}
