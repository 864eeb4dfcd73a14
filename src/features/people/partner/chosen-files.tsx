import { Trans, useLingui } from '@lingui/react/macro';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import type { Dispatch, ReactElement, SetStateAction } from 'react';
import { formatBytes } from '../../../lib/intl-formats.ts';
import { IconButton } from '../../../ui/button.tsx';
import { FieldGroup } from '../../../ui/field-group.tsx';
import { List, Row } from '../../../ui/list.tsx';
import { AddFiles } from './add-files.tsx';
import { FileIcon } from './file-icon.tsx';
import type { ChosenFile } from './prepare-file.ts';

interface ChosenFilesProps {
  files: readonly ChosenFile[];
  onChange: Dispatch<SetStateAction<readonly ChosenFile[]>>;
}

/** The files of a new partner, which are saved together with the form. */
export function ChosenFiles({ files, onChange }: ChosenFilesProps): ReactElement {
  const { t } = useLingui();
  const isOther =
    ({ sha256 }: { sha256: string }) =>
    (other: ChosenFile): boolean =>
      other.sha256 !== sha256;
  return (
    <FieldGroup label={<Trans>Files</Trans>} isNamed>
      {files.length > 0 && (
        <List aria-label={t`Files`}>
          {files.map(({ name, ...file }) => (
            <Row
              key={file.sha256}
              leading={<FileIcon mime={file.mime} />}
              title={name}
              wrapTitle
              subtitle={formatBytes(file.data.byteLength)}
              trailing={
                <IconButton
                  aria-label={t`Remove ${name}`}
                  onPress={() => onChange((before) => before.filter(isOther(file)))}
                >
                  <IconX aria-hidden="true" />
                </IconButton>
              }
            />
          ))}
        </List>
      )}
      <AddFiles count={files.length} onAdd={(file) => onChange((before) => [...before.filter(isOther(file)), file])} />
    </FieldGroup>
  );
}
