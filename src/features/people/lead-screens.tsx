import { Trans, useLingui } from '@lingui/react/macro';
import { useParams, useSearch } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactElement } from 'react';
import { MissingRecord } from '../../components/error/missing-record.tsx';
import { personName } from '../../components/person/person-labels.ts';
import { Screen } from '../../components/app/screen.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { useLeadBeginning, type Asked } from './lead-initial-values.ts';
import { LeadForm } from './lead-form.tsx';

type Search = { resend?: unknown; contact?: unknown };

const idIn = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** /leads/new: adds a lead; `?contact=` starts from a contact, `?resend=` corrects a rejected lead. */
export function LeadNewScreen(): ReactElement {
  const { t } = useLingui();
  const search: Search = useSearch({ strict: false });
  const [resend, contact] = [idIn(search.resend), idIn(search.contact)];
  return (
    <Screen title={t`New lead`} back={{ href: '/leads', label: t`Leads` }} narrow>
      <OneForm key={`${resend} ${contact}`} asked={{ id: null, resend, contact }} />
    </Screen>
  );
}

/** /user/view-details/{pk}/edit: edits a person; `?resend=` corrects a rejected edit. */
export function PersonEditScreen(): ReactElement {
  const { t } = useLingui();
  const { db } = useStore();
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const search: Search = useSearch({ strict: false });
  const resend = idIn(search.resend);
  const name = useLiveQuery(async () => {
    const person = await db.people.get(id);
    return person && personName(person);
  }, [db, id]);
  return (
    <Screen title={t`Edit person`} back={{ href: `/user/view-details/${id}`, label: name ?? t`Person` }} narrow>
      <OneForm key={`${id} ${resend}`} asked={{ id, resend, contact: null }} />
    </Screen>
  );
}

function OneForm({ asked }: { asked: Asked }): ReactElement {
  const [begin, anew] = useLeadBeginning(asked);
  if (begin === undefined) return <Skeleton leading="none" />;
  if (begin === null)
    return (
      <MissingRecord isResend={asked.resend !== null} href="/leads" label={<Trans>My people</Trans>}>
        <Trans>This person is not on this device.</Trans>
      </MissingRecord>
    );
  return <LeadForm key={begin.round} begin={begin} onAnew={anew} />;
}
