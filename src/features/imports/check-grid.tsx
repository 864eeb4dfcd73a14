import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactElement, useState } from 'react';
import type { ImportPlanRow } from '../../../contract/api-calls/imports.ts';
import type { Issue } from '../../../contract/imports/fields.ts';
import type { ImportDraft } from '../../db/schema/import-draft.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { decideRow, editCell, resetRow } from './actions.ts';
import { CheckCell } from './check-cell.tsx';
import styles from './imports.module.css';
import { fieldLabels } from './labels.ts';
import { RowProblem } from './row-problem.tsx';

/** Number of rows that are rendered at first, and added per press. */
const PAGE_SIZE = 50;

/** Position of a cell in the grid, from 0. */
export interface CellPlace {
  row: number;
  column: number;
}

/** Returns the indexes of the columns that are imported. */
const importedColumns = ({ settings }: ImportDraft): number[] =>
  settings.mapping.flatMap((field, column) => (field === null ? [] : [column]));

const issueAt = ({ issues }: ImportPlanRow, { settings }: ImportDraft, column: number): Issue | undefined =>
  issues.find(({ field }) => field !== null && field === settings.mapping[column]);

/**
 * Returns the first cell with an issue in the rows after the given one, so that problems can be edited one after
 * another.
 */
function nextProblem(rows: readonly ImportPlanRow[], draft: ImportDraft, after: number): CellPlace | null {
  const next = rows.find(({ index, issues }) => index > after && issues.length > 0);
  const column = next && importedColumns(draft).find((at) => issueAt(next, draft, at));
  return next && column !== undefined ? { row: next.index, column } : null;
}

function RowActions({ draft, row }: { draft: ImportDraft; row: ImportPlanRow }): ReactElement {
  const { t } = useLingui();
  const { db } = useStore();
  const { index, line, issues, person } = row;
  const { edits, choices } = draft.settings;
  if (edits[index] || choices[index])
    return (
      <Button
        small
        variant="plain"
        aria-label={t`Undo line ${line}`}
        onPress={() => void resetRow(db, draft.id, index)}
      >
        <Trans>Undo</Trans>
      </Button>
    );
  const isInUse = issues.some(({ code }) => code === 'phone_in_use' || code === 'email_in_use');
  return (
    <>
      {isInUse && person && (
        <Button
          small
          variant="plain"
          aria-label={t`Update the person of line ${line}`}
          onPress={() => void decideRow(db, draft.id, index, 'update')}
        >
          <Trans>Update</Trans>
        </Button>
      )}
      {row.disposition !== 'skip' && (
        <Button
          small
          variant="plain"
          aria-label={t`Skip line ${line}`}
          onPress={() => void decideRow(db, draft.id, index, 'skip')}
        >
          <Trans>Skip</Trans>
        </Button>
      )}
    </>
  );
}

type CheckGridProps = { draft: ImportDraft; rows: readonly ImportPlanRow[]; label: string };

/** The checked rows of an import. A cell can be edited in place: Enter saves it and moves to the next problem. */
export function CheckGrid({ draft, rows, label }: CheckGridProps): ReactElement {
  const { t } = useLingui();
  const { db } = useStore();
  const [edited, setEdited] = useState<CellPlace | null>(null);
  const [limit, setLimit] = useState(PAGE_SIZE);
  const columns = importedColumns(draft);
  const { edits, choices, mapping } = draft.settings;
  const save = async (place: CellPlace, text: string, toNext: boolean): Promise<void> => {
    await editCell(db, draft.id, place.row, place.column, text);
    setEdited(toNext ? nextProblem(rows, draft, place.row) : null);
  };
  return (
    <>
      <DataTable aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{t({ message: 'Line', context: 'of a file' })}</th>
            <th scope="col">{t`Result`}</th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {t(fieldLabels[mapping[column]!])}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, limit).map((row) => {
            const { index, line, cells } = row;
            return (
              <tr key={index}>
                <th scope="row">{line}</th>
                <td className={styles.result}>
                  <RowProblem row={row} isChanged={Boolean(edits[index] ?? choices[index])} />
                  <RowActions draft={draft} row={row} />
                </td>
                {columns.map((column) => (
                  <td key={column}>
                    <CheckCell
                      name={`${t(fieldLabels[mapping[column]!])}, ${t`line ${line}`}`}
                      text={edits[index]?.[column] ?? cells[column] ?? ''}
                      issue={issueAt(row, draft, column)}
                      isChanged={edits[index]?.[column] !== undefined}
                      isEdited={edited?.row === index && edited.column === column}
                      onEdit={() => setEdited({ row: index, column })}
                      onCancel={() => setEdited(null)}
                      onSave={(text, toNext) => void save({ row: index, column }, text, toNext)}
                    />
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </DataTable>
      {limit < rows.length && (
        <Button variant="ghost" onPress={() => setLimit(limit + PAGE_SIZE)}>
          <Trans>Show more</Trans>
        </Button>
      )}
    </>
  );
}
