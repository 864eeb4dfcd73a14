import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactElement, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import type { WaitingLead } from '../../../contract/entities/waiting-lead.ts';
import { isUndoable } from '../../db/outbox/entry.ts';
import type { RowBadge } from '../../db/queries/badges.ts';
import { useUndo } from '../../hooks/use-undo.ts';
import { formatTime } from '../../lib/dates.ts';
import { formatDuration } from '../../lib/intl-formats.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Row } from '../../ui/list.tsx';
import { useNow } from '../../ui/use-now.ts';
import { languageLabels } from '../person/person-labels.ts';
import { useCountryName } from '../person/person-row.tsx';
import styles from './lead.module.css';
import { useIsDisconnected } from './use-is-disconnected.ts';

interface WaitingRowProps {
  lead: WaitingLead;
  /** Shown in place of the waiting time: an action on the lead that the server has not confirmed yet. */
  pending?: ReactNode;
  /** The button that takes or assigns the lead. */
  action: ReactNode;
}

/** A row with a waiting lead and how long it has waited. */
export function WaitingRow({ lead, pending, action }: WaitingRowProps): ReactElement {
  const { t, i18n } = useLingui();
  const now = useNow('minute');
  const country = useCountryName();
  const { first_name: name, city, language } = lead;
  const languageName = languageLabels[language];
  const waited = formatDuration(now - Date.parse(lead.waiting_since), i18n.locale);
  const facts = [city, country(lead.country), languageName ? t(languageName) : language];
  return (
    <Row
      leading={<Avatar name={name} id={lead.id} />}
      title={name}
      subtitle={facts.filter((fact) => fact !== '').join(', ')}
      meta={pending ?? <small>{t`Waiting ${waited}`}</small>}
      trailing={action}
    />
  );
}

interface TakeRowProps {
  lead: WaitingLead;
  /** The pending request for the lead. */
  badge: RowBadge | undefined;
  /** Whether the request was granted, but the person is not on this device yet. */
  isArriving: boolean;
  onTake: () => void;
}

interface TakeButtonProps {
  name: string;
  onTake: () => void;
  ref: RefObject<HTMLButtonElement | null>;
}

/** A button for taking a waiting lead. While offline, its text states that the lead is only requested. */
function TakeButton({ name, onTake, ref }: TakeButtonProps): ReactElement {
  const { t } = useLingui();
  const isDisconnected = useIsDisconnected();
  return (
    <Button
      ref={ref}
      small
      variant="soft"
      aria-label={isDisconnected ? t`Request ${name}` : t`Take ${name}`}
      writes
      onPress={onTake}
    >
      {isDisconnected ? <Trans context="verb">Request</Trans> : <Trans context="verb">Take</Trans>}
    </Button>
  );
}

/** A waiting lead with a button for taking it. */
export function TakeRow({ lead, badge, isArriving, onTake }: TakeRowProps): ReactElement {
  const isRequested = badge !== undefined || isArriving;
  const { takeButton, onWithdraw } = useFocusAfterWithdraw(isRequested);
  return (
    <WaitingRow
      lead={lead}
      pending={isRequested ? <PendingRequest badge={badge} onWithdraw={onWithdraw} /> : undefined}
      action={!isRequested && <TakeButton ref={takeButton} name={lead.first_name} onTake={onTake} />}
    />
  );
}

/** A table cell with the button for taking a waiting lead or, after a press, the pending request. */
export function TakeCell({ lead, badge, isArriving, onTake }: TakeRowProps): ReactElement {
  const isRequested = badge !== undefined || isArriving;
  const { takeButton, onWithdraw } = useFocusAfterWithdraw(isRequested);
  if (isRequested) return <PendingRequest badge={badge} onWithdraw={onWithdraw} />;
  return <TakeButton ref={takeButton} name={lead.first_name} onTake={onTake} />;
}

/** Moves the focus to the button that takes or assigns the lead when the focused Withdraw button disappears. */
export function useFocusAfterWithdraw(isRequested: boolean): {
  takeButton: RefObject<HTMLButtonElement | null>;
  onWithdraw: () => void;
} {
  const takeButton = useRef<HTMLButtonElement>(null);
  const wasWithdrawn = useRef(false);
  useEffect(() => {
    if (isRequested || !wasWithdrawn.current) return;
    wasWithdrawn.current = false;
    if (document.activeElement === document.body) takeButton.current?.focus();
  }, [isRequested]);
  return { takeButton, onWithdraw: () => (wasWithdrawn.current = true) };
}

interface PendingRequestProps {
  /** Undefined if the request was granted, but the person is not on this device yet. */
  badge: RowBadge | undefined;
  onWithdraw: () => void;
}

/**
 * Shows that the lead was requested. The lead has no employee until the server responds. The text can receive the
 * focus, because it replaces the button that was pressed.
 */
export function PendingRequest({ badge, onWithdraw }: PendingRequestProps): ReactElement | null {
  const undo = useUndo();
  if (!badge)
    return (
      <span className={styles.requested} tabIndex={-1} data-keeps-focus>
        <Badge tone="wait">
          <Trans>Requested</Trans>
        </Badge>
      </span>
    );
  const entry = badge.entries.findLast(({ kind }) => kind === 'lead.take');
  if (!entry) return null;
  const time = formatTime(entry.at_client);
  if (badge.state === 'rejected' || badge.state === 'parked') {
    return (
      <Badge tone="need">
        <Trans>Not accepted</Trans>
      </Badge>
    );
  }
  return (
    <span className={styles.requested} tabIndex={-1} data-keeps-focus>
      <Badge tone="wait">
        <Trans>Requested {time}, not confirmed yet</Trans>
      </Badge>
      {isUndoable(entry) && (
        <Button
          small
          variant="plain"
          onPress={() => {
            onWithdraw();
            undo(entry.op_id);
          }}
        >
          <Trans>Withdraw</Trans>
        </Button>
      )}
    </span>
  );
}
