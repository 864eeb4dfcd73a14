import { Trans } from '@lingui/react/macro';
import IconBrandTelegram from '@tabler/icons-react/dist/esm/icons/IconBrandTelegram.mjs';
import IconMail from '@tabler/icons-react/dist/esm/icons/IconMail.mjs';
import IconPhonePlus from '@tabler/icons-react/dist/esm/icons/IconPhonePlus.mjs';
import type { ReactElement } from 'react';
import type { Person } from '../../../contract/entities/person.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Stack } from '../../ui/card.tsx';
import styles from '../call/call-buttons.module.css';
import { NumberActions, ExternalLink } from '../call/call-buttons.tsx';
import { personName } from './person-labels.ts';

export type PersonButtonsProps = {
  person: Pick<Person, 'id' | 'first_name' | 'last_name' | 'phone' | 'email' | 'telegram'>;
};

/** Links to call or message a person who is assigned to the user, and a button to log an interaction. */
export function PersonButtons({ person }: PersonButtonsProps): ReactElement {
  const { id, phone, email, telegram } = person;
  return (
    <Stack gap="s">
      {(phone ?? email ?? telegram) !== null && (
        <div className={styles.methods}>
          {phone !== null && (
            <NumberActions callee={{ contact_id: null, user_id: id, name: personName(person), number: phone }} />
          )}
          {telegram !== null && (
            <ExternalLink href={`https://t.me/${telegram}`} icon={<IconBrandTelegram aria-hidden="true" />}>
              Telegram
            </ExternalLink>
          )}
          {email !== null && (
            <a className={styles.method} href={`mailto:${email}`}>
              <IconMail aria-hidden="true" />
              <Trans>Email</Trans>
            </a>
          )}
        </div>
      )}
      <LinkButton
        variant="soft"
        wide
        icon={<IconPhonePlus aria-hidden="true" />}
        to="/calls/new"
        search={{ person: id }}
      >
        <Trans>Log a call</Trans>
      </LinkButton>
    </Stack>
  );
}
