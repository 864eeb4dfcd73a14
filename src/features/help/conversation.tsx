import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import type { TicketMessage } from '../../../contract/entities/ticket.ts';
import { RowSyncBadge } from '../../cards/row-sync-badge.tsx';
import { useStore } from '../../cards/store-context.tsx';
import type { RowBadge } from '../../db/badges.ts';
import { undoable } from '../../db/entry.ts';
import type { TicketView } from '../../db/tickets.ts';
import { formatDayTime } from '../../lib/dates.ts';
import { TextLink } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import styles from './help.module.css';

function Bubble({ message, badge }: { message: TicketMessage; badge: RowBadge | undefined }): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const isOwn = message.author_id === store.actor.user_id;
  // Taking the first message back takes the request with it: that is done by cancelling it.
  const last = badge?.entries.findLast((entry) => undoable(entry) && entry.kind === 'ticket.reply');
  const undo = async (op_id: string): Promise<void> => {
    if (!(await store.undo(op_id))) toast(t`It is already on its way.`);
  };
  return (
    <li className={styles.bubble} data-own={isOwn} data-unsent={badge !== undefined}>
      <div className={styles.head}>
        <span className={styles.who}>
          {isOwn ? <Trans>You</Trans> : message.author_name}
          <small>
            <time dateTime={message.at}>{formatDayTime(message.at)}</time>
          </small>
        </span>
        <RowSyncBadge badge={badge} />
      </div>
      <p className={styles.text}>{message.body}</p>
      {last && (
        <div className={styles.verbs}>
          <TextLink onPress={() => void undo(last.op_id)}>{t`Undo`}</TextLink>
        </div>
      )}
    </li>
  );
}

/** What was said, the oldest first. */
export function Conversation({ view: { ticket, unsent } }: { view: TicketView }): ReactElement {
  const { t } = useLingui();
  return (
    <ul className={styles.thread} aria-label={t`Conversation`}>
      {ticket.messages.map((message) => (
        <Bubble key={message.id} message={message} badge={unsent.get(message.id)} />
      ))}
    </ul>
  );
}
