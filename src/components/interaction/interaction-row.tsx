import { Trans, useLingui } from '@lingui/react/macro';
import IconMessage from '@tabler/icons-react/dist/esm/icons/IconMessage.mjs';
import IconPhoneIncoming from '@tabler/icons-react/dist/esm/icons/IconPhoneIncoming.mjs';
import IconPhoneOutgoing from '@tabler/icons-react/dist/esm/icons/IconPhoneOutgoing.mjs';
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs';
import type { ReactElement } from 'react';
import type { Interaction } from '../../../contract/entities/interaction.ts';
import type { RowBadge } from '../../db/queries/badges.ts';
import { formatRecent } from '../../lib/dates.ts';
import { AvatarIcon } from '../../ui/avatar.tsx';
import { Row, RowLink } from '../../ui/list.tsx';
import { useNow } from '../../ui/use-now.ts';
import { useKindLabel, useDurationLabel } from './interaction-labels.ts';
import styles from './interaction-row.module.css';
import { useStore } from '../../hooks/store-context.tsx';
import { SyncBadge } from '../sync/sync-badge.tsx';
import { taskResultLabels } from '../task/task-result-labels.ts';

export type InteractionRowProps = {
  interaction: Interaction;
  /** The badge from `savedBadges(db, 'interactions')`. */
  badge?: RowBadge | undefined;
};

/** Results that mean that the two people talked. */
const talkedResults: readonly Interaction['result'][] = ['reached', 'call_back', 'held', 'replied'];

function Face({ row }: { row: Interaction }): ReactElement {
  const labelOf = useKindLabel();
  const Icon =
    row.kind === 'meet'
      ? IconUsers
      : row.kind === 'message'
        ? IconMessage
        : row.direction === 'in'
          ? IconPhoneIncoming
          : IconPhoneOutgoing;
  return (
    <AvatarIcon tone={talkedResults.includes(row.result) ? 'good' : 'plain'} label={labelOf(row)}>
      <Icon aria-hidden="true" />
    </AvatarIcon>
  );
}

/** A row of the history: result, type, time and notes. Only the author of the interaction can edit it. */
export function InteractionRow({ interaction: row, badge }: InteractionRowProps): ReactElement {
  const { t } = useLingui();
  const { actor } = useStore();
  const now = useNow('minute');
  const kind = useKindLabel()(row);
  const durationText = useDurationLabel()(row.duration_s);
  const author = row.author_name;
  const isAuthor = row.author_id === actor.user_id;
  const by = isAuthor ? '' : t`by ${author}`;
  const about = [kind, formatRecent(row.at, now), durationText, by].filter((part) => part !== '').join(', ');
  const next = row.follow_up_at !== null && Date.parse(row.follow_up_at) > now && formatRecent(row.follow_up_at, now);
  const state = badge && <SyncBadge state={badge.state} reason={badge.entries.at(-1)?.error?.code} />;
  const meta = (row.note !== '' || next || state) && (
    <div className={styles.meta}>
      {row.note !== '' && <p className={styles.note}>{row.note}</p>}
      {next && (
        <small>
          <Trans>Next contact: {next}</Trans>
        </small>
      )}
      {state}
    </div>
  );
  const look = { leading: <Face row={row} />, title: t(taskResultLabels[row.result]), subtitle: about, meta };
  if (!isAuthor) return <Row {...look} />;
  return <RowLink {...look} to="/calls/$callId/edit" params={{ callId: row.id }} />;
}
