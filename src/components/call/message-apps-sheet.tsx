import { Trans, useLingui } from '@lingui/react/macro';
import IconBrandTelegram from '@tabler/icons-react/dist/esm/icons/IconBrandTelegram.mjs';
import IconMail from '@tabler/icons-react/dist/esm/icons/IconMail.mjs';
import type { ReactElement } from 'react';
import { Sheet } from '../../ui/sheet.tsx';
import { ContactMethods, ExternalLink, MethodLink, NumberMessages } from './call-buttons.tsx';

/** The addresses at which a person gets messages; null if unknown. */
export interface MessageAddresses {
  phone: string | null;
  telegram: string | null;
  email: string | null;
}

export type MessageAppsSheetProps = MessageAddresses & { name: string; isOpen: boolean; onClose: () => void };

/** A sheet in which the user chooses an app for a message to a person. */
export function MessageAppsSheet(props: MessageAppsSheetProps): ReactElement {
  const { t } = useLingui();
  const { phone, telegram, email, name, isOpen, onClose } = props;
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={t`Message ${name}`}>
      <ContactMethods>
        {phone !== null && <NumberMessages number={phone} />}
        {telegram !== null && (
          <ExternalLink href={`https://t.me/${telegram}`} icon={<IconBrandTelegram aria-hidden="true" />}>
            Telegram
          </ExternalLink>
        )}
        {email !== null && (
          <MethodLink href={`mailto:${email}`} icon={<IconMail aria-hidden="true" />}>
            <Trans>Email</Trans>
          </MethodLink>
        )}
      </ContactMethods>
    </Sheet>
  );
}
