import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import type { AdminUser } from '../../../contract/api-calls/admin.ts';
import { languageLabels } from '../../components/person/person-labels.ts';
import { useCountryName } from '../../components/person/person-row.tsx';
import { usePhoneText } from '../../hooks/use-phone-text.ts';
import { Badge } from '../../ui/badge.tsx';
import { Detail, Details } from '../../ui/details.tsx';
import styles from './admin.module.css';
import { roleLabels, stateLabels, stateOf, stateTones } from './labels.ts';

/** Badges with the roles of an account, or the text "Learner" for an account without roles. */
export function RoleBadges({ user }: { user: AdminUser }): ReactElement {
  const { t } = useLingui();
  const labels = roleLabels(user);
  if (labels.length === 0)
    return (
      <Badge>
        <Trans context="role">Learner</Trans>
      </Badge>
    );
  return (
    <span className={styles.badges}>
      {labels.map((label) => (
        <Badge key={t(label)} tone="info">
          {t(label)}
        </Badge>
      ))}
    </span>
  );
}

export function AccountState({ user }: { user: AdminUser }): ReactElement {
  const { t } = useLingui();
  const state = stateOf(user);
  return <Badge tone={stateTones[state]}>{t(stateLabels[state])}</Badge>;
}

/** The read-only view of an account, shown while the device is offline. */
export function UserDetails({ user }: { user: AdminUser }): ReactElement {
  const { t } = useLingui();
  const country = useCountryName();
  const phoneText = usePhoneText();
  const { email, phone, language } = user;
  return (
    <Details>
      <Detail name={<Trans>Email</Trans>}>{email ?? <Trans>None</Trans>}</Detail>
      <Detail name={<Trans>Phone</Trans>}>{phone ? phoneText(phone) : <Trans>None</Trans>}</Detail>
      <Detail name={<Trans>Language</Trans>}>{t(languageLabels[language]!)}</Detail>
      <Detail name={<Trans>Country</Trans>}>{country(user.country) || <Trans>Not specified</Trans>}</Detail>
      <Detail name={<Trans>Roles</Trans>}>
        <RoleBadges user={user} />
      </Detail>
      <Detail name={<Trans>Status</Trans>}>
        <AccountState user={user} />
      </Detail>
    </Details>
  );
}
