import { Trans, useLingui } from '@lingui/react/macro';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactElement, useState } from 'react';
import type { Partner } from '../../../../contract/entities/partner.ts';
import type { Person } from '../../../../contract/entities/person.ts';
import { useStore } from '../../../hooks/store-context.tsx';
import { formatDate } from '../../../lib/dates.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, Section, Stack } from '../../../ui/card.tsx';
import { Detail, Details } from '../../../ui/details.tsx';
import { PartnerCommission } from './commission.tsx';
import { CommissionSheet } from './commission-sheet.tsx';
import { PartnerFiles } from './partner-files.tsx';
import styles from './partner.module.css';

interface PartnerProps {
  person: Person;
  partner: Partner;
}

/** The partner data of a person: company, note, files and commission. Only admins can change the commission. */
export function PartnerCard({ person, partner }: PartnerProps): ReactElement {
  const { t } = useLingui();
  const { db, actor } = useStore();
  const [isOpen, setOpen] = useState(false);
  const isAdmin = useLiveQuery(async () => (await db.me.get(actor.user_id))?.is_superuser ?? false, [db, actor]);
  const { since, company, note, commission_percent: percent } = partner;
  const change = isAdmin && (
    <Button small variant="soft" onPress={() => setOpen(true)}>
      {percent === 0 ? <Trans>Set commission</Trans> : <Trans>Change commission</Trans>}
    </Button>
  );
  return (
    <Section title={<Trans>Partner</Trans>} end={change}>
      <Stack gap="m">
        <Card>
          <Details>
            {company !== '' && <Detail name={<Trans>Company</Trans>}>{company}</Detail>}
            <Detail name={<Trans>Partner since</Trans>}>{formatDate(since)}</Detail>
            {percent > 0 && <Detail name={<Trans>Commission</Trans>}>{t`${percent}%`}</Detail>}
            {note !== '' && (
              <Detail wide name={<Trans>Note on the partner</Trans>}>
                <span className={styles.note}>{note}</span>
              </Detail>
            )}
          </Details>
        </Card>
        <PartnerFiles person={person} />
        {percent > 0 && <PartnerCommission key={person.id} id={person.id} percent={percent} />}
      </Stack>
      {isOpen && <CommissionSheet person={person} percent={percent} onClose={() => setOpen(false)} />}
    </Section>
  );
}
