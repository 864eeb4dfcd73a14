import { Trans, useLingui } from '@lingui/react/macro';
import { useParams, useSearch } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactElement } from 'react';
import { MissingRecord } from '../../components/error/missing-record.tsx';
import { personName } from '../../components/person/person-labels.ts';
import { Screen } from '../../components/app/screen.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { useInitialLeadForm, type FormParams } from './lead-initial-values.ts';
import { BackLink } from '../../ui/page-header.tsx';
import { LeadForm } from './lead-form.tsx';
import { savedPerson } from '../../db/queries/people.ts';

/** /leads/new: adds a lead; `?contact=` starts from a contact, `?resend=` corrects a rejected lead. */
export function LeadNewScreen(): ReactElement {
  const { t } = useLingui();
  const { resend = null, contact = null } = useSearch({ from: '/_member/_staff/leads/new' });
  return (
    <Screen title={t`New lead`} back={<BackLink to="/leads">{t`Leads`}</BackLink>} narrow>
      <InitialisedLeadForm key={`${resend} ${contact}`} params={{ id: null, resend, contact }} />
    </Screen>
  );
}

/** /partners/new: adds a partner. */
export function PartnerNewScreen(): ReactElement {
  const { t } = useLingui();
  return (
    <Screen title={t`New partner`} back={<BackLink to="/partners">{t`Partners`}</BackLink>} narrow>
      <InitialisedLeadForm params={{ id: null, resend: null, contact: null, isPartner: true }} />
    </Screen>
  );
}

/** /user/view-details/{pk}/edit: edits a person; `?resend=` corrects a rejected edit. */
export function PersonEditScreen(): ReactElement {
  const { t } = useLingui();
  const { db } = useStore();
  const { personId: id } = useParams({ from: '/_member/_staff/user/view-details/$personId/edit' });
  const { resend = null } = useSearch({ from: '/_member/_staff/user/view-details/$personId/edit' });
  const name = useLiveQuery(async () => {
    const person = await savedPerson(db, id);
    return person && personName(person);
  }, [db, id]);
  return (
    <Screen
      title={t`Edit person`}
      back={
        <BackLink to="/user/view-details/$personId" params={{ personId: id }}>
          {name ?? t`Person`}
        </BackLink>
      }
      narrow
    >
      <InitialisedLeadForm key={`${id} ${resend}`} params={{ id, resend, contact: null }} />
    </Screen>
  );
}

function InitialisedLeadForm({ params }: { params: FormParams }): ReactElement {
  const [initialForm, reset] = useInitialLeadForm(params);
  if (initialForm === undefined) return <Skeleton leading="none" />;
  if (initialForm === null)
    return (
      <MissingRecord
        isResend={params.resend !== null}
        action={
          <LinkButton to="/leads" variant="soft">
            <Trans>My people</Trans>
          </LinkButton>
        }
      >
        <Trans>This person is not on this device.</Trans>
      </MissingRecord>
    );
  return <LeadForm key={initialForm.round} initialForm={initialForm} onReset={reset} />;
}
