import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import IconKey from '@tabler/icons-react/dist/esm/icons/IconKey.mjs';
import { type ReactElement, useCallback, useEffect, useState } from 'react';
import type { LinkRequest } from '../../../contract/calls/registration.ts';
import type { Failure } from '../../bridge/results.ts';
import { sync } from '../../bridge/sync.ts';
import { ErrorNotice } from '../../components/error/error-notice.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { attempt } from '../../lib/attempt.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ButtonRow, Stack } from '../../ui/card.tsx';
import { toast } from '../../ui/toast.ts';

const words = {
  offline: msg`You need to be online to confirm or decline this.`,
  codes: { not_found: msg`This request was already answered` },
};

function Request({ request, onAnswered }: { request: LinkRequest; onAnswered: () => void }): ReactElement {
  const { t } = useLingui();
  const [fault, setFault] = useState<Failure | null>(null);
  const [isPending, setPending] = useState(false);
  const { id, by_name, user_name } = request;
  const answer = async (confirm: boolean): Promise<void> => {
    setPending(true);
    setFault(null);
    const result = await attempt(() => sync.account('answerLinkRequest', id, confirm));
    setPending(false);
    if (!result.ok) return setFault(result);
    toast(confirm ? t`Confirmed` : t({ message: 'Declined', context: 'a login link' }), { tone: 'ok' });
    onAnswered();
  };
  return (
    <Banner
      tone="need"
      icon={<IconKey />}
      title={
        <Trans>
          {by_name} wants to create a login link for {user_name}
        </Trans>
      }
    >
      <Stack gap="s">
        <span>
          <Trans>
            {user_name} has neither email nor Telegram and cannot be told. Confirm only if you know that they asked for
            it.
          </Trans>
        </span>
        {fault && <ErrorNotice error={fault} text={words} />}
        <ButtonRow>
          <Button small variant="soft" isDisabled={isPending} onPress={() => void answer(true)}>
            <Trans>Confirm</Trans>
          </Button>
          <Button small variant="ghost" isDisabled={isPending} onPress={() => void answer(false)}>
            <Trans>Decline</Trans>
          </Button>
        </ButtonRow>
      </Stack>
    </Banner>
  );
}

/** Login links that wait for this manager, of everyone or of one person. Known online only; shows nothing otherwise. */
export function LinkRequests({ person_id }: { person_id?: string }): ReactElement | null {
  const { actor } = useStore();
  const [requests, setRequests] = useState<readonly LinkRequest[]>([]);
  const fetchAll = useCallback(() => {
    if (!actor.is_manager) return;
    void attempt(() => sync.account('linkRequests')).then((found) => found.ok && setRequests(found.results));
  }, [actor.is_manager]);
  useEffect(() => {
    fetchAll();
    window.addEventListener('online', fetchAll);
    return () => window.removeEventListener('online', fetchAll);
  }, [fetchAll]);
  const shown = requests.filter(({ user_id }) => person_id === undefined || user_id === person_id);
  if (shown.length === 0) return null;
  return (
    <Stack gap="s">
      {shown.map((request) => (
        <Request key={request.id} request={request} onAnswered={fetchAll} />
      ))}
    </Stack>
  );
}
