import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import {
  donationStateLabels,
  donationTones,
  frequencyLabels,
  methodLabels,
} from '../../components/donation/donation-labels.ts';
import { PendingChanges } from '../../components/sync/pending-changes.tsx';
import { PanelHead, type PanelPosition } from '../../components/table/panel-head.tsx';
import { SidePanel } from '../../components/table/side-panel.tsx';
import type { DonationCard } from '../../db/queries/donations.ts';
import { useMoney } from '../../hooks/use-money.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { Badge } from '../../ui/badge.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Detail, Details } from '../../ui/details.tsx';
import { usePurposeText } from './use-donation-columns.tsx';

interface DonationPanelProps extends PanelPosition {
  card: DonationCard;
}

/** A panel beside the table of donations that previews one of them. */
export function DonationPanel({ card: { donation, badge }, ...place }: DonationPanelProps): ReactElement {
  const { t } = useLingui();
  const money = useMoney();
  const purposeText = usePurposeText();
  const { id, state, donor_name, author_name, author_id, donor_id, comment } = donation;
  return (
    <SidePanel aria-label={t`Preview`} onClose={place.onClose}>
      <PanelHead {...place}>
        <LinkButton small variant="plain" to="/donations/$donationId" params={{ donationId: id }}>
          <Trans>Open</Trans>
        </LinkButton>
      </PanelHead>
      <h2>{`${money(donation.amount_cents)}, ${donor_name}`}</h2>
      <PendingChanges badge={badge} />
      <div>
        <Badge tone={donationTones[state]}>{t(donationStateLabels[state])}</Badge>
      </div>
      <Card>
        <Details>
          <Detail name={<Trans>Payment method</Trans>}>{t(methodLabels[donation.method])}</Detail>
          <Detail name={<Trans>Paid at</Trans>}>{formatDateTime(donation.paid_at)}</Detail>
          <Detail name={<Trans>Purpose</Trans>}>{purposeText(donation)}</Detail>
          <Detail name={<Trans>How often</Trans>}>{t(frequencyLabels[donation.frequency])}</Detail>
          {author_id !== donor_id && <Detail name={<Trans>Entered by</Trans>}>{author_name}</Detail>}
          <Detail name={<Trans>Receipt</Trans>}>{donation.receipt}</Detail>
          {comment !== '' && (
            <Detail wide name={<Trans>Comment</Trans>}>
              {comment}
            </Detail>
          )}
        </Details>
      </Card>
    </SidePanel>
  );
}
