import { Trans } from '@lingui/react/macro';
import IconUserQuestion from '@tabler/icons-react/dist/esm/icons/IconUserQuestion.mjs';
import type { ReactElement } from 'react';
import { sync } from '../../bridge/sync.ts';
import { ErrorNotice } from '../../components/error/error-notice.tsx';
import { isNotOffered, useFetched } from '../../hooks/use-fetched.ts';
import { useUndo } from '../../hooks/use-undo.ts';
import { attentionStates, isUndoable } from '../../db/outbox/entry.ts';
import { formatRecent } from '../../lib/dates.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card, Stack } from '../../ui/card.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { useNow } from '../../ui/use-now.ts';
import { PersonDetails } from '../../components/person/person-details.tsx';
import { PersonIdentity } from '../../components/person/person-head.tsx';
import type { PersonRecord } from './person-queries.ts';

/** Shown for a person who is not on this device: removed, in the pool, assigned to a different employee, or unknown. */
export function PersonNotSynced({ record }: { record: PersonRecord }): ReactElement {
  const undo = useUndo();
  const now = useNow('minute');
  const { id, removal, waiting, fetched, wasSynced } = record;
  const refused = record.badge?.entries.find(
    ({ kind, state }) => kind === 'lead.create' && attentionStates.includes(state),
  );
  const isFetchedFromServer = removal === null && waiting === null && refused === undefined;
  const { done, again } = useFetched(isFetchedFromServer ? id : null, () => sync.account('fetchPerson', id));
  const icon = <IconUserQuestion aria-hidden="true" />;
  if (refused) {
    return (
      <EmptyState
        icon={icon}
        action={
          <LinkButton variant="soft" writes to="/leads/new" search={{ resend: refused.op_id }}>
            <Trans>Edit and resend</Trans>
          </LinkButton>
        }
      >
        <Trans>This lead was not accepted. What you wrote is saved.</Trans>
      </EmptyState>
    );
  }
  if (removal && isUndoable(removal)) {
    return (
      <EmptyState
        icon={icon}
        action={
          <Button variant="soft" onPress={() => undo(removal.op_id)}>
            <Trans>Undo</Trans>
          </Button>
        }
      >
        <Trans>You removed this person. That has not been sent yet.</Trans>
      </EmptyState>
    );
  }
  if (waiting) {
    return (
      <EmptyState
        icon={icon}
        action={
          <LinkButton variant="soft" to="/leads" search={{ tab: 'waiting' }}>
            <Trans>View waiting leads</Trans>
          </LinkButton>
        }
      >
        <Trans>This lead is waiting. Take it to see more.</Trans>
      </EmptyState>
    );
  }
  if (isFetchedFromServer && done === undefined && !fetched) return <Skeleton leading="none" />;
  // An invalid id counts as unknown too.
  const isUnknown = done?.ok === false && done.why === 'refused' && ['not_found', 'invalid'].includes(done.code);
  if (isUnknown) {
    return (
      <EmptyState icon={icon} action={<BackButton />}>
        {wasSynced || fetched ? (
          <Trans>You no longer have access to this person. They are assigned to someone else.</Trans>
        ) : (
          <Trans>This person does not exist, or you do not have access.</Trans>
        )}
      </EmptyState>
    );
  }
  const retry = !isNotOffered(done) && (
    <Button small variant="soft" onPress={again}>
      <Trans>Try again</Trans>
    </Button>
  );
  if (fetched) {
    const age = formatRecent(fetched.at, now);
    return (
      <Stack>
        {done && !done.ok && <ErrorNotice error={done} action={retry} />}
        <Banner tone="quiet">
          <Trans>Not on this device. As of {age}. Notes and steps appear after the next sync.</Trans>
        </Banner>
        <PersonIdentity person={fetched.person} />
        <Card>
          <PersonDetails person={fetched.person} />
        </Card>
      </Stack>
    );
  }
  return (
    <Stack>
      {done && !done.ok && <ErrorNotice error={done} action={retry} />}
      <EmptyState icon={icon} action={<BackButton />}>
        <Trans>This person is not on this device.</Trans>
      </EmptyState>
    </Stack>
  );
}

function BackButton(): ReactElement {
  return (
    <LinkButton variant="soft" to="/leads">
      <Trans>My people</Trans>
    </LinkButton>
  );
}
