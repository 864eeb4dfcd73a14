import { Plural, Trans, useLingui } from '@lingui/react/macro';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import IconArrowRight from '@tabler/icons-react/dist/esm/icons/IconArrowRight.mjs';
import { getRouteApi } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactElement } from 'react';
import { mappingProblems, type MappingProblems } from '../../../contract/imports/columns.ts';
import { importFields, type ImportField } from '../../../contract/imports/fields.ts';
import type { ImportDraft } from '../../db/schema/import-draft.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Stack } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Columns } from '../../ui/layout.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import { chooseField } from './actions.ts';
import { FormatCard } from './format-card.tsx';
import { ImportSettingsCard } from './how-card.tsx';
import { ImportFrame } from './import-frame.tsx';
import styles from './imports.module.css';
import { fieldLabels, matchLabels, matchTones } from './labels.ts';
import { MissingImport } from './missing-import.tsx';
import { savedImportDraft } from './queries.ts';

const route = getRouteApi('/_member/_staff/staff/users_imports/$importId/columns');

type ColumnProps = { draft: ImportDraft; column: number; isTwice: boolean };

/** Returns the parts of a column: its name, the first values, the field it is assigned to, and how that was found. */
function useColumn({ draft, column, isTwice }: ColumnProps) {
  const { t } = useLingui();
  const { db } = useStore();
  const number = column + 1;
  const name = draft.header[column] || t`Column ${number}`;
  const field = draft.settings.mapping[column] ?? null;
  const kind = draft.kinds[column] ?? 'none';
  const samples = (
    <span className={styles.chips}>
      {(draft.samples[column] ?? []).map((sample, at) => (
        <span key={at} className={styles.chip}>
          {sample}
        </span>
      ))}
    </span>
  );
  // A native select renders fast enough for a file with sixty columns.
  const select = (
    <span className={styles.selectBox}>
      <select
        className={styles.select}
        data-kind={kind}
        aria-label={t`Field for ${name}`}
        aria-invalid={isTwice}
        value={field ?? ''}
        onChange={({ target }) => {
          const chosen = target.value === '' ? null : (target.value as ImportField);
          void chooseField(db, draft.id, column, chosen);
        }}
      >
        <option value="">{t`Do not import`}</option>
        {importFields.map((key) => (
          <option key={key} value={key}>
            {t(fieldLabels[key])}
          </option>
        ))}
      </select>
      <IconChevronDown aria-hidden="true" />
    </span>
  );
  const match = isTwice ? (
    <Badge tone="need">
      <Trans>Selected twice</Trans>
    </Badge>
  ) : (
    <Badge tone={matchTones[kind]}>{t(matchLabels[kind])}</Badge>
  );
  return { name, samples, select, match };
}

function ColumnRow(props: ColumnProps): ReactElement {
  const { name, samples, select, match } = useColumn(props);
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{samples}</td>
      <td>{select}</td>
      <td>{match}</td>
    </tr>
  );
}

/** A column of the file as a list item, because a phone has no space for a table. */
function ColumnItem(props: ColumnProps): ReactElement {
  const { name, samples, select, match } = useColumn(props);
  return (
    <li className={styles.column}>
      <span className={styles.columnHead}>
        <strong>{name}</strong>
        {match}
      </span>
      {samples}
      {select}
    </li>
  );
}

interface MappingProps {
  draft: ImportDraft;
  repeated: readonly ImportField[];
}

function Mapping({ draft, repeated }: MappingProps): ReactElement {
  const { t } = useLingui();
  const hasTable = useMediaQuery('(min-width: 720px)');
  const columns = draft.header.map((_, column): ColumnProps => {
    const field = draft.settings.mapping[column];
    return { draft, column, isTwice: field != null && repeated.includes(field) };
  });
  if (!hasTable)
    return (
      <ul className={styles.columns} aria-label={t`Columns`}>
        {columns.map((props) => (
          <ColumnItem key={props.column} {...props} />
        ))}
      </ul>
    );
  const heads = [t`Column in the file`, t`First values`, t`Field in Haversack`, t`Match`];
  return (
    <DataTable aria-label={t`Columns`}>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {columns.map((props) => (
          <ColumnRow key={props.column} {...props} />
        ))}
      </tbody>
    </DataTable>
  );
}

/** Shows what is missing before the rows can be checked. */
function Missing({ missing, repeated }: MappingProblems): ReactElement | null {
  const { t } = useLingui();
  if (missing.length === 0 && repeated.length === 0) return null;
  const names = repeated.map((field) => t(fieldLabels[field])).join(', ');
  return (
    <span className={styles.need} role="status">
      {missing.includes('first_name') && <Trans>Choose a column for the first name.</Trans>}{' '}
      {missing.includes('phone_or_email') && <Trans>Choose a column for phone or email.</Trans>}{' '}
      {repeated.length > 0 && <Trans>Selected twice: {names}.</Trans>}
    </span>
  );
}

function Dock({ draft }: { draft: ImportDraft }): ReactElement {
  const { mapping, mode } = draft.settings;
  const problems = mappingProblems(mapping, mode);
  const isReady = problems.missing.length + problems.repeated.length === 0;
  const matched = mapping.filter((field) => field !== null).length;
  const total = mapping.length;
  const likely = draft.kinds.filter((kind) => kind === 'likely').length;
  return (
    <>
      <LinkButton to="/staff/users_imports" variant="ghost">
        <Trans>Back</Trans>
      </LinkButton>
      <span className={styles.said}>
        <span>
          <Trans>
            {matched} of <Plural value={total} one="# column" other="# columns" /> matched
          </Trans>
          {likely > 0 && (
            <>
              , <Trans>{likely} to check</Trans>
            </>
          )}
        </span>
        <Missing {...problems} />
      </span>
      {isReady ? (
        <LinkButton
          to="/staff/users_imports/$importId/check"
          params={{ importId: draft.id }}
          icon={<IconArrowRight aria-hidden="true" />}
        >
          <Trans>Check the rows</Trans>
        </LinkButton>
      ) : (
        <Button isDisabled>
          <Trans>Check the rows</Trans>
        </Button>
      )}
    </>
  );
}

/**
 * /staff/users_imports/$importId/columns: the second step of an import, which assigns columns to fields. Works offline.
 */
export function ColumnsStep(): ReactElement {
  const { db } = useStore();
  const { importId } = route.useParams();
  const draft = useLiveQuery(async () => savedImportDraft(db, importId), [db, importId]);
  if (!draft)
    return (
      <ImportFrame step="columns">{draft === undefined ? <Skeleton leading="none" /> : <MissingImport />}</ImportFrame>
    );
  const { repeated } = mappingProblems(draft.settings.mapping, draft.settings.mode);
  return (
    <ImportFrame step="columns" dock={<Dock draft={draft} />}>
      <Columns
        side={
          <Stack>
            <FormatCard draft={draft} />
            <ImportSettingsCard draft={draft} />
          </Stack>
        }
      >
        <Mapping draft={draft} repeated={repeated} />
      </Columns>
    </ImportFrame>
  );
}
