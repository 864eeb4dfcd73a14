import { useLingui } from '@lingui/react/macro';
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactElement, useState } from 'react';
import { errorText } from '../../cards/error-text.tsx';
import { useStore } from '../../cards/store-context.tsx';
import { IconButton } from '../../ui/button.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import styles from './comments.module.css';
import { saveDraft, savedDraft } from './queries.ts';
import { textFault } from './text-fault.ts';

export interface ComposerProps {
  thread: string;
  /** Saves it; the field is emptied once that is done. */
  onSend: (text: string) => Promise<unknown>;
}

/** The box at the foot of a discussion. What is in it survives leaving the screen and the app. */
export function Composer({ thread, onSend }: ComposerProps): ReactElement | null {
  const { db } = useStore();
  const draft = useLiveQuery(() => savedDraft(db, thread), [db, thread]);
  if (draft === undefined) return null;
  return <Box key={thread} thread={thread} onSend={onSend} draft={draft} />;
}

function Box({ thread, onSend, draft }: ComposerProps & { draft: string }): ReactElement {
  const { t } = useLingui();
  const { db } = useStore();
  const [text, setText] = useState(draft);
  const [fault, setFault] = useState<string | null>(null);
  const change = (value: string): void => {
    setText(value);
    setFault(null);
    void saveDraft(db, thread, value);
  };
  const send = async (): Promise<void> => {
    const found = textFault(text);
    setFault(found);
    if (found) return;
    try {
      await onSend(text);
      change('');
    } catch {
      // The text stays in the field.
      setFault('internal');
    }
  };
  return (
    <div className={styles.composer}>
      <TextArea
        aria-label={t`Write a comment`}
        placeholder={t`Write a comment`}
        oneLine
        value={text}
        onChange={change}
        submit={() => void send()}
        {...(fault && { errorMessage: t(errorText(fault)) })}
      />
      <IconButton aria-label={t`Send`} variant="primary" onPress={() => void send()}>
        <IconArrowUp aria-hidden="true" />
      </IconButton>
    </div>
  );
}
