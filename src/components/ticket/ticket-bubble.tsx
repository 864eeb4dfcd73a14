import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactElement, ReactNode } from 'react';
import type { Photo } from '../../../contract/entities/contact.ts';
import type { TicketMessage } from '../../../contract/entities/ticket.ts';
import type { RowBadge } from '../../db/queries/badges.ts';
import { formatDayTime } from '../../lib/dates.ts';
import { Bubble, BubbleFoot, BubbleText, Thread } from '../../ui/bubble.tsx';
import { type FetchPhoto, usePhoto } from '../contact/contact-photo.tsx';
import { RowSyncBadge } from '../sync/row-sync-badge.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import styles from '../media/pictures.module.css';

function Picture({
  photo,
  number,
  fetchPhoto,
}: {
  photo: Photo;
  number: number;
  fetchPhoto: FetchPhoto;
}): ReactElement {
  const { t } = useLingui();
  const src = usePhoto(photo.sha256, false, fetchPhoto);
  return (
    <li className={styles.picture}>
      {src ? (
        <a href={src} target="_blank" rel="noreferrer">
          <img src={src} alt={t`Picture ${number}`} />
        </a>
      ) : (
        <Trans>Picture {number} is not on this device yet</Trans>
      )}
    </li>
  );
}

export interface TicketBubbleProps {
  message: TicketMessage;
  badge: RowBadge | undefined;
  /** Downloads a missing picture. Must be the same function at each render. */
  fetchPhoto: FetchPhoto;
  /** Whether the message is an internal note. */
  isInternal?: boolean;
  /** Shown beside the time. */
  mark?: ReactNode;
  /** Shown below the text. */
  foot?: ReactNode;
}

/** One message of a ticket with its pictures. */
export function TicketBubble({ message, badge, fetchPhoto, isInternal, mark, foot }: TicketBubbleProps): ReactElement {
  const isOwn = message.author_id === useStore().actor.user_id;
  return (
    <Bubble
      who={isOwn ? <Trans>You</Trans> : message.author_name}
      when={<time dateTime={message.at}>{formatDayTime(message.at)}</time>}
      marks={
        <>
          {mark}
          <RowSyncBadge badge={badge} />
        </>
      }
      tone={isInternal ? 'internal' : isOwn ? 'own' : undefined}
      inset={isInternal ? undefined : isOwn ? 'start' : 'end'}
      isUnsent={badge !== undefined}
    >
      <BubbleText>{message.body}</BubbleText>
      {message.attachments.length > 0 && (
        <ul className={styles.pictures}>
          {message.attachments.map((photo, index) => (
            <Picture key={photo.sha256} photo={photo} number={index + 1} fetchPhoto={fetchPhoto} />
          ))}
        </ul>
      )}
      {foot && <BubbleFoot>{foot}</BubbleFoot>}
    </Bubble>
  );
}

/** The list of messages, oldest first. */
export function TicketThread({ children }: { children: ReactNode }): ReactElement {
  const { t } = useLingui();
  return <Thread aria-label={t`Conversation`}>{children}</Thread>;
}
