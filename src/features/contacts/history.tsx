import { Trans, useLingui } from '@lingui/react/macro';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactElement, useState } from 'react';
import { InteractionRow } from '../../components/interaction/interaction-row.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Section, Stack } from '../../ui/card.tsx';
import { List } from '../../ui/list.tsx';
import { Skeleton } from '../../ui/states.tsx';
import type { Contact } from '../../../contract/entities/contact.ts';
import { withMergedIds } from '../../db/queries/merged-contacts.ts';
import { savedPastInteractions } from './queries.ts';

const PAGE_SIZE = 50;

/** Calls, visits and messages with a contact, latest first. */
export function History({ contact }: { contact: Contact }): ReactElement {
  const { t } = useLingui();
  const { db } = useStore();
  const [limit, setLimit] = useState(PAGE_SIZE);
  const pastInteractions = useLiveQuery(
    async () => savedPastInteractions(db, withMergedIds(contact), limit),
    [db, contact, limit],
  );
  return (
    <Section title={<Trans>History</Trans>}>
      {!pastInteractions && <Skeleton rows={2} />}
      {pastInteractions?.interactions.length === 0 && (
        <small>
          <Trans>Nothing logged yet.</Trans>
        </small>
      )}
      {pastInteractions && pastInteractions.interactions.length > 0 && (
        <Stack gap="m">
          <List aria-label={t`History`}>
            {pastInteractions.interactions.map((interaction) => (
              <InteractionRow
                key={interaction.id}
                interaction={interaction}
                badge={pastInteractions.badges.get(interaction.id)}
              />
            ))}
          </List>
          {pastInteractions.hasMore && (
            <Button variant="ghost" onPress={() => setLimit(limit + PAGE_SIZE)}>
              <Trans>Show more</Trans>
            </Button>
          )}
        </Stack>
      )}
    </Section>
  );
}
