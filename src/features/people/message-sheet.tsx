import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { ticketFields } from '../../../contract/entities/ticket.ts';
import { personName } from '../../components/person/person-labels.ts';
import { FormTextArea } from '../../forms/fields.tsx';
import { Form } from '../../forms/form.tsx';
import { requiredText } from '../../forms/schema.ts';
import { useComposer } from '../../forms/use-composer.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { useWriteAction } from '../../hooks/use-write-action.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { sendMessage } from './actions.ts';
import type { StepSheetProps } from './step-sheets.tsx';

const FORM = 'message-form';

/** The sheet that sends a message through the Telegram bot; while offline, the message is queued. */
export function MessageSheet({ person, onClose }: StepSheetProps): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const step = useWriteAction();
  const name = personName(person);
  const form = useComposer({
    draft: `message:${person.id}`,
    schema: requiredText(ticketFields.body),
    onSend: async ({ text }) => {
      const isQueued = await step(() => sendMessage(store, person, text), t`Message sent successfully`);
      if (isQueued) onClose();
      return isQueued;
    },
  });
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={t`Message ${name} via Telegram`}
      description={t`It arrives only if this person has connected Telegram.`}
      footer={
        <Button type="submit" form={FORM} wide>
          <Trans>Send via Telegram</Trans>
        </Button>
      }
    >
      <Form form={form} id={FORM}>
        <FormTextArea control={form.control} name="text" label={t`Message`} isRequired />
      </Form>
    </Sheet>
  );
}
