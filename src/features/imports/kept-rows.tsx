import { Trans, useLingui } from '@lingui/react/macro';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactElement, useState } from 'react';
import type { ImportPlanRow } from '../../../contract/api-calls/imports.ts';
import { sync } from '../../bridge/sync.ts';
import { ErrorNotice } from '../../components/error/error-notice.tsx';
import { useFetched } from '../../hooks/use-fetched.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Section, Stack } from '../../ui/card.tsx';
import { List, Row, RowLink } from '../../ui/list.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { keptLabels } from './labels.ts';
import { savedCheckRows } from './queries.ts';

/** Number of rows rendered at once. */
const PAGE_SIZE = 50;

function KeptRow({ row }: { row: ImportPlanRow }): ReactElement {
  const { t } = useLingui();
  const { line, person, kept } = row;
  const place = t({ message: `Line ${line}`, context: 'of a file' });
  const reason = kept === null ? '' : t(keptLabels[kept]);
  // A removed person has no screen any more.
  if (person === null || kept === 'removed') return <Row title={place} subtitle={reason} />;
  return (
    <RowLink
      to="/user/view-details/$personId"
      params={{ personId: person.id }}
      title={person.name}
      subtitle={`${reason} · ${place}`}
    />
  );
}

/** The people whom an undo has kept, with the reasons. */
export function KeptRows({ importId }: { importId: string }): ReactElement {
  const { t } = useLingui();
  const { db } = useStore();
  const [limit, setLimit] = useState(PAGE_SIZE);
  const fetching = useFetched(importId, () => sync.account('fetchImportRows', importId, 'kept'));
  const saved = useLiveQuery(async () => savedCheckRows(db, importId, 'kept'), [db, importId]);
  const isWaiting = saved === undefined || (saved === null && fetching.done === undefined);
  const failure = fetching.done && !fetching.done.ok ? fetching.done : null;
  return (
    <Section title={<Trans>Not undone</Trans>}>
      <Stack gap="m">
        {failure && <ErrorNotice error={failure} />}
        {isWaiting && <Skeleton leading="none" />}
        {saved?.rows.length === 0 && fetching.done !== undefined && (
          <small>
            <Trans>The list was deleted 7 days after the import.</Trans>
          </small>
        )}
        {saved && saved.rows.length > 0 && (
          <List aria-label={t`Not undone`}>
            {saved.rows.slice(0, limit).map((row) => (
              <KeptRow key={row.index} row={row} />
            ))}
          </List>
        )}
        {saved && limit < saved.rows.length && (
          <Button variant="ghost" onPress={() => setLimit(limit + PAGE_SIZE)}>
            <Trans>Show more</Trans>
          </Button>
        )}
      </Stack>
    </Section>
  );
}
