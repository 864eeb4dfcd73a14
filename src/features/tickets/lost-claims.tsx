import { Trans } from '@lingui/react/macro';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactElement } from 'react';
import { useWriteError } from '../../forms/use-write-error.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { nextUnassignedTicket, savedLostTicketRequests } from '../../db/queries/staff-tickets.ts';
import { formatRecent } from '../../lib/dates.ts';
import { Banner } from '../../ui/banner.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Stack } from '../../ui/card.tsx';
import { useNow } from '../../ui/use-now.ts';
import { LoadingPart } from '../../ui/states.tsx';

/** Shown for a ticket that another employee took first. Names that employee and offers the next ticket. */
export function LostClaims({ only }: { only?: string }): ReactElement | null {
  const store = useStore();
  const toastError = useWriteError();
  const now = useNow('minute');
  const loaded = useLiveQuery(async () => {
    const lostRequests = (await savedLostTicketRequests(store.db)).filter(
      ({ ticket_id }) => only === undefined || only === ticket_id,
    );
    return { lost: lostRequests, next: lostRequests.length > 0 ? await nextUnassignedTicket(store.db) : undefined };
  }, [store, only]);
  if (!loaded) return <LoadingPart />;
  if (loaded.lost.length === 0) return null;
  const { lost: lostRequests, next } = loaded;
  return (
    <Stack gap="s">
      {lostRequests.map(({ op_id, title, by, at }) => (
        <Banner
          key={op_id}
          tone="need"
          role="status"
          title={<Trans>Ticket is already taken by another employee</Trans>}
          onClose={() => void store.discard(op_id).catch(toastError)}
          {...(next && {
            action: (
              <LinkButton small variant="soft" to="/user/new-request/$ticketId" params={{ ticketId: next.id }}>
                <Trans>Next ticket</Trans>
              </LinkButton>
            ),
          })}
        >
          {[title, by, at && formatRecent(at, now)].filter(Boolean).join(', ')}
        </Banner>
      ))}
    </Stack>
  );
}
