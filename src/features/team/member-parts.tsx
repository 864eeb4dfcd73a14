import { Plural, Trans, useLingui } from '@lingui/react/macro';
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs';
import IconUserOff from '@tabler/icons-react/dist/esm/icons/IconUserOff.mjs';
import type { ReactElement } from 'react';
import type { TeamMember } from '../../../contract/api-calls/team.ts';
import { Avatar, AvatarIcon, type AvatarProps } from '../../ui/avatar.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { memberName } from './members.ts';
import styles from './team.module.css';

/** Returns a function that returns the name of a team member, or a text that the account was removed. */
export function useMemberName(): (member: TeamMember) => string {
  const { t } = useLingui();
  return (member) => (member.is_removed ? t`Removed account` : memberName(member));
}

/** The initials of a team member, or an icon for a removed account. */
export function MemberAvatar({ member, size = 'm' }: { member: TeamMember } & Pick<AvatarProps, 'size'>): ReactElement {
  if (!member.is_removed) return <Avatar id={member.id} name={memberName(member)} size={size} />;
  return (
    <AvatarIcon size={size}>
      <IconUserOff />
    </AvatarIcon>
  );
}

/** The number of people in the branch of a team member. */
export function BranchSize({ people }: { people: number }): ReactElement | null {
  const { i18n } = useLingui();
  if (people === 0) return null;
  return (
    <span className={styles.size}>
      <IconUsers aria-hidden="true" />
      {i18n.number(people)}
      <VisuallyHidden>
        {' '}
        <Plural value={people} one="person in the branch" other="people in the branch" />
      </VisuallyHidden>
    </span>
  );
}

/** The size of a branch: all people, those on its first line, and those who joined this month. */
export function BranchFigures(props: {
  people: number;
  line_1: number;
  /** Absent until the branch is synced. */
  this_month?: number;
  isOwn: boolean;
}): ReactElement {
  const { i18n } = useLingui();
  const { people, line_1, this_month, isOwn } = props;
  const figures = [
    { key: 'people', value: i18n.number(people), label: isOwn ? <Trans>people</Trans> : <Trans>in the branch</Trans> },
    { key: 'line', value: i18n.number(line_1), label: isOwn ? <Trans>in line 1</Trans> : <Trans>invited</Trans> },
    {
      key: 'month',
      value: this_month === undefined ? '–' : this_month > 0 ? `+${i18n.number(this_month)}` : '0',
      label: <Trans>this month</Trans>,
    },
  ];
  return (
    <dl className={styles.figures}>
      {figures.map(({ key, value, label }) => (
        <div key={key}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
