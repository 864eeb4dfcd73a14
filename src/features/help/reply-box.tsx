import { useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { ticketFields, type Ticket } from '../../../contract/entities/ticket.ts';
import { MessageBar } from '../../forms/message-bar.tsx';
import { FormPictureField } from '../../forms/form-picture-field.tsx';
import { useComposer } from '../../forms/use-composer.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { RootMark } from '../../ui/root-mark.tsx';
import { replyToRequest } from './actions.ts';

/** The composer of a reply. A typed reply is kept when the user leaves the screen or the app. */
export function ReplyBox({ ticket }: { ticket: Ticket }): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const form = useComposer({
    draft: `ticket:${ticket.id}`,
    schema: ticketFields.body,
    onSend: async ({ text, photos }) => {
      await replyToRequest(store, ticket, text, photos);
      return true;
    },
  });
  return (
    <MessageBar form={form} label={t`Write a message`} sendLabel={t`Send`}>
      <FormPictureField control={form.control} name="photos" />
      <RootMark name="composer" />
    </MessageBar>
  );
}
