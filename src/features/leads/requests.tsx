import { Trans, useLingui } from '@lingui/react/macro';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactElement } from 'react';
import type { WaitingLead } from '../../../contract/entities/waiting-lead.ts';
import { errorText } from '../../components/error/error-text.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { useSingleFlight } from '../../hooks/use-write-action.ts';
import { attentionStates, type Entry } from '../../db/outbox/entry.ts';
import { formatRecent } from '../../lib/dates.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { ButtonRow } from '../../ui/card.tsx';
import { useNow } from '../../ui/use-now.ts';
import { LoadingPart } from '../../ui/states.tsx';
import { isLostLead, isOldRequest, TakeAfterAll, TakeNextLead } from '../../components/lead/refused-request.tsx';
import { nextWaiting } from '../../db/queries/waiting-leads.ts';
import { savedRefusedLeads, savedLeadRequests } from './queries.ts';

/** Lists rejected requests for leads with their actions. Pending requests are shown in the list of leads itself. */
export function LeadRequests(): ReactElement | null {
  const { db } = useStore();
  const data = useLiveQuery(async () => {
    const [requests, next, leads] = await Promise.all([savedLeadRequests(db), nextWaiting(db), savedRefusedLeads(db)]);
    return { refused: requests.filter(({ entry }) => attentionStates.includes(entry.state)), next, leads };
  }, [db]);
  if (!data) return <LoadingPart />;
  if (data.refused.length === 0 && data.leads.length === 0) return null;
  return (
    <>
      {data.refused.map(({ entry }) => (
        <Refusal key={entry.op_id} entry={entry} next={data.next} />
      ))}
      {data.leads.map((entry) => (
        <RefusedLead key={entry.op_id} entry={entry} />
      ))}
    </>
  );
}

/** A manually added lead that the server rejected, with a link to correct it. */
function RefusedLead({ entry }: { entry: Entry }): ReactElement {
  const { t } = useLingui();
  const name = entry.title;
  return (
    <Banner
      tone="need"
      role="status"
      title={<Trans>The lead {name} was not accepted</Trans>}
      action={
        <LinkButton small variant="soft" writes to="/leads/new" search={{ resend: entry.op_id }}>
          <Trans>Edit and resend</Trans>
        </LinkButton>
      }
    >
      {entry.error?.code && t(errorText(entry.error.code))}
    </Banner>
  );
}

/** Explains why a request for a lead was rejected: "Olga took Anna at 14:02. Next waiting: Ivan." */
function Refusal({ entry, next }: { entry: Entry; next: WaitingLead | null }): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const runOnce = useSingleFlight();
  const now = useNow('minute');
  const name = entry.title;
  const code = entry.error?.code ?? null;
  const asked_at = formatRecent(entry.at_client, now);
  const dismiss = (): Promise<void> => store.discard(entry.op_id);
  const run = (step: () => Promise<unknown>) => (): void => void runOnce(step);
  const nextLead = isLostLead(entry) ? next : null;
  if (isOldRequest(entry)) {
    return (
      <Banner
        tone="wait"
        role="status"
        title={<Trans>Do you still want {name}?</Trans>}
        action={
          <ButtonRow>
            <TakeAfterAll entry={entry} />
            <Button small variant="ghost" onPress={run(dismiss)}>
              <Trans>No, cancel</Trans>
            </Button>
          </ButtonRow>
        }
      >
        <Trans>You asked at {asked_at}, but it could not be sent for over half an hour.</Trans>
      </Banner>
    );
  }
  const next_name = nextLead?.first_name;
  return (
    <Banner
      tone="need"
      role="status"
      title={code === 'taken' ? <TakenLead entry={entry} /> : <Trans>{name} could not be taken</Trans>}
      action={
        <ButtonRow>
          {entry.state === 'parked' && (
            <Button small variant="soft" onPress={run(() => store.retry(entry.op_id))}>
              <Trans>Try again</Trans>
            </Button>
          )}
          {nextLead && <TakeNextLead entry={entry} next={nextLead} />}
          <Button small variant="ghost" aria-label={t`Dismiss: ${name}`} onPress={run(dismiss)}>
            <Trans>Dismiss</Trans>
          </Button>
        </ButtonRow>
      }
    >
      {code !== null && t(errorText(code))}
      {nextLead && (
        <div>
          <Trans>Next waiting: {next_name}</Trans>
        </div>
      )}
    </Banner>
  );
}

/** Names the employee who took the lead first, as far as the server reveals that. */
function TakenLead({ entry }: { entry: Entry }): ReactElement {
  const now = useNow('minute');
  const name = entry.title;
  const { by, at } = entry.error?.fields ?? {};
  if (typeof by !== 'string' || by === '') return <Trans>{name} could not be taken</Trans>;
  if (typeof at !== 'string') {
    return (
      <Trans>
        {by} took {name}.
      </Trans>
    );
  }
  const timeText = formatRecent(at, now);
  return (
    <Trans>
      {by} took {name} at {timeText}.
    </Trans>
  );
}
