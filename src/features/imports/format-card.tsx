import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { type ReactElement, useState } from 'react';
import { delimiters, encodings, type Delimiter, type Encoding } from '../../../contract/imports/fields.ts';
import type { FileFailure } from '../../bridge/import-api.ts';
import { sync } from '../../bridge/sync.ts';
import type { ImportDraft } from '../../db/schema/import-draft.ts';
import { formatBytes } from '../../lib/intl-formats.ts';
import { Card, Section, Stack } from '../../ui/card.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { FileFailureNotice } from './file-step.tsx';
import { delimiterLabels, encodingLabels } from './labels.ts';

type Format = Pick<ImportDraft['settings'], 'encoding' | 'delimiter' | 'has_header'>;

/** Sets the encoding, the delimiter and the header row of the file. The sample values are updated with each choice. */
export function FormatCard({ draft }: { draft: ImportDraft }): ReactElement {
  const { t } = useLingui();
  const [failure, setFailure] = useState<FileFailure | null>(null);
  const { encoding, delimiter, has_header } = draft.settings;
  const reopen = async (change: Partial<Format>): Promise<void> => {
    const format = { encoding, delimiter, has_header, ...change };
    const result = await sync.account('reopenImport', draft.id, format).catch(() => null);
    setFailure(result && !result.ok && result.why === 'file' ? result : null);
  };
  const size = formatBytes(draft.bytes);
  return (
    <Section title={draft.filename}>
      <Card>
        <Stack gap="m">
          <small>
            <Plural value={draft.rows} one="# row" other="# rows" />,{' '}
            <Plural value={draft.header.length} one="# column" other="# columns" />, {size}
          </small>
          {failure && <FileFailureNotice failure={failure} />}
          <SelectField
            label={t`Characters`}
            options={encodings.map((value) => ({ value, label: encodingLabels[value] }))}
            value={encoding}
            onChange={(value) => void reopen({ encoding: value as Encoding })}
          />
          <SelectField
            label={t`Separator`}
            options={delimiters.map((value) => ({ value, label: t(delimiterLabels[value]) }))}
            value={delimiter}
            onChange={(value) => void reopen({ delimiter: value as Delimiter })}
          />
          <SelectField
            label={t`First row`}
            options={[
              { value: 'header', label: t`Column names` },
              { value: 'row', label: t`A person` },
            ]}
            value={has_header ? 'header' : 'row'}
            onChange={(value) => void reopen({ has_header: value === 'header' })}
          />
          <small>
            <Trans>The file itself is never changed.</Trans>
          </small>
        </Stack>
      </Card>
    </Section>
  );
}
