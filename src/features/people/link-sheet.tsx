import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs';
import { type ReactElement, useState } from 'react';
import type { Failure } from '../../bridge/results.ts';
import { sync } from '../../bridge/sync.ts';
import { ErrorNotice } from '../../components/error/error-notice.tsx';
import { formatTime } from '../../lib/dates.ts';
import { log } from '../../lib/log.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { toast } from '../../ui/toast.ts';
import styles from './people.module.css';
import type { StepSheetProps } from './step-sheets.tsx';

const words = {
  offline: msg`You need to be online to create a link.`,
  codes: { not_found: msg`You cannot create a link for this person` },
};

/** Shows a one-time login link. It is never stored, since anyone who reads it can log in. */
export function LinkSheet({ person, onClose }: StepSheetProps): ReactElement {
  const { t } = useLingui();
  const [link, setLink] = useState<{ url: string; expires_at: string } | null>(null);
  const [fault, setFault] = useState<Failure | null>(null);
  const [isPending, setPending] = useState(false);
  const name = person.first_name;
  const copy = async (url: string): Promise<void> => {
    try {
      await navigator.clipboard.writeText(url);
      toast(t`Link copied`, { tone: 'ok' });
    } catch {
      toast(t`Copy error`, { tone: 'error' });
    }
  };
  const make = async (): Promise<void> => {
    setPending(true);
    setFault(null);
    const made = await sync.account('makeLink', person.id).catch((error: unknown): Failure => {
      log.warn('no link was made', error);
      return { ok: false, why: 'no_answer' };
    });
    setPending(false);
    if (!made.ok) return setFault(made);
    setLink(made);
    await copy(made.url);
  };
  const until = link && formatTime(link.expires_at);
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={<Trans>Login link</Trans>}
      description={<Trans>Lets {name} log in once within an hour. Any earlier link stops working.</Trans>}
      footer={
        link ? (
          <Button icon={<IconCopy aria-hidden="true" />} onPress={() => void copy(link.url)}>
            <Trans>Copy</Trans>
          </Button>
        ) : (
          <Button isPending={isPending} onPress={() => void make()}>
            <Trans>Create link</Trans>
          </Button>
        )
      }
    >
      <div className={styles.form}>
        {fault && <ErrorNotice error={fault} text={words} />}
        {link ? (
          <>
            <p className={styles.link}>{link.url}</p>
            <small>
              <Trans>Valid until {until}. Send it to no one else.</Trans>
            </small>
          </>
        ) : (
          <p>
            <Trans>Using it logs them out everywhere else.</Trans>
          </p>
        )}
      </div>
    </Sheet>
  );
}
