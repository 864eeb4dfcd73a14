import { useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { TeamMember } from '../../../contract/api-calls/team.ts';
import { errorText } from '../../components/error/error-text.tsx';
import type { SavedBranch } from '../../db/queries/team.ts';
import { isNotOffered } from '../../hooks/use-fetched.ts';
import { formatRecent } from '../../lib/dates.ts';
import { formatMonth } from '../../lib/intl-formats.ts';
import type { TreeItem } from '../../ui/tree-keys.ts';
import { Tree } from '../../ui/tree.tsx';
import { useNow } from '../../ui/use-now.ts';
import { BranchSize, MemberAvatar, useMemberName } from './member-parts.tsx';
import styles from './team.module.css';
import type { Branches } from './members.ts';
import type { BranchFetchState, Team } from './use-team.ts';

/** The deepest level of the tree. The team of a member on this level is shown only on that member's own screen. */
const LAST_LEVEL = 5;

/**
 * Returns a function that returns the text below a member's name: the member's line, the city, and the age or state of
 * the branch.
 */
function useDetails(): (
  member: TeamMember,
  branch: SavedBranch | undefined,
  state: BranchFetchState | undefined,
) => string {
  const { t } = useLingui();
  const now = useNow('minute');
  return (member, branch, state) => {
    const { line, city, joined } = member;
    const parts = [t`Line ${line}`];
    if (city) parts.push(city);
    else if (joined) parts.push(formatMonth(joined));
    const hasFailed = state !== undefined && state !== 'busy' && !state.ok;
    if (branch && hasFailed) {
      const age = formatRecent(branch.at, now);
      parts.push(t`as of ${age}`);
    }
    if (!branch && hasFailed) parts.push(t`not on this device`);
    return parts.join(', ');
  };
}

interface ItemTexts {
  name: (member: TeamMember) => string;
  details: ReturnType<typeof useDetails>;
  more: Pick<TreeItem, 'text' | 'content'>;
  again: Pick<TreeItem, 'text' | 'content'>;
  notOffered: Pick<TreeItem, 'text' | 'content'>;
  loading: Pick<TreeItem, 'text' | 'content'>;
}

function useTexts(): ItemTexts {
  const { t } = useLingui();
  const name = useMemberName();
  const notice = (text: string) => ({ text, content: <span className={styles.notice}>{text}</span> });
  return {
    name,
    details: useDetails(),
    more: notice(t`Show more`),
    again: notice(t`You need to be online to load this branch. Try again`),
    notOffered: notice(t(errorText('not_offered'))),
    loading: notice(t`Loading`),
  };
}

interface TeamTreeProps {
  team: Team;
  branches: Branches;
  /** Id of the member who is open beside the tree. */
  current: string | undefined;
}

/** The user's team as a tree. Each branch is fetched when it is opened. */
export function TeamTree({ team, branches, current }: TeamTreeProps): ReactElement {
  const { t } = useLingui();
  const navigate = useNavigate();
  const texts = useTexts();

  const itemsOf = (id: string | null): TreeItem[] => {
    const branch = branches.get(id);
    const state = team.states.get(id);
    const items = branch?.rows.map((member) => itemOf(member)) ?? [];
    const key = `more-${id ?? ''}`;
    const load = (more: boolean) => () => team.load(id, more);
    if (!branch) {
      if (state === 'busy' || state?.ok) return [{ key, ...texts.loading }];
      if (isNotOffered(state)) return [{ key, ...texts.notOffered }];
      return [{ key, ...texts.again, onPress: load(false) }];
    }
    if (branch.next) items.push({ key, ...(state === 'busy' ? texts.loading : texts.more), onPress: load(true) });
    return items;
  };

  const itemOf = (member: TeamMember): TreeItem => {
    const { id, people, line } = member;
    const isOpen = team.open.has(id);
    const details = texts.details(member, branches.get(id), team.states.get(id));
    const isBranch = people > 0 && line < LAST_LEVEL;
    return {
      key: id,
      text: texts.name(member),
      isCurrent: id === current,
      onPress: () => void navigate({ to: '/team/$personId', params: { personId: id }, search: true }),
      content: <MemberLine member={member} name={texts.name(member)} details={details} />,
      ...(isBranch && {
        isExpanded: isOpen,
        isBusy: team.states.get(id) === 'busy',
        onToggle: () => team.toggle(id),
        items: isOpen ? itemsOf(id) : [],
      }),
    };
  };

  return <Tree aria-label={t`Team`} items={itemsOf(null)} />;
}

interface MemberLineProps {
  member: TeamMember;
  name: string;
  details: string;
}

function MemberLine({ member, name, details }: MemberLineProps): ReactElement {
  return (
    <div className={styles.member}>
      <MemberAvatar member={member} />
      <div className={styles.texts}>
        <div className={styles.name}>{name}</div> <small>{details}</small>
      </div>{' '}
      <BranchSize people={member.people} />
    </div>
  );
}
