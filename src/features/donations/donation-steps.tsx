import { Trans } from '@lingui/react/macro';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconClock from '@tabler/icons-react/dist/esm/icons/IconClock.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import type { ReactElement, ReactNode } from 'react';
import type { Donation } from '../../../contract/entities/donation.ts';
import { needsManager } from '../../../contract/states/donation.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { formatRecent } from '../../lib/dates.ts';
import { Card } from '../../ui/card.tsx';
import { useNow } from '../../ui/use-now.ts';
import styles from './donations.module.css';

type Tone = 'done' | 'ok' | 'wait' | 'need';

interface StepProps {
  tone: Tone;
  title: ReactNode;
  at?: string | null;
  children?: ReactNode;
}

const toneIcons: Record<Tone, ReactElement> = {
  done: <IconCheck />,
  ok: <IconCheck />,
  wait: <IconClock />,
  need: <IconX />,
};

function Step({ tone, title, at, children }: StepProps): ReactElement {
  const now = useNow('minute');
  return (
    <li className={styles.step} data-tone={tone}>
      <span className={styles.mark} aria-hidden="true">
        {toneIcons[tone]}
      </span>
      <strong>{title}</strong>
      {at ? <time dateTime={at}>{formatRecent(at, now)}</time> : <span />}
      {children && <small>{children}</small>}
    </li>
  );
}

function WhoConfirms({ donation }: { donation: Donation }): ReactElement {
  const { actor } = useStore();
  if (needsManager(donation)) return <Trans>By a manager, because it is more than $1,000. It counts after that.</Trans>;
  if (donation.author_id === actor.user_id)
    return <Trans>By an employee, not by you. It counts in statistics after that.</Trans>;
  return <Trans>By an employee who did not enter it. It counts in statistics after that.</Trans>;
}

/** The last step of a donation. It shows whether a second person has confirmed or rejected the donation. */
function Decision({ donation, isSent }: { donation: Donation; isSent: boolean }): ReactElement {
  const { state, reason, decided_by_name, decided_at } = donation;
  const name = decided_by_name ?? '';
  if (state === 'confirmed')
    return (
      <Step tone="ok" title={<Trans context="donation">Confirmed</Trans>} at={decided_at}>
        {name !== '' && <Trans>By {name}</Trans>}
      </Step>
    );
  if (state === 'rejected')
    return (
      <Step tone="need" title={<Trans>Not accepted</Trans>} at={decided_at}>
        {reason}
        {name !== '' && ` (${name})`}
      </Step>
    );
  return (
    <Step tone="wait" title={isSent ? <Trans>Waiting to be confirmed</Trans> : <Trans>Not confirmed yet</Trans>}>
      <WhoConfirms donation={donation} />
    </Step>
  );
}

/** The progress of a donation: saved, sent, and confirmed by a second person. */
export function DonationSteps({ donation, isSent }: { donation: Donation; isSent: boolean }): ReactElement {
  const { actor } = useStore();
  const isAuthor = donation.author_id === actor.user_id;
  const by = donation.author_name;
  return (
    <Card>
      <ol role="list" className={styles.steps}>
        <Step
          tone="done"
          title={isAuthor ? <Trans>Saved on your device</Trans> : <Trans>Entered by {by}</Trans>}
          at={donation.entered_at}
        />
        {isSent ? (
          <Step
            tone="done"
            title={donation.photo ? <Trans>Sent with the photo</Trans> : <Trans>Sent</Trans>}
            at={donation.created_at}
          />
        ) : (
          <Step tone="wait" title={<Trans>Not sent yet</Trans>}>
            <Trans>It is sent as soon as this device is online.</Trans>
          </Step>
        )}
        <Decision donation={donation} isSent={isSent} />
      </ol>
    </Card>
  );
}
