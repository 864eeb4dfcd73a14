import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { LogoutMode, LogoutResult } from '../../lib/logout.ts';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import IconLock from '@tabler/icons-react/dist/esm/icons/IconLock.mjs';
import { type ReactElement, useEffect, useState } from 'react';
import { savedMeta } from '../../db/schema/meta.ts';
import { Button } from '../../ui/button.tsx';
import { Stack } from '../../ui/card.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import { useApp } from '../../hooks/app-context.tsx';
import { useStore } from '../../hooks/store-context.tsx';

type LogOutError = Extract<LogoutResult, { ok: false }>['why'] | 'not_sent';

const errorLabels: Record<LogOutError, MessageDescriptor> = {
  not_sent: msg`They could not be sent. They are still safe on this device.`,
  no_key: msg`They cannot be locked yet. Go online once after logging in, then try again. Nothing was changed.`,
  storage: msg`Storage on this device is full. Nothing was changed.`,
  failed: msg`Could not log out. Nothing was changed. Try again.`,
};

interface LogoutActions {
  pending: LogoutMode | 'send' | null;
  isSendError: boolean;
  send: () => Promise<void>;
  leave: (mode: LogoutMode) => Promise<void>;
}

function useLogoutActions(): LogoutActions {
  const { t } = useLingui();
  const app = useApp();
  const [pending, setPending] = useState<LogoutActions['pending']>(null);
  const [hasSendFailed, setSendFailed] = useState(false);
  const send = async (): Promise<void> => {
    setPending('send');
    setSendFailed(!(await app.syncNow().catch(() => false)));
    setPending(null);
  };
  const leave = async (mode: LogoutMode): Promise<void> => {
    setPending(mode);
    const result = await app.logOut(mode);
    setPending(null);
    // A successful logout has already closed this dialog, because it removes all screens of the user.
    if (result.ok) toast(t`Logged out`, { tone: 'ok' });
    else toast(t(errorLabels[result.why]), { tone: 'error' });
  };
  return { pending, isSendError: hasSendFailed, send, leave };
}

interface DiscardProps {
  count: number;
  isPending: boolean;
  onDiscard: () => void;
}

/**
 * A form that discards unsent changes. The user has to type the number of changes, so that an accidental tap discards
 * nothing.
 */
function Discard({ count, isPending, onDiscard }: DiscardProps): ReactElement {
  const { t } = useLingui();
  const [typed, setTyped] = useState('');
  const number = String(count);
  return (
    <Stack gap="s">
      <TextField
        label={t`Type ${number} to discard them`}
        inputMode="numeric"
        autoComplete="off"
        value={typed}
        onChange={setTyped}
      />
      <Button variant="danger" isDisabled={typed.trim() !== number} isPending={isPending} onPress={onDiscard}>
        <Trans>Discard and log out</Trans>
      </Button>
    </Stack>
  );
}

const RECHECK_INTERVAL_MS = 2_000;

/** Whether the key that encrypts unsent changes is on the device; it is fetched with the first sync after a login. */
function useHasKey(): boolean {
  const { db } = useStore();
  const [hasKey, setHasKey] = useState(true);
  useEffect(() => {
    const checkKey = (): void =>
      void savedMeta(db, 'outbox_key').then(
        (key) => setHasKey(key !== undefined),
        () => {},
      );
    checkKey();
    const timer = setInterval(checkKey, RECHECK_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [db]);
  return hasKey;
}

interface KeepChangesProps {
  isPending: boolean;
  onKeep: () => void;
}

function KeepChanges({ isPending, onKeep }: KeepChangesProps): ReactElement {
  const { t } = useLingui();
  const hasKey = useHasKey();
  return (
    <>
      <Button
        variant="soft"
        icon={<IconLock aria-hidden="true" />}
        isDisabled={!hasKey}
        isPending={isPending}
        onPress={onKeep}
      >
        <Trans>Lock and log out</Trans>
      </Button>
      {!hasKey && <small>{t(errorLabels.no_key)}</small>}
    </>
  );
}

export interface LogOutDialogProps {
  /** Number of changes that are unsent or need attention. It decreases while changes are being sent. */
  count: number;
  onClose: () => void;
}

/**
 * Asks what to do with unsent changes at a logout: send them now, keep them encrypted on this device, or discard them.
 */
export function LogOutDialog({ count, onClose }: LogOutDialogProps): ReactElement {
  const { t } = useLingui();
  const { pending, isSendError: hasSendFailed, send, leave } = useLogoutActions();
  const isAllSent = count === 0;
  const footer = (
    <>
      <Button variant="ghost" onPress={onClose}>
        <Trans>Stay logged in</Trans>
      </Button>
      {isAllSent ? (
        <Button isPending={pending === 'drop'} onPress={() => void leave('drop')}>
          <Trans>Log out</Trans>
        </Button>
      ) : (
        <Button isPending={pending === 'send'} onPress={() => void send()}>
          <Trans>Send now</Trans>
        </Button>
      )}
    </>
  );
  const title = isAllSent ? (
    t`Everything was sent`
  ) : (
    <Plural value={count} one="# change is not sent yet" other="# changes are not sent yet" />
  );
  return (
    <Sheet isOpen onClose={onClose} title={title} footer={footer} closesOnOutsidePress={false}>
      <Stack>
        {hasSendFailed && !isAllSent && <p role="status">{t(errorLabels.not_sent)}</p>}
        {isAllSent ? (
          <p>
            <Trans>You can log out now. Nothing is lost.</Trans>
          </p>
        ) : (
          <>
            <p>
              <Trans>
                Logging out deletes your data from this device. Unsent changes can stay here locked: no one can read
                them, and they are sent when you log in here again.
              </Trans>
            </p>
            <KeepChanges isPending={pending === 'keep'} onKeep={() => void leave('keep')} />
            <Discard count={count} isPending={pending === 'drop'} onDiscard={() => void leave('drop')} />
          </>
        )}
      </Stack>
    </Sheet>
  );
}
