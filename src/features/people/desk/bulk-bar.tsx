import { Plural, Trans, useLingui } from '@lingui/react/macro';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import IconTag from '@tabler/icons-react/dist/esm/icons/IconTag.mjs';
import IconUserPlus from '@tabler/icons-react/dist/esm/icons/IconUserPlus.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import type { ReactElement } from 'react';
import { Button, IconButton } from '../../../ui/button.tsx';
import styles from './desk.module.css';

export interface BulkBarProps {
  count: number;
  onAssign: () => void;
  onTag: () => void;
  /** Exports the selected rows; undefined if the user may not export. */
  onExport: (() => void) | undefined;
  onClear: () => void;
}

/** The toolbar with the actions on the selected rows. */
export function BulkBar({ count, onAssign, onTag, onExport, onClear }: BulkBarProps): ReactElement {
  const { t } = useLingui();
  return (
    <div role="toolbar" aria-label={t`Selected people`} className={styles.bulk}>
      <span role="status">
        <Plural value={count} one="# selected" other="# selected" />
      </span>
      <Button small icon={<IconUserPlus aria-hidden="true" />} aria-keyshortcuts="a" writes onPress={onAssign}>
        <Trans>Assign</Trans>
      </Button>
      <Button small variant="ghost" icon={<IconTag aria-hidden="true" />} aria-keyshortcuts="t" writes onPress={onTag}>
        <Trans>Add a tag</Trans>
      </Button>
      {onExport && (
        <Button
          small
          variant="ghost"
          icon={<IconDownload aria-hidden="true" />}
          aria-keyshortcuts="e"
          onPress={onExport}
        >
          <Trans>Export CSV</Trans>
        </Button>
      )}
      <IconButton aria-label={t`Clear selection`} onPress={onClear}>
        <IconX aria-hidden="true" />
      </IconButton>
    </div>
  );
}
