import { Trans, useLingui } from '@lingui/react/macro';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { Screen } from '../../components/app/screen.tsx';
import { MissingRecord } from '../../components/error/missing-record.tsx';
import { Banner } from '../../ui/banner.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Stack } from '../../ui/card.tsx';
import { BackLink } from '../../ui/page-header.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { DonationForm } from './donation-form.tsx';
import { type FormParams, useInitialDonation } from './initial-form.ts';

const editRoute = getRouteApi('/_member/donations/$donationId/edit');
const newRoute = getRouteApi('/_member/_staff/donations/new');

function InitialisedDonationForm({ params }: { params: FormParams }): ReactElement {
  const [initialForm, reset] = useInitialDonation(params);
  if (initialForm === undefined) return <Skeleton leading="none" />;
  if (initialForm === null)
    return (
      <MissingRecord
        isResend={params.kind === 'edit' && params.resend !== null}
        action={
          <LinkButton to="/donations" variant="soft">
            <Trans>Donations</Trans>
          </LinkButton>
        }
      >
        <Trans>This donation is not on this device.</Trans>
      </MissingRecord>
    );
  if (initialForm.donors.length === 0)
    return (
      <EmptyState>
        <Trans>No people on this device are assigned to you.</Trans>
      </EmptyState>
    );
  return <DonationForm key={initialForm.round} initialForm={initialForm} onReset={reset} />;
}

/** /donate/paid: the form for a donation that the user has already made by transfer or in cash. */
export function DonatePaidScreen(): ReactElement {
  const { t } = useLingui();
  return (
    <Screen title={t`Already paid`} back={<BackLink to="/donate">{t`Donate`}</BackLink>} narrow>
      <Stack>
        <Banner>
          <Trans>
            Have you paid by transfer or in cash? Enter it here. An employee confirms it once it has arrived.
          </Trans>
        </Banner>
        <InitialisedDonationForm params={{ kind: 'own' }} />
      </Stack>
    </Screen>
  );
}

/**
 * /donations/new: the form with which an employee enters a donation that one of their people made;
 * `?person=` selects the person.
 */
export function DonationNewScreen(): ReactElement {
  const { t } = useLingui();
  const { person = null } = newRoute.useSearch();
  return (
    <Screen title={t`New donation`} back={<BackLink to="/donations">{t`Donations`}</BackLink>} narrow>
      <InitialisedDonationForm key={person} params={{ kind: 'person', person }} />
    </Screen>
  );
}

/** /donations/{id}/edit: corrects a donation that is not confirmed yet; `?resend=` corrects a rejected write. */
export function DonationEditScreen(): ReactElement {
  const { t } = useLingui();
  const { donationId: id } = editRoute.useParams();
  const { resend = null } = editRoute.useSearch();
  return (
    <Screen title={t`Correct donation`} back={<BackLink to="/donations">{t`Donations`}</BackLink>} narrow>
      <InitialisedDonationForm key={`${id} ${resend}`} params={{ kind: 'edit', id, resend }} />
    </Screen>
  );
}
