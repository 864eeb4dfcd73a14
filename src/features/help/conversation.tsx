import { useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import type { TicketMessage } from '../../../contract/entities/ticket.ts';
import { sync } from '../../bridge/sync.ts';
import { TicketBubble, TicketThread } from '../../components/ticket/ticket-bubble.tsx';
import { useUndo } from '../../hooks/use-undo.ts';
import type { RowBadge } from '../../db/queries/badges.ts';
import { isUndoable } from '../../db/outbox/entry.ts';
import type { TicketView } from '../../db/queries/tickets.ts';
import { TextButton } from '../../ui/button.tsx';

function Bubble({ message, badge }: { message: TicketMessage; badge: RowBadge | undefined }): ReactElement {
  const { t } = useLingui();
  const undo = useUndo();
  // Undoing the first message would remove the request, which is what cancelling is for.
  const last = badge?.entries.findLast((entry) => isUndoable(entry) && entry.kind === 'ticket.reply');
  const foot = last && <TextButton onPress={() => undo(last.op_id)}>{t`Undo`}</TextButton>;
  return <TicketBubble message={message} badge={badge} bring={sync.fetchBlob} foot={foot} />;
}

/** The messages, oldest first. */
export function Conversation({ view: { ticket, unsent } }: { view: TicketView }): ReactElement {
  return (
    <TicketThread>
      {ticket.messages.map((message) => (
        <Bubble key={message.id} message={message} badge={unsent.get(message.id)} />
      ))}
    </TicketThread>
  );
}
