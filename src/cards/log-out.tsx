import { Plural, Trans, useLingui } from '@lingui/react/macro';
import IconLogout from '@tabler/icons-react/dist/esm/icons/IconLogout.mjs';
import { type ReactElement, useState } from 'react';
import type { OutboxCounts } from '../db/status.ts';
import { Button } from '../ui/button.tsx';
import { Stack } from '../ui/card.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { TextField } from '../ui/text-field.tsx';
import { toast } from '../ui/toast.ts';
import { useApp } from './app-context.tsx';
import { useSyncState } from './sync-context.tsx';

/** How long unsent background work (reading time) may hold up a log-out. */
const BACKGROUND_MS = 3_000;

const unsent = (counts: OutboxCounts | undefined): number => (counts ? counts.to_send + counts.needs_you : 0);

interface LogOut {
  isLeaving: boolean;
  leaveNow: () => Promise<void>;
}

function useLogOut(background: number): LogOut {
  const { t } = useLingui();
  const { leave, sendNow } = useApp();
  const [isLeaving, setLeaving] = useState(false);
  const leaveNow = async (): Promise<void> => {
    setLeaving(true);
    if (background > 0) {
      const enough = new Promise((resolve) => setTimeout(resolve, BACKGROUND_MS));
      await Promise.race([sendNow().catch(() => false), enough]);
    }
    await leave();
    toast(t`Logged out`, { tone: 'ok' });
  };
  return { isLeaving, leaveNow };
}

interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
  count: number;
  log: LogOut;
}

function useSendNow(): { isSending: boolean; hasFailed: boolean; send: () => Promise<void> } {
  const { sendNow } = useApp();
  const [isSending, setSending] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const send = async (): Promise<void> => {
    setSending(true);
    setFailed(!(await sendNow().catch(() => false)));
    setSending(false);
  };
  return { isSending, hasFailed, send };
}

/** Giving up what was not sent asks for its number, so that no quick thumb does it. */
function Discard({ count, log }: Pick<DialogProps, 'count' | 'log'>): ReactElement {
  const { t } = useLingui();
  const [typed, setTyped] = useState('');
  const number = String(count);
  return (
    <Stack gap="s">
      <TextField
        label={t`Type ${number} to throw them away`}
        inputMode="numeric"
        autoComplete="off"
        value={typed}
        onChange={setTyped}
      />
      <Button
        variant="danger"
        isDisabled={typed.trim() !== number}
        isPending={log.isLeaving}
        onPress={() => void log.leaveNow()}
      >
        <Trans>Throw away and log out</Trans>
      </Button>
    </Stack>
  );
}

function UnsentDialog({ isOpen, onClose, count, log }: DialogProps): ReactElement {
  const { t } = useLingui();
  const { isSending, hasFailed, send } = useSendNow();
  const isClear = count === 0;
  const footer = (
    <>
      <Button variant="ghost" onPress={onClose}>
        <Trans>Stay logged in</Trans>
      </Button>
      {isClear ? (
        <Button isPending={log.isLeaving} onPress={() => void log.leaveNow()}>
          <Trans>Log out</Trans>
        </Button>
      ) : (
        <Button isPending={isSending} onPress={() => void send()}>
          <Trans>Send now</Trans>
        </Button>
      )}
    </>
  );
  const title = isClear ? (
    t`Everything was sent`
  ) : (
    <Plural value={count} one="# change is not sent yet" other="# changes are not sent yet" />
  );
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={title} footer={footer} closesOutside={false}>
      <Stack>
        <p>
          {isClear ? (
            <Trans>You can log out now. Nothing is lost.</Trans>
          ) : (
            <Trans>Logging out deletes your data from this phone, and with it what was not sent.</Trans>
          )}
        </p>
        {hasFailed && !isClear && (
          <p role="status">
            <Trans>They could not be sent now. They are still safe on this phone.</Trans>
          </p>
        )}
        {!isClear && <Discard count={count} log={log} />}
      </Stack>
    </Sheet>
  );
}

/** Ends the session; asks first when something would be lost. */
export function LogOutButton(): ReactElement {
  const counts = useSyncState()?.counts;
  const [isAsking, setAsking] = useState(false);
  const log = useLogOut(counts?.background ?? 0);
  const count = unsent(counts);
  const press = (): void => {
    if (count > 0) setAsking(true);
    else void log.leaveNow();
  };
  return (
    <>
      <Button
        variant="ghost"
        icon={<IconLogout aria-hidden="true" />}
        isPending={log.isLeaving && !isAsking}
        onPress={press}
      >
        <Trans>Log out</Trans>
      </Button>
      <UnsentDialog isOpen={isAsking} onClose={() => setAsking(false)} count={count} log={log} />
    </>
  );
}
