import { Plural, Trans, useLingui } from '@lingui/react/macro';
import IconSitemap from '@tabler/icons-react/dist/esm/icons/IconSitemap.mjs';
import IconTable from '@tabler/icons-react/dist/esm/icons/IconTable.mjs';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { failureText } from '../../components/error/error-messages.ts';
import { useSearchText } from '../../hooks/use-search-text.ts';
import { formatRecent } from '../../lib/dates.ts';
import { isNotOffered } from '../../hooks/use-fetched.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Stack } from '../../ui/card.tsx';
import { ChipGroup } from '../../ui/chips.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx';
import { SearchField } from '../../ui/text-field.tsx';
import { useNow } from '../../ui/use-now.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { BranchFigures } from './member-parts.tsx';
import { knownMembers, searchMembers, type Branches } from './members.ts';
import { TeamTable } from './team-table.tsx';
import { TeamTree } from './team-tree.tsx';
import styles from './team.module.css';
import { type Team, useTeam } from './use-team.ts';

/** The figures of the team, and its members as a tree or a table. */
export function TeamOverview({ current }: { current: string | undefined }): ReactElement {
  const team = useTeam();
  const { branches, fetching } = team;
  const ownBranch = branches?.get(null);
  if (!ownBranch && fetching.done && !fetching.done.ok) return <NotLoaded team={team} />;
  if (!branches || !ownBranch) return <Skeleton rows={6} />;
  if (ownBranch.rows.length === 0) return <NoTeam />;
  return (
    <Stack gap="m">
      <BranchFigures {...ownBranch} isOwn />
      <TeamTools />
      <Age team={team} at={ownBranch.at} />
      <TeamPeople team={team} branches={branches} current={current} />
    </Stack>
  );
}

function NotLoaded({ team: { fetching, refresh } }: { team: Team }): ReactElement {
  const { t } = useLingui();
  const title = fetching.done && !fetching.done.ok ? t(failureText(fetching.done).title) : '';
  if (isNotOffered(fetching.done)) return <ErrorState title={title} />;
  return (
    <ErrorState
      title={title}
      safe={<Trans>Your team hasn't synced to this device yet. You need to be online.</Trans>}
      action={
        <Button variant="soft" onPress={refresh}>
          <Trans>Try again</Trans>
        </Button>
      }
    />
  );
}

function NoTeam(): ReactElement {
  return (
    <EmptyState
      icon={<IconSitemap />}
      action={
        <LinkButton variant="soft" to="/team/invite">
          <Trans>Invite someone</Trans>
        </LinkButton>
      }
    >
      <Trans>No one in your team yet. People who register with your promo code appear here.</Trans>
    </EmptyState>
  );
}

/** Shows when the team was fetched, and why it could not be refreshed. */
function Age({ team, at }: { team: Team; at: string }): ReactElement {
  const { t } = useLingui();
  const now = useNow('minute');
  const { done } = team.fetching;
  const age = formatRecent(at, now);
  const reason = done && !done.ok ? t(failureText(done).title) : null;
  return (
    <div className={styles.age}>
      <small role="status">
        <Trans>As of {age}</Trans>
        {reason !== null && <>. {reason}</>}
      </small>
      {!isNotOffered(done) && (
        <Button small variant="soft" isPending={done === undefined} onPress={team.refresh}>
          <Trans>Refresh</Trans>
        </Button>
      )}
    </div>
  );
}

const from = '/_member/_team';

/** The search field and the choice between tree and table; both are in the URL. */
function TeamTools(): ReactElement {
  const { t } = useLingui();
  const search = useSearch({ from });
  const navigate = useNavigate();
  const write = (changed: typeof search): void =>
    void navigate({ to: '.', search: (before) => ({ ...before, ...changed }), replace: true });
  const { text, type } = useSearchText(search.q ?? '', (q) => write({ q: q === '' ? undefined : q }));
  const chip = (icon: ReactElement, name: string) => ({
    label: (
      <>
        {icon}
        <VisuallyHidden>{name}</VisuallyHidden>
      </>
    ),
  });
  return (
    <div className={styles.tools}>
      <SearchField aria-label={t`Search the team`} placeholder={t`Search the team`} value={text} onChange={type} />
      <ChipGroup
        aria-label={t`View`}
        segmented
        value={search.view ?? 'tree'}
        onChange={(key) => write({ view: key === 'table' ? 'table' : undefined })}
        chips={[
          { key: 'tree', ...chip(<IconSitemap aria-hidden="true" />, t`Tree`) },
          { key: 'table', ...chip(<IconTable aria-hidden="true" />, t`Table`) },
        ]}
      />
    </div>
  );
}

interface TeamPeopleProps {
  team: Team;
  branches: Branches;
  current: string | undefined;
}

/** The tree of the team; or, for a search or the table view, the members on this device as a table. */
function TeamPeople({ team, branches, current }: TeamPeopleProps): ReactElement {
  const { q = '', view } = useSearch({ from });
  if (q === '' && view !== 'table') return <TeamTree team={team} branches={branches} current={current} />;
  const everyone = [...knownMembers(branches).values()].map(({ member }) => member);
  const found = searchMembers(everyone, q);
  const count = found.length;
  return (
    <>
      <small role="status">
        <Plural value={count} one="# person on this device" other="# people on this device" />
      </small>
      {count === 0 ? (
        <EmptyState icon={<IconSitemap />}>
          <Trans>No matches among the people on this device. Open more branches to load them.</Trans>
        </EmptyState>
      ) : (
        <TeamTable members={found} />
      )}
    </>
  );
}
