import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { errorText } from '../../components/error/error-text.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { useSingleFlight } from '../../hooks/use-write-action.ts';
import type { Entry } from '../../db/outbox/entry.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { mergeIntoPerson } from './merge-into-person.ts';

const textOrEmpty = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * Explains why the server rejected a lead. If the person already exists, the typed data can be kept: as a note on that
 * person, or as a handover to the responsible employee.
 */
export function RefusedLead({ entry }: { entry: Entry }): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const navigate = useNavigate();
  const runOnce = useSingleFlight();
  const code = entry.error?.code ?? null;
  const fields = entry.error?.fields ?? {};
  const id = textOrEmpty(fields['person_id']);
  const name = textOrEmpty(fields['person_name']);
  const ownerName = textOrEmpty(fields['responsible_name']);
  const isExistingPerson = entry.kind === 'lead.create' && (code === 'phone_taken' || code === 'email_taken');
  const mergeIntoExisting = async (): Promise<void> => {
    await mergeIntoPerson(store, entry, { id, name });
    toast(t`Saved on this device. Will be sent.`, { tone: 'wait' });
    void navigate({ to: '/user/view-details/$personId', params: { personId: id }, replace: true });
  };
  const handOver = async (): Promise<void> => {
    await store.handOver(entry.op_id);
    toast(t`Handed over. The employee they are assigned to can take it over.`, { tone: 'ok' });
    void navigate({ to: '/leads', replace: true });
  };
  const action =
    isExistingPerson && id !== '' ? (
      <Button small variant="soft" writes onPress={() => void runOnce(mergeIntoExisting)}>
        <Trans>Add to {name}</Trans>
      </Button>
    ) : (
      isExistingPerson &&
      ownerName !== '' && (
        <Button small variant="soft" writes onPress={() => void runOnce(handOver)}>
          <Trans>Hand over to {ownerName}</Trans>
        </Button>
      )
    );
  return (
    <Banner tone="need" title={<Trans>This was not accepted</Trans>} action={action}>
      {t(errorText(code))}
      {isExistingPerson && id !== '' && (
        <>
          {'. '}
          <Trans>This is {name}, who is already here. You can add what you wrote there as a note.</Trans>
        </>
      )}
      {isExistingPerson && id === '' && ownerName !== '' && (
        <>
          {'. '}
          <Trans>This person is assigned to {ownerName}. You can hand over what you wrote.</Trans>
        </>
      )}
    </Banner>
  );
}
