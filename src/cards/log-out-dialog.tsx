import type { LogoutMode, LogoutResult } from '../lib/logging-out.ts';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import IconLock from '@tabler/icons-react/dist/esm/icons/IconLock.mjs';
import { type ReactElement, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Stack } from '../ui/card.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { TextField } from '../ui/text-field.tsx';
import { toast } from '../ui/toast.ts';
import { useApp } from './app-context.tsx';

type Fault = Extract<LogoutResult, { ok: false }>['why'] | 'not_sent';

interface Leaving {
  pending: LogoutMode | 'send' | null;
  fault: Fault | null;
  send: () => Promise<void>;
  leave: (mode: LogoutMode) => Promise<void>;
}

function useLeaving(): Leaving {
  const { t } = useLingui();
  const app = useApp();
  const [pending, setPending] = useState<Leaving['pending']>(null);
  const [fault, setFault] = useState<Fault | null>(null);
  const send = async (): Promise<void> => {
    setPending('send');
    setFault((await app.sendNow().catch(() => false)) ? null : 'not_sent');
    setPending(null);
  };
  const leave = async (mode: LogoutMode): Promise<void> => {
    setPending(mode);
    const result = await app.leave(mode);
    setPending(null);
    if (result.ok) toast(t`Logged out`, { tone: 'ok' });
    else setFault(result.why);
  };
  return { pending, fault, send, leave };
}

function FaultText({ fault }: { fault: Fault }): ReactElement {
  switch (fault) {
    case 'not_sent':
      return <Trans>They could not be sent now. They are still safe on this phone.</Trans>;
    case 'no_key':
      return (
        <Trans>They cannot be locked yet: that needs the network once after the log-in. Nothing was changed.</Trans>
      );
    case 'storage':
      return <Trans>The storage of this phone is full. Nothing was changed.</Trans>;
    case 'failed':
      return <Trans>Logging out did not come off. Nothing was changed.</Trans>;
  }
}

interface DiscardProps {
  count: number;
  isPending: boolean;
  onDiscard: () => void;
}

/** Giving up what was not sent asks for its number, so that no quick thumb does it. */
function Discard({ count, isPending, onDiscard }: DiscardProps): ReactElement {
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
      <Button variant="danger" isDisabled={typed.trim() !== number} isPending={isPending} onPress={onDiscard}>
        <Trans>Throw away and log out</Trans>
      </Button>
    </Stack>
  );
}

export interface LogOutDialogProps {
  /** Unsent writes and those that need the person; it falls while they are sent. */
  count: number;
  onClose: () => void;
}

/** What becomes of unsent work: send it now, keep it locked on this phone, or throw it away. */
export function LogOutDialog({ count, onClose }: LogOutDialogProps): ReactElement {
  const { t } = useLingui();
  const { pending, fault, send, leave } = useLeaving();
  const isClear = count === 0;
  const footer = (
    <>
      <Button variant="ghost" onPress={onClose}>
        <Trans>Stay logged in</Trans>
      </Button>
      {isClear ? (
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
  const title = isClear ? (
    t`Everything was sent`
  ) : (
    <Plural value={count} one="# change is not sent yet" other="# changes are not sent yet" />
  );
  return (
    <Sheet isOpen onClose={onClose} title={title} footer={footer} closesOutside={false}>
      <Stack>
        {fault && !(isClear && fault === 'not_sent') && (
          <p role="status">
            <FaultText fault={fault} />
          </p>
        )}
        {isClear ? (
          <p>
            <Trans>You can log out now. Nothing is lost.</Trans>
          </p>
        ) : (
          <>
            <p>
              <Trans>
                Logging out deletes your data from this phone. What was not sent can stay here locked: nobody can read
                it, and it is sent when you log in here again.
              </Trans>
            </p>
            <Button
              variant="soft"
              icon={<IconLock aria-hidden="true" />}
              isPending={pending === 'keep'}
              onPress={() => void leave('keep')}
            >
              <Trans>Keep locked and log out</Trans>
            </Button>
            <Discard count={count} isPending={pending === 'drop'} onDiscard={() => void leave('drop')} />
          </>
        )}
      </Stack>
    </Sheet>
  );
}
