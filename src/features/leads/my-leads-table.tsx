import { useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { type ReactElement, type ReactNode, useMemo } from 'react';
import type { Person } from '../../../contract/entities/person.ts';
import { leadOrders } from '../../../contract/table-orders.ts';
import { type TablePerson, usePersonColumns } from '../../components/person/person-columns.tsx';
import { personName } from '../../components/person/person-labels.ts';
import type { TableAction } from '../../components/table/bulk-actions.tsx';
import { TableGrid } from '../../components/table/table-grid.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { LeadPanel } from './lead-panel.tsx';
import type { ListProps } from './filters.tsx';
import type { OwnLeads } from './queries.ts';

/**
 * Columns of the people table that this table omits: the user's own leads all have the same employee, and their list
 * has no computed values.
 */
const omittedColumns: readonly string[] = ['responsible_name', 'last_contact_at', 'open_tasks'];

const noGroups: [] = [];

/** Columns that are hidden until the user shows them. */
const hiddenAt = (width: number): string[] => [
  ...['email', 'source', 'created_at', 'updated_at'],
  ...(width < 1360 ? ['country'] : []),
  ...(width < 1200 ? ['tags', 'language', 'phone'] : []),
];

interface MyLeadsTableProps extends ListProps {
  list: OwnLeads;
  actions: readonly TableAction<Person>[];
  filters: ReactNode;
  count: ReactNode;
  /** Shown instead of the table if there are no leads. */
  empty: ReactNode;
}

/** The employee's leads as a table, for wide screens. Selected leads can be assigned to someone else and tagged. */
export function MyLeadsTable({ list, actions, search, onChange, ...tools }: MyLeadsTableProps): ReactElement {
  const { t } = useLingui();
  const { actor } = useStore();
  const navigate = useNavigate();
  const all = usePersonColumns(noGroups);
  const columns = useMemo(() => all.filter(({ id }) => !omittedColumns.includes(id)), [all]);
  const rows = useMemo(
    () => list.rows.map((person): TablePerson => ({ ...person, badge: list.badges.get(person.id) })),
    [list],
  );
  const { sort: by, down, open } = search;
  return (
    <TableGrid
      {...tools}
      name="leads"
      aria-label={t`My people`}
      columns={columns}
      hidden={hiddenAt(window.innerWidth)}
      rows={rows}
      keyOf={({ id }) => id}
      nameOf={personName}
      {...(by !== undefined && { sort: { by, isDescending: down !== undefined } })}
      onSort={(sort) =>
        onChange({ sort: leadOrders.find((order) => order === sort.by), down: sort.isDescending ? '1' : undefined })
      }
      canExport={actor.is_manager}
      bulk={{ label: t`Selected people`, actions }}
      onOpen={({ id }) => void navigate({ to: '/user/view-details/$personId', params: { personId: id } })}
      current={open}
      onPreview={(id) => onChange({ open: id })}
      panel={(person, place) => <LeadPanel person={person} {...place} />}
    />
  );
}
