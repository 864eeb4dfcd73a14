import { Trans, useLingui } from '@lingui/react/macro';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import type { ReactElement } from 'react';
import type { EventAnswerValue } from '../../../contract/values.ts';
import { AttendanceBadge } from '../../components/event/event-row.tsx';
import { useWriteError } from '../../forms/use-write-error.ts';
import { RowSyncBadge } from '../../components/sync/row-sync-badge.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { useIsWriteSupported } from '../../hooks/use-is-write-supported.ts';
import { useUndo } from '../../hooks/use-undo.ts';
import type { EventCard } from '../../db/queries/events.ts';
import { attentionStates, isUndoable } from '../../db/outbox/entry.ts';
import { Button, LinkButton, TextButton } from '../../ui/button.tsx';
import { ButtonRow, Stack } from '../../ui/card.tsx';
import { replyToEvent } from './actions.ts';
import styles from './events.module.css';

/** Shows that the user's reply to an event is not sent yet, with Undo. */
function Unsent({ badge }: Pick<EventCard, 'badge'>): ReactElement {
  const undo = useUndo();
  const last = badge?.entries.findLast(isUndoable);
  const isStuck = badge?.entries.some(({ state }) => attentionStates.includes(state)) ?? false;
  return (
    <>
      <RowSyncBadge badge={badge} />
      {isStuck ? (
        <LinkButton small variant="soft" to="/sync">
          <Trans>Sync centre</Trans>
        </LinkButton>
      ) : (
        last && (
          <TextButton onPress={() => undo(last.op_id)}>
            <Trans>Undo</Trans>
          </TextButton>
        )
      )}
    </>
  );
}

/** The buttons "Going" and "Not going". Pressing the current reply withdraws it. */
export function EventReply({ event, isOver }: { event: EventCard; isOver: boolean }): ReactElement | null {
  const { t } = useLingui();
  const store = useStore();
  const toastError = useWriteError();
  const isSupported = useIsWriteSupported();
  const { answer } = event;
  if (!isSupported('event.answer')) return null;
  const sendReply = async (pressed: EventAnswerValue): Promise<void> => {
    await replyToEvent(store, event, pressed === answer ? 'none' : pressed);
  };
  const button = (value: EventAnswerValue, label: string, icon: ReactElement): ReactElement => (
    <Button
      variant={answer === value ? 'soft' : value === 'going' && answer === 'none' ? 'primary' : 'ghost'}
      icon={icon}
      aria-pressed={answer === value}
      writes
      onPress={() => void sendReply(value).catch(toastError)}
    >
      {label}
    </Button>
  );
  return (
    <Stack gap="s">
      <p className={styles.answer} role="status">
        <AttendanceBadge answer={answer} />
        <Unsent badge={event.badge} />
      </p>
      {isOver ? (
        <p>
          <Trans>This event is over.</Trans>
        </p>
      ) : (
        <ButtonRow>
          {button('going', t`Going`, <IconCheck aria-hidden="true" />)}
          {button('not_going', t`Not going`, <IconX aria-hidden="true" />)}
        </ButtonRow>
      )}
    </Stack>
  );
}
