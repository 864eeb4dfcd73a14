import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import IconClock from '@tabler/icons-react/dist/esm/icons/IconClock.mjs';
import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs';
import IconSend from '@tabler/icons-react/dist/esm/icons/IconSend.mjs';
import { type ReactElement, type ReactNode, useState } from 'react';
import type { LoginLinkResult } from '../../../contract/api-calls/registration.ts';
import type { Person } from '../../../contract/entities/person.ts';
import type { FailureCode } from '../error/error-messages.ts';
import { ErrorNotice } from '../error/error-notice.tsx';
import { attempt } from '../../lib/attempt.ts';
import { formatTime } from '../../lib/dates.ts';
import { Banner } from '../../ui/banner.tsx';
import { useCopy } from '../../hooks/use-copy.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import styles from './login-link-sheet.module.css';

const failureTexts = {
  offline: msg`You need to be online to create a link.`,
  codes: { not_found: msg`You cannot create a link for this person` },
};

/** Returns the addresses to which the person's notifications were sent, as masked by the server. */
function notifiedAddresses(sent_to: LoginLinkResult['sent_to']): string {
  return sent_to.map(({ via, to }) => (via === 'telegram' ? 'Telegram' : to)).join(', ');
}

/**
 * Shows the result of requesting a link: the link to copy, a notice that it was sent only to the person, or a notice
 * that a manager must confirm the request.
 */
function Result({ made, name }: { made: LoginLinkResult; name: string }): ReactElement {
  const until = formatTime(made.expires_at);
  const notified = notifiedAddresses(made.sent_to);
  if (made.status === 'waiting')
    return (
      <Banner tone="wait" role="status" icon={<IconClock />} title={<Trans>Waiting for a manager</Trans>}>
        <Trans>
          {name} has neither email nor Telegram and cannot be told. A manager confirms the link first; then create it
          here within an hour.
        </Trans>
      </Banner>
    );
  if (made.url === null)
    return (
      <Banner role="status" icon={<IconSend />} title={<Trans>Link sent</Trans>}>
        <Trans>
          Sent to {notified}, and to no one else. Valid until {until}.
        </Trans>
      </Banner>
    );
  return (
    <>
      <p className={styles.link}>{made.url}</p>
      <small>
        <Trans>Valid until {until}. Send it to no one else.</Trans>
      </small>
      {notified !== '' && (
        <small>
          <Trans>
            {name} was told that you created it: {notified}
          </Trans>
        </small>
      )}
    </>
  );
}

export interface LoginLinkSheetProps {
  person: Pick<Person, 'id' | 'first_name'>;
  onClose: () => void;
  makeLink: (id: string) => Promise<({ ok: true } & LoginLinkResult) | (FailureCode & { ok: false })>;
  /** Shown above the link: requests of other employees for a login link for this person. */
  children?: ReactNode;
}

/**
 * A sheet that creates and shows a one-time login link. The link is never stored, because anyone who has it can log in.
 */
export function LoginLinkSheet({ person, onClose, makeLink, children }: LoginLinkSheetProps): ReactElement {
  const { t } = useLingui();
  const [madeLink, setMadeLink] = useState<LoginLinkResult | null>(null);
  const [failure, setFailure] = useState<FailureCode | null>(null);
  const [isPending, setPending] = useState(false);
  const name = person.first_name;
  const copy = useCopy({ copied: t`Link copied`, failed: t`Copy error` });
  const make = async (): Promise<void> => {
    setPending(true);
    setFailure(null);
    const result = await attempt(() => makeLink(person.id));
    setPending(false);
    if (!result.ok) return setFailure(result);
    setMadeLink(result);
    if (result.url !== null) await copy(result.url);
  };
  const url = madeLink?.url ?? null;
  const isWaiting = madeLink?.status === 'waiting';
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={<Trans>Login link</Trans>}
      description={<Trans>Lets {name} log in once within an hour. Any earlier link stops working.</Trans>}
      footer={
        url !== null ? (
          <Button icon={<IconCopy aria-hidden="true" />} onPress={() => void copy(url)}>
            <Trans>Copy</Trans>
          </Button>
        ) : (
          (madeLink === null || isWaiting) && (
            <Button isPending={isPending} writes onPress={() => void make()}>
              <Trans>Create link</Trans>
            </Button>
          )
        )
      }
    >
      <div className={styles.form}>
        {children}
        {failure && <ErrorNotice error={failure} text={failureTexts} />}
        {madeLink ? (
          <Result made={madeLink} name={name} />
        ) : (
          <p>
            <Trans>Using it logs them out on all other devices. {name} gets a message that you created it.</Trans>
          </p>
        )}
      </div>
    </Sheet>
  );
}
