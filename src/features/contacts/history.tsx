import { Trans, useLingui } from '@lingui/react/macro';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactElement, useState } from 'react';
import { InteractionRow } from '../../components/interaction/interaction-row.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Section, Stack } from '../../ui/card.tsx';
import { List } from '../../ui/list.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { savedPast } from './queries.ts';

const PAGE_SIZE = 50;

/** Calls, visits and messages with a contact, latest first. */
export function History({ contact_id }: { contact_id: string }): ReactElement {
  const { t } = useLingui();
  const { db } = useStore();
  const [limit, setLimit] = useState(PAGE_SIZE);
  const past = useLiveQuery(() => savedPast(db, contact_id, limit), [db, contact_id, limit]);
  return (
    <Section title={<Trans>History</Trans>}>
      {!past && <Skeleton rows={2} />}
      {past?.interactions.length === 0 && (
        <small>
          <Trans>Nothing logged yet.</Trans>
        </small>
      )}
      {past && past.interactions.length > 0 && (
        <Stack gap="m">
          <List aria-label={t`History`}>
            {past.interactions.map((interaction) => (
              <InteractionRow key={interaction.id} interaction={interaction} badge={past.badges.get(interaction.id)} />
            ))}
          </List>
          {past.hasMore && (
            <Button variant="ghost" onPress={() => setLimit(limit + PAGE_SIZE)}>
              <Trans>Show more</Trans>
            </Button>
          )}
        </Stack>
      )}
    </Section>
  );
}
