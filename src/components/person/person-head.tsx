import { Trans, useLingui } from '@lingui/react/macro';
import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs';
import type { ReactElement, ReactNode } from 'react';
import type { Person } from '../../../contract/entities/person.ts';
import { leadStatusTones, leadStatusLabels, personName } from './person-labels.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { useCopy } from '../../hooks/use-copy.ts';
import { usePhoneText } from '../../hooks/use-phone-text.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { PressButton } from '../../ui/press.tsx';
import { RootMark } from '../../ui/root-mark.tsx';
import styles from './person-head.module.css';

/**
 * The header of a person's screen. While the page scrolls, the identity stays visible, and on wide screens the actions
 * do too.
 */
export function StickyPersonHead({ person, actions }: { person: Person; actions: ReactNode }): ReactElement {
  return (
    <div className={styles.head}>
      <PersonIdentity person={person}>
        <h1 tabIndex={-1}>{personName(person)}</h1>
      </PersonIdentity>
      <div className={styles.actions}>{actions}</div>
      <RootMark name="sticky-head" />
    </div>
  );
}

interface PersonIdentityProps {
  person: Person;
  /** The heading with the person's name; absent if the name is shown above. */
  children?: ReactElement;
}

/** The identity of a person: picture, name, status, responsible employee and phone number. */
export function PersonIdentity({ person, children }: PersonIdentityProps): ReactElement {
  const { t } = useLingui();
  const { actor } = useStore();
  const { responsible_id, responsible_name: ownerName, phone } = person;
  return (
    <div className={styles.identity}>
      <Avatar name={personName(person)} id={person.id} size="l" />
      <div className={styles.text}>
        {children}
        <div className={styles.facts}>
          <span className={styles.status} data-tone={leadStatusTones[person.status]}>
            {t(leadStatusLabels[person.status])}
          </span>
          {person.is_blocked && (
            <Badge tone="need">
              <Trans>Blocked</Trans>
            </Badge>
          )}
          {phone !== null && <PhoneNumber phone={phone} isInvalid={person.phone_invalid} />}
          {responsible_id !== null && responsible_id !== actor.user_id && ownerName !== null && (
            <span>
              <Trans>Assigned to {ownerName}</Trans>
            </span>
          )}
        </div>
      </div>
    </div>
  );
}

/** A phone number. A press copies it. */
function PhoneNumber({ phone, isInvalid }: { phone: string; isInvalid: boolean }): ReactElement {
  const { t } = useLingui();
  const copy = useCopy({ copied: t`Number copied` });
  const number = usePhoneText()(phone);
  return (
    <span className={styles.phone}>
      <PressButton className={styles.copy} aria-label={t`Copy ${number}`} onPress={() => void copy(phone)}>
        {number}
        <IconCopy aria-hidden="true" />
      </PressButton>
      {isInvalid && (
        <Badge tone="need">
          <Trans>Wrong number</Trans>
        </Badge>
      )}
    </span>
  );
}
