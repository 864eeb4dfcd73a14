import { Trans, useLingui } from '@lingui/react/macro';
import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs';
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs';
import { type ReactElement, type ReactNode, useState } from 'react';
import type { TeamMember } from '../../../contract/api-calls/team.ts';
import { capitalize, formatMonth } from '../../lib/intl-formats.ts';
import { Button, TextLink } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { PressButton } from '../../ui/press.tsx';
import { useMemberName } from './member-parts.tsx';
import { memberOrders, type MemberOrder } from './members.ts';
import styles from './team.module.css';

/** Number of rows that are shown at first, and added with each press. */
const ROWS = 100;

interface Sorting {
  by: MemberOrder;
  isDescending: boolean;
}

interface HeadProps {
  name: MemberOrder;
  sorting: Sorting;
  onSort: (by: MemberOrder) => void;
  children: ReactNode;
}

function Head({ name, sorting, onSort, children }: HeadProps): ReactElement {
  const isSorted = sorting.by === name;
  const Arrow = sorting.isDescending ? IconArrowDown : IconArrowUp;
  return (
    <th
      scope="col"
      data-column={name}
      aria-sort={isSorted ? (sorting.isDescending ? 'descending' : 'ascending') : undefined}
    >
      <PressButton className={styles.sort} onPress={() => onSort(name)}>
        {children}
        {isSorted && <Arrow aria-hidden="true" />}
      </PressButton>
    </th>
  );
}

/** The team members on this device, as a table that can be sorted. */
export function TeamTable({ members }: { members: readonly TeamMember[] }): ReactElement {
  const { t, i18n } = useLingui();
  const nameOf = useMemberName();
  const [sorting, setSorting] = useState<Sorting>({ by: 'line', isDescending: false });
  const [limit, setLimit] = useState(ROWS);
  const sort = (by: MemberOrder): void =>
    setSorting({ by, isDescending: sorting.by === by ? !sorting.isDescending : by === 'people' || by === 'joined' });
  const sorted = members.toSorted(memberOrders[sorting.by]);
  const shown = (sorting.isDescending ? sorted.toReversed() : sorted).slice(0, limit);
  return (
    <>
      <div className={styles.table}>
        <DataTable aria-label={t`Team`}>
          <thead>
            <tr>
              <Head name="name" sorting={sorting} onSort={sort}>
                <Trans context="name of a person">Name</Trans>
              </Head>
              <Head name="line" sorting={sorting} onSort={sort}>
                <Trans>Line</Trans>
              </Head>
              <Head name="city" sorting={sorting} onSort={sort}>
                <Trans>City</Trans>
              </Head>
              <Head name="joined" sorting={sorting} onSort={sort}>
                <Trans>Joined</Trans>
              </Head>
              <Head name="people" sorting={sorting} onSort={sort}>
                <Trans>People</Trans>
              </Head>
            </tr>
          </thead>
          <tbody>
            {shown.map((member) => (
              <tr key={member.id}>
                <th scope="row">
                  <TextLink to="/team/$personId" params={{ personId: member.id }} search={true}>
                    {nameOf(member)}
                  </TextLink>
                </th>
                <td data-column="line">{member.line}</td>
                <td data-column="city">{member.city}</td>
                <td data-column="joined">{member.joined && capitalize(formatMonth(member.joined))}</td>
                <td data-column="people">{i18n.number(member.people)}</td>
              </tr>
            ))}
          </tbody>
        </DataTable>
      </div>
      {sorted.length > shown.length && (
        <Button variant="ghost" onPress={() => setLimit(limit + ROWS)}>
          <Trans>Show more</Trans>
        </Button>
      )}
    </>
  );
}
