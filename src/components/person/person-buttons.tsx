import { Trans, useLingui } from '@lingui/react/macro';
import IconMessage from '@tabler/icons-react/dist/esm/icons/IconMessage.mjs';
import IconPhone from '@tabler/icons-react/dist/esm/icons/IconPhone.mjs';
import IconPhonePlus from '@tabler/icons-react/dist/esm/icons/IconPhonePlus.mjs';
import { type ReactElement, useState } from 'react';
import type { Person } from '../../../contract/entities/person.ts';
import { useIsShown } from '../../hooks/use-is-shown.ts';
import { ActionAnchor, ActionButton, ActionLink } from '../../ui/action-row.tsx';
import type { Callee } from '../call/call-intent.ts';
import { logCallLinkProps } from '../call/log-call.ts';
import { MessageAppsSheet } from '../call/message-apps-sheet.tsx';
import { useCall } from '../call/use-call.ts';
import { personName } from './person-labels.ts';

export type PersonButtonsProps = {
  person: Pick<Person, 'id' | 'first_name' | 'last_name' | 'phone' | 'email' | 'telegram'>;
};

/** The actions of an ActionRow that call or message a person, and log an interaction. */
export function PersonButtons({ person }: PersonButtonsProps): ReactElement {
  const { t } = useLingui();
  const isShown = useIsShown();
  const { id, phone, email, telegram } = person;
  const logCall = logCallLinkProps({ person: id });
  return (
    <>
      {phone !== null && (
        <CallAction callee={{ contact_id: null, user_id: id, name: personName(person), number: phone }} />
      )}
      {(phone ?? email ?? telegram) !== null && <MessageAction person={person} />}
      {isShown(logCall) && (
        <ActionLink icon={<IconPhonePlus />} aria-label={t`Log a call`} {...logCall}>
          <Trans context="log a call">Log</Trans>
        </ActionLink>
      )}
    </>
  );
}

function CallAction({ callee }: { callee: Callee }): ReactElement {
  return (
    <ActionAnchor isMain icon={<IconPhone />} {...useCall(callee)}>
      <Trans context="action on a person">Call</Trans>
    </ActionAnchor>
  );
}

/** Opens the sheet in which the user chooses an app for a message. */
function MessageAction({ person }: PersonButtonsProps): ReactElement {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ActionButton icon={<IconMessage />} writes onPress={() => setOpen(true)}>
        <Trans context="action on a person">Message</Trans>
      </ActionButton>
      <MessageAppsSheet {...person} name={personName(person)} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}
