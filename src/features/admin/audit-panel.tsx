import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import type { AuditLine } from '../../../contract/api-calls/admin.ts';
import { useActionLabel } from '../../components/audit/action-labels.ts';
import { PanelHead, type PanelPosition } from '../../components/table/panel-head.tsx';
import { SidePanel } from '../../components/table/side-panel.tsx';
import { formatDateTime } from '../../lib/dates.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Detail, Details } from '../../ui/details.tsx';
import { List, Row } from '../../ui/list.tsx';
import { useAuditDetails } from './use-audit-details.ts';

/** A panel beside the audit log that shows one entry, with a link to the account that it concerns. */
export function AuditPanel({ line, ...place }: PanelPosition & { line: AuditLine }): ReactElement {
  const { t } = useLingui();
  const actionLabel = useActionLabel();
  const details = useAuditDetails()(line);
  const { action, at, actor_name, target_id, target_name, ip } = line;
  return (
    <SidePanel aria-label={t`Preview`} onClose={place.onClose}>
      <PanelHead {...place}>
        {target_id !== null && target_name !== null && (
          <LinkButton small variant="plain" to="/main/admin/users/edit/$userId" params={{ userId: target_id }}>
            <Trans>Account</Trans>
          </LinkButton>
        )}
      </PanelHead>
      <h2>{actionLabel(action)}</h2>
      <Card>
        <Details>
          <Detail name={<Trans>Time</Trans>}>{formatDateTime(at)}</Detail>
          {actor_name !== null && <Detail name={<Trans context="audit log">Done by</Trans>}>{actor_name}</Detail>}
          {target_name !== null && <Detail name={<Trans>Account</Trans>}>{target_name}</Detail>}
          {ip !== null && <Detail name={<Trans>IP address</Trans>}>{ip}</Detail>}
        </Details>
      </Card>
      {details.length > 0 && (
        <List aria-label={t`Details`}>
          {details.map((detail) => (
            <Row key={detail} title={detail} wrapTitle />
          ))}
        </List>
      )}
    </SidePanel>
  );
}
