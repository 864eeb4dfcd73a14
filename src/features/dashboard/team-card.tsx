import { Plural, Trans } from '@lingui/react/macro';
import IconSitemap from '@tabler/icons-react/dist/esm/icons/IconSitemap.mjs';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactElement } from 'react';
import { savedOwnBranch } from '../../db/queries/team.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { formatRecent, isSameDay } from '../../lib/dates.ts';
import { Section, Stack } from '../../ui/card.tsx';
import { List, RowLink } from '../../ui/list.tsx';

/**
 * Shows the size of the user's team as last fetched and, if that was not today, when it was fetched. Renders nothing if
 * the team is not on this device.
 */
export function TeamCard({ now }: { now: number }): ReactElement | null {
  const { db } = useStore();
  const team = useLiveQuery(async () => savedOwnBranch(db), [db]);
  if (!team || team.people === 0) return null;
  const { people, this_month } = team;
  const age = formatRecent(team.at, now);
  return (
    <Section title={<Trans>Team</Trans>}>
      <Stack gap="s">
        <List>
          <RowLink
            to="/team"
            leading={<IconSitemap aria-hidden="true" />}
            title={<Plural value={people} one="# person" other="# people" />}
            subtitle={<Trans>{this_month} joined this month</Trans>}
          />
        </List>
        {!isSameDay(team.at, now) && (
          <small>
            <Trans>as of {age}</Trans>
          </small>
        )}
      </Stack>
    </Section>
  );
}
