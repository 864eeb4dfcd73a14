import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactElement, useState } from 'react';
import { errorText } from '../../components/error/error-text.tsx';
import { useReplyDraft } from '../../forms/use-reply-draft.ts';
import { personName } from '../../components/person/person-labels.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { useWriteAction } from '../../hooks/use-write-action.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { sendMessage } from './actions.ts';
import type { StepSheetProps } from './step-sheets.tsx';

const MAX_LENGTH = 4000;

/** Sends a message through the Telegram bot, now or when online. */
export function MessageSheet({ person, onClose }: StepSheetProps): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const step = useWriteAction();
  const kept = useReplyDraft(`draft:message:${person.id}`);
  const [isChecked, setChecked] = useState(false);
  const { text } = kept;
  const name = personName(person);
  const code = text.trim() === '' ? 'required' : text.trim().length > MAX_LENGTH ? 'too_long' : null;
  const send = async (): Promise<void> => {
    setChecked(true);
    if (code !== null) return;
    if (!(await step(() => sendMessage(store, person, text), t`Message sent successfully`))) return;
    kept.clear(text);
    onClose();
  };
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={t`Message ${name} via Telegram`}
      description={t`It arrives only if this person has connected Telegram.`}
      footer={
        <Button wide onPress={() => void send()}>
          <Trans>Send via Telegram</Trans>
        </Button>
      }
    >
      <TextArea
        label={t`Message`}
        isRequired
        value={text}
        onChange={(value) => kept.set({ text: value })}
        {...(isChecked && code && { errorMessage: t(errorText(code)) })}
      />
    </Sheet>
  );
}
