import { useLingui } from '@lingui/react/macro';
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs';
import { type ReactElement, useRef, useState } from 'react';
import { ticketFields, type Ticket } from '../../../contract/entities/ticket.ts';
import { errorText } from '../../components/error/error-text.tsx';
import { useReplyDraft } from '../../forms/use-reply-draft.ts';
import { useWriteError } from '../../forms/use-write-error.ts';
import { PictureField } from '../../components/media/picture-field.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { IconButton } from '../../ui/button.tsx';
import { Stack } from '../../ui/card.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { reply } from './actions.ts';
import styles from './help.module.css';

/** The reply composer. Its content survives leaving the screen and the app. */
export function ReplyBox({ ticket }: { ticket: Ticket }): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const failure = useWriteError();
  const kept = useReplyDraft(`draft:ticket:${ticket.id}`);
  const { text, photos } = kept;
  const [code, setCode] = useState<string | null>(null);
  const isBusy = useRef(false);
  const write = (value: string): void => {
    kept.set({ text: value });
    setCode(null);
  };
  const send = async (): Promise<void> => {
    if (isBusy.current) return;
    const wrong = ticketFields.body.safeParse(text).error?.issues[0]?.message ?? null;
    setCode(wrong);
    if (wrong !== null) return;
    isBusy.current = true;
    try {
      await reply(store, ticket, text, photos);
      kept.clear(text);
    } catch (error) {
      failure(error);
    } finally {
      isBusy.current = false;
    }
  };
  return (
    <Stack gap="s">
      <div className={styles.composer}>
        <TextArea
          aria-label={t`Write a message`}
          placeholder={t`Write a message`}
          oneLine
          value={text}
          onChange={write}
          submit={() => void send()}
          {...(code && { errorMessage: t(errorText(code)) })}
        />
        <IconButton aria-label={t`Send`} variant="primary" onPress={() => void send()}>
          <IconArrowUp aria-hidden="true" />
        </IconButton>
      </div>
      <PictureField photos={photos} onChange={(chosen) => kept.set({ photos: chosen })} />
    </Stack>
  );
}
