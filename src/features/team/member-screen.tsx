import { Trans, useLingui } from '@lingui/react/macro';
import IconBrandTelegram from '@tabler/icons-react/dist/esm/icons/IconBrandTelegram.mjs';
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import { Link } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactElement, useState } from 'react';
import type { TeamMember } from '../../../contract/api-calls/team.ts';
import { sync } from '../../bridge/sync.ts';
import { ContactMethods, ExternalLink, NumberActions } from '../../components/call/call-buttons.tsx';
import { failureText } from '../../components/error/error-messages.ts';
import { Screen } from '../../components/app/screen.tsx';
import { type SavedBranch, savedBranches } from '../../db/queries/team.ts';
import { type Fetching, isNotOffered, useFetched } from '../../hooks/use-fetched.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { formatRecent } from '../../lib/dates.ts';
import { formatMonth } from '../../lib/intl-formats.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, Section, Stack } from '../../ui/card.tsx';
import { List, RowLink } from '../../ui/list.tsx';
import { BackLink } from '../../ui/page-header.tsx';
import { RecordHead } from '../../ui/record-head.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx';
import { useNow } from '../../ui/use-now.ts';
import { BranchFigures, BranchSize, MemberAvatar, useMemberName } from './member-parts.tsx';
import { knownMembers, pathOf } from './members.ts';
import styles from './team.module.css';

interface MemberScreenProps {
  id: string;
  /** Whether the member is shown beside the tree instead of on a screen of their own. */
  isPane: boolean;
}

/** A member of the team: how the user is connected with them, how to reach them, and their own team. */
export function MemberScreen({ id, isPane }: MemberScreenProps): ReactElement {
  const { t } = useLingui();
  const { db } = useStore();
  const nameOf = useMemberName();
  const fetching = useFetched(id, () => sync.account('fetchBranch', id, false));
  const branches = useLiveQuery(async () => savedBranches(db), [db]);
  const path = branches && pathOf(knownMembers(branches), id);
  const member = path?.at(-1);
  const name = member ? nameOf(member) : t`Team`;
  const { done } = fetching;
  const hasLeft = done && !done.ok && done.why === 'refused' && done.code === 'not_found';
  const content =
    path && member && !hasLeft ? (
      <MemberView {...{ path, member, name, isPane, fetching }} branch={branches?.get(id)} />
    ) : (
      <MissingMember fetching={fetching} hasLeft={hasLeft ?? false} />
    );
  if (isPane) return content;
  return (
    <Screen title={name} documentTitle={t`Team`} narrow back={<BackLink to="/team" search={true}>{t`Team`}</BackLink>}>
      {content}
    </Screen>
  );
}

/** Shown while the member is being fetched, and if that failed. */
function MissingMember({ fetching, hasLeft }: { fetching: Fetching; hasLeft: boolean }): ReactElement {
  const { t } = useLingui();
  const { done, again } = fetching;
  if (!done || done.ok) return <Skeleton rows={4} />;
  if (hasLeft)
    return (
      <EmptyState>
        <Trans>This person is not in your team, or has left.</Trans>
      </EmptyState>
    );
  const title = t(failureText(done).title);
  if (isNotOffered(done)) return <ErrorState title={title} />;
  return (
    <ErrorState
      title={title}
      safe={<Trans>This person is not on this device yet. You need to be online.</Trans>}
      action={
        <Button variant="soft" onPress={again}>
          <Trans>Try again</Trans>
        </Button>
      }
    />
  );
}

interface MemberViewProps {
  path: readonly TeamMember[];
  member: TeamMember;
  name: string;
  branch: SavedBranch | undefined;
  isPane: boolean;
  fetching: Fetching;
}

function MemberView({ path, member, name, branch, isPane, fetching }: MemberViewProps): ReactElement {
  const { people, line_1 } = member;
  return (
    <Stack>
      <MemberHead member={member} name={name} isPane={isPane} />
      <MemberContact member={member} name={name} />
      {people > 0 && <BranchFigures {...(branch ?? { people, line_1 })} isOwn={false} />}
      <Section title={<Trans>How you are connected</Trans>}>
        <Connection path={path} />
      </Section>
      {(people > 0 || line_1 > 0) && <MemberTeam id={member.id} branch={branch} fetching={fetching} />}
    </Stack>
  );
}

function MemberHead({ member, name, isPane }: Pick<MemberViewProps, 'member' | 'name' | 'isPane'>): ReactElement {
  const { line, city, email, is_removed } = member;
  const joined = member.joined && formatMonth(member.joined);
  return (
    <RecordHead picture={<MemberAvatar member={member} size="l" />}>
      {isPane && <h2>{name}</h2>}
      <span>
        {joined ? (
          <Trans>
            Line {line}, joined {joined}
          </Trans>
        ) : (
          <Trans>Line {line}</Trans>
        )}
      </span>
      {city && <span>{city}</span>}
      {email && (
        <a className={styles.email} href={`mailto:${email}`}>
          {email}
        </a>
      )}
      {is_removed && (
        <span>
          <Trans>The account was removed. The people below stay in your team.</Trans>
        </span>
      )}
    </RecordHead>
  );
}

/** The contact methods of a member who shows them to the people above. */
function MemberContact({
  member: { phone, is_removed },
  name,
}: Pick<MemberViewProps, 'member' | 'name'>): ReactElement {
  if (is_removed) return <></>;
  if (phone === null) {
    return (
      <p className={styles.quiet}>
        <Trans>This person doesn't share a phone number with the team.</Trans>
      </p>
    );
  }
  return (
    <ContactMethods>
      <NumberActions callee={{ contact_id: null, user_id: null, name, number: phone }} />
      <ExternalLink href={`https://t.me/${phone}`} icon={<IconBrandTelegram aria-hidden="true" />}>
        Telegram
      </ExternalLink>
    </ContactMethods>
  );
}

/** The people between the user and a member. */
function Connection({ path }: { path: readonly TeamMember[] }): ReactElement {
  const nameOf = useMemberName();
  return (
    <Card>
      <ol className={styles.path}>
        <li>
          <Trans>You</Trans>
        </li>
        {path.map((member, index) => (
          <li key={member.id}>
            <IconChevronRight aria-hidden="true" />
            <MemberAvatar member={member} size="s" />
            {index === path.length - 1 ? (
              <span>{nameOf(member)}</span>
            ) : (
              <Link to="/team/$personId" params={{ personId: member.id }} search={true} className={styles.step}>
                {nameOf(member)}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** The people whom a member invited. */
function MemberTeam({ id, branch, fetching }: { id: string } & Pick<MemberViewProps, 'branch' | 'fetching'>) {
  const { t } = useLingui();
  const nameOf = useMemberName();
  const now = useNow('minute');
  const [isLoading, setLoading] = useState(false);
  const month = new Date(now).toISOString().slice(0, 7);
  const age = branch && formatRecent(branch.at, now);
  const more = (): void => {
    setLoading(true);
    void sync
      .account('fetchBranch', id, true)
      .catch(() => {})
      .finally(() => setLoading(false));
  };
  if (!branch) {
    return (
      <Section title={<Trans>Their team</Trans>}>
        <MissingMember fetching={fetching} hasLeft={false} />
      </Section>
    );
  }
  return (
    <Section title={<Trans>Their team</Trans>} end={<Trans>as of {age}</Trans>}>
      <Stack gap="s">
        <List aria-label={t`Their team`}>
          {branch.rows.map((member) => (
            <RowLink
              key={member.id}
              to="/team/$personId"
              params={{ personId: member.id }}
              search={true}
              leading={<MemberAvatar member={member} />}
              title={nameOf(member)}
              subtitle={member.city}
              badge={
                member.joined === month && (
                  <Badge tone="ok">
                    <Trans context="person">New</Trans>
                  </Badge>
                )
              }
              trailing={<BranchSize people={member.people} />}
            />
          ))}
        </List>
        {branch.next !== null && (
          <Button variant="ghost" isPending={isLoading} onPress={more}>
            <Trans>Show more</Trans>
          </Button>
        )}
      </Stack>
    </Section>
  );
}
