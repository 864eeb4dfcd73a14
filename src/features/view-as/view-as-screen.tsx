import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import IconEye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs';
import { useParams } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactElement } from 'react';
import { MAX_VIEW_REASON, VIEW_MINUTES, ViewReason } from '../../../contract/api-calls/view-as.ts';
import { z } from '../../../contract/zod.ts';
import { Screen } from '../../components/app/screen.tsx';
import { FormTextArea } from '../../forms/fields.tsx';
import { Form, SubmitButton } from '../../forms/form.tsx';
import { useAppForm } from '../../forms/use-app-form.ts';
import { useApp } from '../../hooks/app-context.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { useSyncState } from '../../hooks/sync-context.tsx';
import { type KnownPerson, savedPersonToView } from './queries.ts';
import { attempt } from '../../lib/attempt.ts';
import { Banner } from '../../ui/banner.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Card, Stack } from '../../ui/card.tsx';
import { BackLink } from '../../ui/page-header.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';

const schema = z.object({ reason: ViewReason });

const failureTexts = { codes: { not_found: msg`You cannot see the app as this person` } };

function ReasonForm({ id }: { id: string }): ReactElement {
  const { t } = useLingui();
  const { startView } = useApp();
  const isOffline = useSyncState()?.status.connection === 'offline';
  const form = useAppForm({
    schema,
    initial: { reason: '' },
    onSubmit: async ({ reason }) => {
      const started = await attempt(() => startView(id, reason));
      return started.ok ? null : started;
    },
  });
  return (
    <Form form={form} aria-label={t`View as`} failureTexts={failureTexts}>
      <Stack gap="m">
        <FormTextArea
          control={form.control}
          name="reason"
          label={t`Reason`}
          description={t`For the audit log. 5 to ${MAX_VIEW_REASON} characters`}
          maxLength={MAX_VIEW_REASON}
        />
        {isOffline && (
          <Banner tone="wait" title={<Trans>You are offline</Trans>}>
            <Trans>The data of other people are not kept on this device, so a view needs a connection.</Trans>
          </Banner>
        )}
        <div>
          <SubmitButton form={form} isDisabled={isOffline}>
            <Trans>Start viewing</Trans>
          </SubmitButton>
        </div>
      </Stack>
    </Form>
  );
}

function BackToPerson({ id, person }: { id: string; person: KnownPerson | null | undefined }): ReactElement {
  const { t } = useLingui();
  if (person?.isEmployee === false)
    return <BackLink to="/user/view-details/$personId" params={{ personId: id }}>{t`Person`}</BackLink>;
  return <BackLink to="/employees">{t`Employees`}</BackLink>;
}

/** /staff-dashboard/view-as/{pk}: a form for the reason, and then the app as this person sees it. */
export function ViewAsScreen(): ReactElement {
  const { t } = useLingui();
  const { personId: id } = useParams({ from: '/_member/_staff/staff-dashboard/view-as/$personId' });
  const store = useStore();
  const person = useLiveQuery(async () => savedPersonToView(store.db, id), [store, id]);
  const name = person?.name ?? t`this person`;
  return (
    <Screen
      title={person ? t`View as ${name}` : t`View as`}
      documentTitle={t`View as`}
      back={<BackToPerson id={id} person={person} />}
      narrow
    >
      {person === undefined && <Skeleton rows={2} />}
      {person !== undefined && !store.actor.is_manager && (
        <EmptyState
          icon={<IconEye aria-hidden="true" />}
          action={
            <LinkButton to="/staff-dashboard" variant="soft">
              <Trans>Today</Trans>
            </LinkButton>
          }
        >
          <Trans>Only managers and administrators can see the app as someone else.</Trans>
        </EmptyState>
      )}
      {person !== undefined && store.actor.is_manager && (
        <Card>
          <Stack gap="m">
            <p>
              <Trans>
                For {VIEW_MINUTES} minutes you see the app as {name} sees it, without phone numbers of others and
                payments. You cannot change anything. The person learns that you looked, and when.
              </Trans>
            </p>
            <ReasonForm id={id} />
          </Stack>
        </Card>
      )}
    </Screen>
  );
}
