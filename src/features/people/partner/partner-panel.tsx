import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { PersonPreview } from '../../../components/person/person-preview.tsx';
import { PanelHead, type PanelPosition } from '../../../components/table/panel-head.tsx';
import { SidePanel } from '../../../components/table/side-panel.tsx';
import { formatDate } from '../../../lib/dates.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Detail, Details } from '../../../ui/details.tsx';
import styles from './partner.module.css';
import type { PartnerListRow } from './queries.ts';

interface PartnerPanelProps extends PanelPosition {
  row: PartnerListRow;
}

/** A panel beside the table of partners that previews one of them. */
export function PartnerPanel({ row, ...place }: PartnerPanelProps): ReactElement {
  const { t } = useLingui();
  const { id, person, badge, company, since, note, files, commission_percent: percent } = row;
  return (
    <SidePanel aria-label={t`Preview`} onClose={place.onClose}>
      <PanelHead {...place}>
        <LinkButton
          small
          variant="plain"
          to="/user/view-details/$personId"
          params={{ personId: id }}
          search={{ from: 'partners' }}
        >
          <Trans>Open</Trans>
        </LinkButton>
      </PanelHead>
      <PersonPreview person={person} badge={badge}>
        <Card>
          <Details>
            {company !== '' && <Detail name={<Trans>Company</Trans>}>{company}</Detail>}
            <Detail name={<Trans>Partner since</Trans>}>{formatDate(since)}</Detail>
            {percent > 0 && <Detail name={<Trans>Commission</Trans>}>{t`${percent}%`}</Detail>}
            {files.length > 0 && <Detail name={<Trans>Files</Trans>}>{files.length}</Detail>}
            {note !== '' && (
              <Detail wide name={<Trans>Note on the partner</Trans>}>
                <span className={styles.note}>{note}</span>
              </Detail>
            )}
          </Details>
        </Card>
      </PersonPreview>
    </SidePanel>
  );
}
