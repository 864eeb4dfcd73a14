import { useLingui } from '@lingui/react/macro';
import { type ReactElement, type ReactNode, useMemo, useState } from 'react';
import type { WaitingLead } from '../../../contract/entities/waiting-lead.ts';
import { TakeCell } from '../../components/lead/waiting-row.tsx';
import type { BulkPerson } from '../../components/person/bulk.ts';
import { languageLabels, sourceLabels } from '../../components/person/person-labels.ts';
import { countryName } from '../../components/person/person-row.tsx';
import { usePeopleActions } from '../../components/person/use-people-actions.tsx';
import type { TableColumn } from '../../components/table/table-columns.ts';
import { TableGrid } from '../../components/table/table-grid.tsx';
import type { RowBadge } from '../../db/queries/badges.ts';
import type { DecidedLeads } from '../../db/queries/waiting-leads.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { formatDuration } from '../../lib/intl-formats.ts';
import { TextLink } from '../../ui/button.tsx';
import { useNow } from '../../ui/use-now.ts';
import { LeadBulkSheet } from './lead-bulk-sheet.tsx';

/** Columns that are hidden on a tablet, so that the button that takes a lead is visible. */
const hiddenAt = (width: number): string[] => (width < 1024 ? ['country', 'source'] : []);

type WaitingRow = WaitingLead & { badge: RowBadge | undefined; isOwn: boolean; isArriving: boolean };

interface WaitingTableProps {
  leads: readonly WaitingLead[];
  /** Pending requests by the id of the lead. */
  badges: ReadonlyMap<string, RowBadge>;
  /** The leads that were taken on this screen. */
  decided: DecidedLeads;
  onTake: (lead: WaitingLead) => void;
  filters: ReactNode;
  count: ReactNode;
  /** Shown instead of the table if no leads are waiting. */
  empty: ReactNode;
}

function useColumns(onTake: WaitingTableProps['onTake']): TableColumn<WaitingRow>[] {
  const { t, i18n } = useLingui();
  const { locale } = i18n;
  const now = useNow('minute');
  return useMemo(() => {
    const ownText = (name: string): string => t`${name} is yours`;
    const text = (
      id: string,
      header: string,
      width: number,
      value: (lead: WaitingRow) => string,
    ): TableColumn<WaitingRow> => ({ id, header, width, value, cell: (lead) => <span>{value(lead)}</span> });
    return [
      {
        ...text('name', t({ message: 'Name', context: 'name of a person' }), 150, (lead) => lead.first_name),
        isRowHead: true,
        grows: true,
      },
      text('waiting', t`Waiting for`, 140, (lead) => formatDuration(now - Date.parse(lead.waiting_since), locale)),
      text('language', t`Language`, 112, ({ language }) =>
        languageLabels[language] ? t(languageLabels[language]) : language,
      ),
      text('country', t`Country`, 130, (lead) => countryName(locale, lead.country)),
      text('city', t`City`, 130, (lead) => lead.city),
      text('source', t`Source`, 140, ({ source }) => (source ? t(sourceLabels[source]) : '')),
      {
        ...text('take', t`Next step`, 252, () => ''),
        cell: (lead) =>
          lead.isOwn ? (
            <TextLink to="/user/view-details/$personId" params={{ personId: lead.id }}>
              {ownText(lead.first_name)}
            </TextLink>
          ) : (
            <TakeCell lead={lead} badge={lead.badge} isArriving={lead.isArriving} onTake={() => onTake(lead)} />
          ),
      },
    ];
  }, [t, locale, now, onTake]);
}

/**
 * The waiting leads as a table, for wide screens: the longest waiting leads come first in every case, because only
 * these are loaded. Managers can assign the selected leads.
 */
export function WaitingTable({ leads, badges, decided, onTake, ...tools }: WaitingTableProps): ReactElement {
  const { t } = useLingui();
  const columns = useColumns(onTake);
  const { actor } = useStore();
  const [chosen, setChosen] = useState<BulkPerson[] | null>(null);
  const rows = leads.map((lead): WaitingRow => {
    const { id } = lead;
    return { ...lead, badge: badges.get(id), isOwn: decided.kept.has(id), isArriving: decided.arriving.has(id) };
  });
  const actions = usePeopleActions<WaitingRow>((_, selected) =>
    setChosen(
      selected.map(({ isOwn, isArriving: _, ...lead }) => ({
        ...lead,
        last_name: '',
        tags: [],
        responsible_id: isOwn ? actor.user_id : null,
      })),
    ),
  );
  const assign = actions.filter(({ key }) => key === 'assign');
  return (
    <>
      <TableGrid
        {...tools}
        name="waiting-leads"
        aria-label={t`Waiting leads`}
        columns={columns}
        hidden={hiddenAt(window.innerWidth)}
        rows={rows}
        isTall
        keyOf={({ id }) => id}
        nameOf={({ first_name }) => first_name}
        canExport={false}
        {...(actor.is_manager && { bulk: { label: t`Selected leads`, actions: assign } })}
      />
      {chosen && <LeadBulkSheet kind="assign" people={chosen} onClose={() => setChosen(null)} />}
    </>
  );
}
