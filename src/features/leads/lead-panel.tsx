import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import type { TablePerson } from '../../components/person/person-columns.tsx';
import { PersonPreview } from '../../components/person/person-preview.tsx';
import { PanelHead, type PanelPosition } from '../../components/table/panel-head.tsx';
import { SidePanel } from '../../components/table/side-panel.tsx';
import { LinkButton } from '../../ui/button.tsx';

interface LeadPanelProps extends PanelPosition {
  person: TablePerson;
}

/** A panel beside the table of leads that previews one of them. */
export function LeadPanel({ person, ...place }: LeadPanelProps): ReactElement {
  const { t } = useLingui();
  const { id, badge } = person;
  return (
    <SidePanel aria-label={t`Preview`} onClose={place.onClose}>
      <PanelHead {...place}>
        <LinkButton small variant="plain" to="/user/view-details/$personId" params={{ personId: id }}>
          <Trans>Open</Trans>
        </LinkButton>
      </PanelHead>
      <PersonPreview person={person} badge={badge} />
    </SidePanel>
  );
}
