import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactElement, useState } from 'react';
import type { WaitingLead } from '../../../contract/entities/waiting-lead.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import type { Entry } from '../../db/outbox/entry.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { useSingleFlight } from '../../hooks/use-write-action.ts';
import { Button } from '../../ui/button.tsx';
import { requestLeadAgain } from './lead-requests.ts';
import { TakeSheet } from './take-sheet.tsx';
import { useIsDisconnected } from './use-is-disconnected.ts';

/** Codes of refusals after which the requested lead can no longer be taken. */
const lostCodes: readonly (ErrorCode | null | undefined)[] = ['taken', 'excluded', 'not_found', 'lead_state'];

/** Whether the requested lead can no longer be taken, so that the next waiting lead is offered instead. */
export const isLostLead = ({ kind, state, error }: Entry): boolean =>
  kind === 'lead.take' && state === 'rejected' && lostCodes.includes(error?.code);

/** Whether the server refused the request because it was so old that the user has to confirm it. */
export const isOldRequest = ({ kind, error }: Entry): boolean => kind === 'lead.take' && error?.code === 'request_old';

/**
 * Takes the next waiting lead instead of one that can no longer be taken. The refused request is discarded after the
 * new request is queued.
 */
export function TakeNextLead({ entry, next }: { entry: Entry; next: WaitingLead }): ReactElement {
  const store = useStore();
  const isDisconnected = useIsDisconnected();
  const [isOpen, setOpen] = useState(false);
  const name = next.first_name;
  return (
    <>
      <Button small variant="soft" writes onPress={() => setOpen(true)}>
        {isDisconnected ? <Trans>Request {name}</Trans> : <Trans>Take {name}</Trans>}
      </Button>
      {isOpen && (
        <TakeSheet lead={next} onClose={() => setOpen(false)} onRequested={() => store.discard(entry.op_id)} />
      )}
    </>
  );
}

/** A button that requests a lead again after the server refused a request that was too old. */
export function TakeAfterAll({ entry }: { entry: Entry }): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const runOnce = useSingleFlight();
  const isDisconnected = useIsDisconnected();
  const name = entry.title;
  return (
    <Button
      small
      variant="soft"
      aria-label={isDisconnected ? t`Yes, request ${name}` : t`Yes, take ${name}`}
      writes
      onPress={() => void runOnce(() => requestLeadAgain(store, entry))}
    >
      {isDisconnected ? <Trans>Yes, request</Trans> : <Trans>Yes, take</Trans>}
    </Button>
  );
}
