import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import type { ImportRow } from '../../../contract/api-calls/imports.ts';
import { PanelHead, type PanelPosition } from '../../components/table/panel-head.tsx';
import { SidePanel } from '../../components/table/side-panel.tsx';
import { formatDateTime } from '../../lib/dates.ts';
import { Badge } from '../../ui/badge.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Detail, Details } from '../../ui/details.tsx';
import { stateLabels, stateTones } from './labels.ts';

/** A panel beside the table of imports that previews one of them. */
export function ImportPanel({ row, ...place }: PanelPosition & { row: ImportRow }): ReactElement {
  const { t } = useLingui();
  const { id, filename, state, total, success, skipped, failed, warnings, undo_until, finished_at } = row;
  return (
    <SidePanel aria-label={t`Preview`} onClose={place.onClose}>
      <PanelHead {...place}>
        <LinkButton small variant="plain" to="/staff/users_imports/$importId/result" params={{ importId: id }}>
          <Trans>Open</Trans>
        </LinkButton>
      </PanelHead>
      <h2>{filename}</h2>
      <div>
        <Badge tone={stateTones[state]}>{t(stateLabels[state])}</Badge>
      </div>
      <Card>
        <Details>
          <Detail name={<Trans>Rows</Trans>}>{total}</Detail>
          <Detail name={<Trans>Imported</Trans>}>{success}</Detail>
          <Detail name={<Trans>Skipped</Trans>}>{skipped}</Detail>
          <Detail name={<Trans>Errors</Trans>}>{failed}</Detail>
          <Detail name={<Trans>Warnings</Trans>}>{warnings}</Detail>
          <Detail name={<Trans>By</Trans>}>{row.created_by_name}</Detail>
          <Detail name={<Trans>Uploaded</Trans>}>{formatDateTime(row.created_at)}</Detail>
          {finished_at !== null && <Detail name={<Trans>Finished</Trans>}>{formatDateTime(finished_at)}</Detail>}
          {undo_until !== null && <Detail name={<Trans>Undo until</Trans>}>{formatDateTime(undo_until)}</Detail>}
        </Details>
      </Card>
    </SidePanel>
  );
}
