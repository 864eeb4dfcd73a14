import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import IconKey from '@tabler/icons-react/dist/esm/icons/IconKey.mjs';
import { type ReactElement, useCallback, useEffect, useState } from 'react';
import type { LinkRequest } from '../../../contract/api-calls/registration.ts';
import type { Failure } from '../../bridge/results.ts';
import { sync } from '../../bridge/sync.ts';
import { ErrorNotice } from '../../components/error/error-notice.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { useOnlineAction } from '../../hooks/use-online-action.ts';
import { attempt } from '../../lib/attempt.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Stack } from '../../ui/card.tsx';
import styles from './people.module.css';

const failureTexts = {
  offline: msg`You need to be online to confirm or decline this.`,
  codes: { not_found: msg`This request was already answered` },
};

function Request({ request, onAnswered }: { request: LinkRequest; onAnswered: () => void }): ReactElement {
  const { t } = useLingui();
  const { isPending, error, run } = useOnlineAction();
  const { id, by_name, user_name } = request;
  const answer = async (confirm: boolean): Promise<void> => {
    const done = confirm ? t`Confirmed` : t({ message: 'Declined', context: 'a login link' });
    if (await run(() => sync.account('answerLinkRequest', id, confirm), done)) onAnswered();
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
        {error && <ErrorNotice error={error} text={failureTexts} />}
        <div className={styles.answers}>
          <Button small variant="soft" isDisabled={isPending} onPress={() => void answer(true)}>
            <Trans>Confirm</Trans>
          </Button>
          <Button small variant="ghost" isDisabled={isPending} onPress={() => void answer(false)}>
            <Trans>Decline</Trans>
          </Button>
        </div>
      </Stack>
    </Banner>
  );
}

/**
 * Lists the login links that wait for this manager's confirmation, for all people or for one person. They are not
 * stored on the device.
 */
export function LinkRequests({ person_id }: { person_id?: string }): ReactElement | null {
  const { actor } = useStore();
  const [requests, setRequests] = useState<readonly LinkRequest[]>([]);
  const [failure, setFailure] = useState<Failure | null>(null);
  const fetchAll = useCallback(async () => {
    if (!actor.is_manager) return;
    const result = await attempt(() => sync.account('linkRequests'));
    if (result.ok) setRequests(result.results);
    setFailure(result.ok ? null : result);
  }, [actor.is_manager]);
  useEffect(() => {
    const refetch = (): void => void fetchAll();
    refetch();
    window.addEventListener('online', refetch);
    return () => window.removeEventListener('online', refetch);
  }, [fetchAll]);
  const visibleRequests = requests.filter(({ user_id }) => person_id === undefined || user_id === person_id);
  if (visibleRequests.length === 0 && failure === null) return null;
  return (
    <Stack gap="s">
      {failure && <NotFetched failure={failure} onRetry={() => void fetchAll()} />}
      {visibleRequests.map((request) => (
        <Request
          key={request.id}
          request={request}
          onAnswered={() => setRequests((before) => before.filter(({ id }) => id !== request.id))}
        />
      ))}
    </Stack>
  );
}

/**
 * Shows that the login links could not be fetched. The line is unobtrusive, because most managers have no links to
 * confirm.
 */
function NotFetched({ failure, onRetry }: { failure: Failure; onRetry: () => void }): ReactElement {
  return (
    <div className={styles.row}>
      <small role="status">
        {failure.why === 'offline' ? (
          <Trans>Go online to see login links that wait for your confirmation.</Trans>
        ) : (
          <Trans>Login links that wait for your confirmation could not be loaded.</Trans>
        )}
      </small>
      {failure.why !== 'offline' && (
        <Button small variant="soft" onPress={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      )}
    </div>
  );
}
