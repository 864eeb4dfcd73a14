import { Trans, useLingui } from '@lingui/react/macro';
import IconBrandTelegram from '@tabler/icons-react/dist/esm/icons/IconBrandTelegram.mjs';
import IconBrandWhatsapp from '@tabler/icons-react/dist/esm/icons/IconBrandWhatsapp.mjs';
import IconMessage from '@tabler/icons-react/dist/esm/icons/IconMessage.mjs';
import IconPhone from '@tabler/icons-react/dist/esm/icons/IconPhone.mjs';
import IconPhonePlus from '@tabler/icons-react/dist/esm/icons/IconPhonePlus.mjs';
import { type ReactElement, type ReactNode, useState } from 'react';
import type { Contact } from '../../../contract/entities/contact.ts';
import { LinkButton, lockOr } from '../../ui/button.tsx';
import { useIsShown } from '../../hooks/use-is-shown.ts';
import { usePhoneText } from '../../hooks/use-phone-text.ts';
import { Stack } from '../../ui/card.tsx';
import { ChipGroup } from '../../ui/chips.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Anchor } from '../../ui/press.tsx';
import styles from './call-buttons.module.css';
import type { Callee } from './call-intent.ts';
import { contactName } from '../contact/contact-labels.ts';
import { telHref } from './dial.ts';
import { logCallLinkProps } from './log-call.ts';
import { useCall } from './use-call.ts';

export type CallButtonsProps = {
  contact: Pick<Contact, 'id' | 'first_name' | 'last_name' | 'phones' | 'telegram'>;
};

/** Links to call or message a contact, and a button to log a call that was made outside the app. */
export function CallButtons({ contact }: CallButtonsProps): ReactElement {
  const { t } = useLingui();
  const phoneText = usePhoneText();
  const isShown = useIsShown();
  const logCall = logCallLinkProps({ contact: contact.id });
  const [chosen, setChosen] = useState('0');
  const { phones, telegram } = contact;
  const number = (phones[Number(chosen)] ?? phones[0])?.number;
  return (
    <Stack gap="s">
      {phones.length > 1 && (
        <ChipGroup
          aria-label={t`Number`}
          wrap
          value={chosen}
          onChange={setChosen}
          chips={phones.map(({ number: each, label }, index) => ({
            key: String(index),
            label: label === '' ? phoneText(each) : `${label}, ${phoneText(each)}`,
          }))}
        />
      )}
      {(number !== undefined || telegram !== null) && (
        <ContactMethods>
          {number !== undefined && (
            <NumberActions callee={{ contact_id: contact.id, name: contactName(contact), number }} />
          )}
          {telegram !== null && (
            <ExternalLink href={`https://t.me/${telegram}`} icon={<IconBrandTelegram aria-hidden="true" />}>
              Telegram
            </ExternalLink>
          )}
        </ContactMethods>
      )}
      {isShown(logCall) && (
        <LinkButton variant="soft" wide icon={<IconPhonePlus aria-hidden="true" />} {...logCall}>
          <Trans>Log a call</Trans>
        </LinkButton>
      )}
    </Stack>
  );
}

/** Lays out contact methods side by side. */
export function ContactMethods({ children }: { children: ReactNode }): ReactElement {
  return <div className={styles.methods}>{children}</div>;
}

/** Links to call or message a phone number. When a call is started, the time is stored. */
export function NumberActions({ callee }: { callee: Callee }): ReactElement {
  return (
    <>
      <CallLink callee={callee} />
      <NumberMessages number={callee.number} />
    </>
  );
}

/**
 * Links to the apps that can send a message to a phone number. The WhatsApp link is shown only for international
 * numbers, because WhatsApp accepts no others.
 */
export function NumberMessages({ number }: { number: string }): ReactElement {
  return (
    <>
      <MethodLink href={telHref(number).replace('tel:', 'sms:')} icon={<IconMessage aria-hidden="true" />}>
        <Trans>SMS</Trans>
      </MethodLink>
      {number.startsWith('+') && (
        <ExternalLink
          href={`https://wa.me/${number.replace(/\D/g, '')}`}
          icon={<IconBrandWhatsapp aria-hidden="true" />}
        >
          WhatsApp
        </ExternalLink>
      )}
    </>
  );
}

function CallLink({ callee }: { callee: Callee }): ReactElement {
  const call = useCall(callee);
  return (
    <Anchor className={classNames(styles.method)} data-main="true" {...call}>
      {lockOr(call, <IconPhone aria-hidden="true" />)}
      <Trans context="verb">Call</Trans>
    </Anchor>
  );
}

interface MethodLinkProps {
  href: string;
  icon: ReactNode;
  children: ReactNode;
}

/** A link that opens an app of the device. */
export function MethodLink({ href, icon, children }: MethodLinkProps): ReactElement {
  return (
    <a className={styles.method} href={href}>
      {icon}
      {children}
    </a>
  );
}

/** A link that opens another app or its website. */
export function ExternalLink({ href, icon, children }: MethodLinkProps): ReactElement {
  return (
    <a className={styles.method} href={href} target="_blank" rel="noopener noreferrer">
      {icon}
      {children}
    </a>
  );
}
