import { Trans, useLingui } from '@lingui/react/macro';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import IconTag from '@tabler/icons-react/dist/esm/icons/IconTag.mjs';
import IconUserPlus from '@tabler/icons-react/dist/esm/icons/IconUserPlus.mjs';
import type { ReactElement } from 'react';
import { BulkBar, type BulkBarProps } from '../../../components/table/bulk-bar.tsx';
import { Button } from '../../../ui/button.tsx';

export interface PeopleBulkBarProps extends Omit<BulkBarProps, 'aria-label' | 'children'> {
  onAssign: () => void;
  onTag: () => void;
  /** Exports the selected rows; undefined if the user may not export. */
  onExport: (() => void) | undefined;
  isExporting?: boolean;
}

/** The toolbar with the actions on the selected people. */
export function PeopleBulkBar(props: PeopleBulkBarProps): ReactElement {
  const { onAssign, onTag, onExport, isExporting = false, ...bar } = props;
  const { t } = useLingui();
  return (
    <BulkBar aria-label={t`Selected people`} {...bar}>
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
          isPending={isExporting}
          onPress={onExport}
        >
          <Trans>Export CSV</Trans>
        </Button>
      )}
    </BulkBar>
  );
}
