import { useLingui } from '@lingui/react/macro';
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { ticketFields, type Ticket } from '../../../contract/entities/ticket.ts';
import { errorText } from '../../cards/error-text.tsx';
import { useMendFailure } from '../../cards/mend-failure.ts';
import { useStore } from '../../cards/store-context.tsx';
import { IconButton } from '../../ui/button.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { reply } from './actions.ts';
import { savedReply, saveReply } from './draft.ts';
import styles from './help.module.css';

/** Where one writes on. What is in it survives leaving the screen and the app. */
export function ReplyBox({ ticket }: { ticket: Ticket }): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const failure = useMendFailure();
  const { db } = store;
  const { id } = ticket;
  const [text, setText] = useState('');
  const [code, setCode] = useState<string | null>(null);
  const isBusy = useRef(false);
  useEffect(() => {
    let isHere = true;
    const read = async (): Promise<void> => {
      const kept = await savedReply(db, id);
      if (isHere) setText((typed) => (typed === '' ? kept : typed));
    };
    void read().catch(() => {});
    return () => {
      isHere = false;
    };
  }, [db, id]);
  const write = (value: string): void => {
    setText(value);
    setCode(null);
    void saveReply(db, id, value).catch(() => {});
  };
  const send = async (): Promise<void> => {
    if (isBusy.current) return;
    const wrong = ticketFields.body.safeParse(text).error?.issues[0]?.message ?? null;
    setCode(wrong);
    if (wrong !== null) return;
    isBusy.current = true;
    try {
      await reply(store, ticket, text);
      write('');
    } catch (error) {
      failure(error);
    } finally {
      isBusy.current = false;
    }
  };
  return (
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
  );
}
