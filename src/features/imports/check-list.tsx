import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactElement, useState } from 'react';
import type { ImportPlanRow } from '../../../contract/api-calls/imports.ts';
import type { ImportField } from '../../../contract/imports/fields.ts';
import type { ImportDraft } from '../../db/schema/import-draft.ts';
import { Button } from '../../ui/button.tsx';
import { List, Row } from '../../ui/list.tsx';
import { RowProblem } from './row-problem.tsx';

/** Number of rows that are rendered at first, and added per press. */
const PAGE_SIZE = 50;

const nameFields: readonly ImportField[] = ['first_name', 'last_name'];

/** Returns the name in a row of the file; empty if it has none. */
function nameOf({ cells }: ImportPlanRow, { settings: { mapping } }: ImportDraft): string {
  const parts = nameFields.map((field) => cells[mapping.indexOf(field)] ?? '');
  return parts.join(' ').trim();
}

interface CheckListProps {
  draft: ImportDraft;
  rows: readonly ImportPlanRow[];
  label: string;
}

/** The checked rows of an import on a phone, where they can be read but not edited. */
export function CheckList({ draft, rows, label }: CheckListProps): ReactElement {
  const { t } = useLingui();
  const [limit, setLimit] = useState(PAGE_SIZE);
  return (
    <>
      <List aria-label={label}>
        {rows.slice(0, limit).map((row) => {
          const { index, line } = row;
          const { edits, choices } = draft.settings;
          return (
            <Row
              key={index}
              title={[nameOf(row, draft), t`line ${line}`].filter(Boolean).join(', ')}
              wrapTitle
              subtitle={<RowProblem row={row} isChanged={Boolean(edits[index] ?? choices[index])} />}
            />
          );
        })}
      </List>
      {limit < rows.length && (
        <Button variant="ghost" onPress={() => setLimit(limit + PAGE_SIZE)}>
          <Trans>Show more</Trans>
        </Button>
      )}
    </>
  );
}
