import { useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { type ReactElement, type ReactNode, useState } from 'react';
import { personName } from '../../../components/person/person-labels.ts';
import { usePeopleActions } from '../../../components/person/use-people-actions.tsx';
import { TableGrid } from '../../../components/table/table-grid.tsx';
import { useStore } from '../../../hooks/store-context.tsx';
import type { GridSort } from '../../../ui/data-grid/grid-types.ts';
import { type PeopleBulk, PeopleBulkSheet } from '../desk/bulk-sheet.tsx';
import { PartnerPanel } from './partner-panel.tsx';
import { usePartnerColumns } from './partner-columns.tsx';
import type { PartnerList, PartnerListRow } from './queries.ts';

interface PartnersTableProps {
  list: PartnerList;
  sort: GridSort;
  onSort: (sort: GridSort) => void;
  /** Number of partners that match the filters. */
  count: ReactNode;
  /** Id of the partner who is open beside the table. */
  current: string | undefined;
  /** Shows a partner beside the table; undefined closes the panel. */
  onPreview: (id: string | undefined) => void;
  filters: ReactNode;
  /** Shown instead of the table if there are no partners. */
  empty: ReactNode;
}

const hiddenAt = (width: number): string[] => ['email', 'city', ...(width < 1024 ? ['phone', 'files', 'since'] : [])];

/**
 * The partners as a table, for wide screens. The selected partners can be assigned and tagged; managers can export the
 * selected partners or all.
 */
export function PartnersTable({ list, current, onPreview, ...table }: PartnersTableProps): ReactElement {
  const { t } = useLingui();
  const { actor } = useStore();
  const navigate = useNavigate();
  const columns = usePartnerColumns();
  const [bulk, setBulk] = useState<PeopleBulk | null>(null);
  const actions = usePeopleActions<PartnerListRow>((kind, rows) =>
    setBulk({ kind, target: { people: rows.map(({ person, badge }) => ({ ...person, badge })) } }),
  );
  return (
    <>
      <TableGrid
        {...table}
        name="partners"
        aria-label={t`Partners`}
        columns={columns}
        hidden={hiddenAt(window.innerWidth)}
        rows={list.rows}
        isSorted
        keyOf={({ id }) => id}
        nameOf={({ person }) => personName(person)}
        canExport={actor.is_manager}
        bulk={{ label: t`Selected people`, actions }}
        onOpen={({ id }) =>
          void navigate({ to: '/user/view-details/$personId', params: { personId: id }, search: { from: 'partners' } })
        }
        current={current}
        onPreview={onPreview}
        panel={(row, place) => <PartnerPanel row={row} {...place} />}
      />
      {bulk && <PeopleBulkSheet {...bulk} onClose={() => setBulk(null)} />}
    </>
  );
}
