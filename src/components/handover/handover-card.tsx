import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import type { Handover } from '../../../contract/entities/handover.ts';
import { formatRecent } from '../../lib/dates.ts';
import { Button } from '../../ui/button.tsx';
import { ButtonRow } from '../../ui/card.tsx';
import { Row } from '../../ui/list.tsx';
import { toast } from '../../ui/toast.ts';
import { useNow } from '../../ui/use-now.ts';
import { fieldValueLines, fieldLabel, labelledFields } from '../field/field-labels.ts';
import styles from './handover-card.module.css';
import { declineOffer, isHandoverUsable, writeNameOf, dismissHandover, acceptOffer } from './handover-actions.ts';
import { useWriteError } from '../../forms/use-write-error.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { useLabelContext } from '../field/use-label-context.ts';
import { writeLabel } from '../sync/write-label.tsx';
import { savedContact } from '../../db/queries/contacts.ts';
import { savedPerson } from '../../db/queries/people.ts';

const isChange = (kind: string): boolean => kind === 'contact.edit' || kind === 'person.edit';

/** Returns the current contact or person if the offer is an edit of that record; otherwise null. */
function useRecordState({ kind, entity_id }: Handover): Record<string, unknown> | null {
  const { db } = useStore();
  const [row, setRow] = useState<Record<string, unknown> | null>(null);
  useEffect(() => {
    if (!isChange(kind)) return;
    let isMounted = true;
    const read = async (): Promise<void> => {
      const currentRecord = await (kind === 'contact.edit' ? savedContact : savedPerson)(db, entity_id);
      if (isMounted) setRow(currentRecord ? { ...currentRecord } : null);
    };
    void read().catch(() => {});
    return () => {
      isMounted = false;
    };
  }, [db, kind, entity_id]);
  return row;
}

/** The handed-over values. If the current value of a field differs, it is shown too. */
function Content({ offer }: { offer: Handover }): ReactElement {
  const { t } = useLingui();
  const labelContext = useLabelContext();
  const currentRow = useRecordState(offer);
  const { entity, args, kind } = offer;
  // In an edit, an empty field means that the value was removed, so it is shown. In other writes, only filled fields
  // are shown.
  const isListed = (field: string): boolean => isChange(kind) || (args[field] ?? '') !== '';
  return (
    <dl className={styles.values}>
      {labelledFields(entity, args)
        .filter(isListed)
        .map((field) => {
          const fieldInfo = fieldLabel(entity, field);
          const offered = fieldValueLines(fieldInfo, args[field], labelContext).join('\n');
          const now = currentRow ? fieldValueLines(fieldInfo, currentRow[field], labelContext).join(', ') : offered;
          return (
            <div key={field}>
              <dt>{t(fieldInfo.label)}</dt>
              <dd>
                {offered}
                {now !== offered && (
                  <small>
                    <Trans>Now: {now}</Trans>
                  </small>
                )}
              </dd>
            </div>
          );
        })}
    </dl>
  );
}

/** A list row that lets the user accept or decline another person's work on the user's record. */
export function IncomingHandover({ offer }: { offer: Handover }): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const toastError = useWriteError();
  const now = useNow('minute');
  const isBusy = useRef(false);
  const { from_name, title, at } = offer;
  const what = t(writeLabel(writeNameOf(offer)));
  const writtenAt = formatRecent(at, now);
  const saved = t`Saved on this device. Will be sent.`;
  const respond = (run: typeof acceptOffer) => (): void => {
    if (isBusy.current) return;
    isBusy.current = true;
    void run(store, offer)
      .then(() => toast(saved, { tone: 'wait' }))
      .catch(toastError)
      .finally(() => {
        isBusy.current = false;
      });
  };
  const meta = (
    <div className={styles.meta}>
      <Content offer={offer} />
      <ButtonRow>
        <Button small variant="soft" writes onPress={respond(acceptOffer)}>
          {isHandoverUsable(offer) ? <Trans>Take over</Trans> : <Trans>Mark as read</Trans>}
        </Button>
        <Button small variant="ghost" writes onPress={respond(declineOffer)}>
          <Trans>Decline</Trans>
        </Button>
      </ButtonRow>
    </div>
  );
  const heading = title === '' ? t`${from_name} could not send this` : t`${from_name} could not send this: ${title}`;
  return <Row title={heading} wrapTitle subtitle={`${what}, ${writtenAt}`} meta={meta} />;
}

function useHandoverOutcome({ state, to_name }: Handover): string {
  const { t } = useLingui();
  if (to_name === null) return t`Not assigned yet`;
  if (state === 'taken') return t`${to_name} took it over`;
  return state === 'declined' ? t`${to_name} declined it` : t`Waiting for a reply`;
}

/** A list row with the outcome of work that the user handed over. It is shown until the user dismisses it. */
export function OutgoingHandover({ handover }: { handover: Handover }): ReactElement {
  const { t } = useLingui();
  const { db } = useStore();
  const outcome = useHandoverOutcome(handover);
  const { title, to_name } = handover;
  const what = t(writeLabel(writeNameOf(handover)));
  const about = title === '' ? what : `${what}: ${title}`;
  if (to_name === null) return <Row title={about} wrapTitle subtitle={outcome} subtitleTone="wait" />;
  return (
    <Row
      title={
        title === ''
          ? t`Your work was handed over to ${to_name}`
          : t`Your work on ${title} was handed over to ${to_name}`
      }
      wrapTitle
      subtitle={`${what}. ${outcome}`}
      trailing={
        <Button
          small
          variant="ghost"
          aria-label={t`Dismiss: ${about}`}
          onPress={() => void dismissHandover(db, handover.id)}
        >
          <Trans>Dismiss</Trans>
        </Button>
      }
    />
  );
}
