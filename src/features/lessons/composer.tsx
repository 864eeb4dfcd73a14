import { useLingui } from '@lingui/react/macro';
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactElement, useRef } from 'react';
import { errorText } from '../../components/error/error-text.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { IconButton } from '../../ui/button.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import styles from './comments.module.css';
import { saveDraft, savedDraft } from './queries.ts';
import { useText } from './use-text.ts';

export interface ComposerProps {
  thread: string;
  /** Saves the comment; the field is cleared afterwards. */
  onSend: (text: string) => Promise<unknown>;
}

/** The composer at the end of a discussion. Its content survives leaving the screen and the app. */
export function Composer({ thread, onSend }: ComposerProps): ReactElement | null {
  const { db } = useStore();
  const draft = useLiveQuery(() => savedDraft(db, thread), [db, thread]);
  if (draft === undefined) return null;
  return <Box key={thread} thread={thread} onSend={onSend} draft={draft} />;
}

function Box({ thread, onSend, draft }: ComposerProps & { draft: string }): ReactElement {
  const { t } = useLingui();
  const { db } = useStore();
  const { text, fault, change, submit } = useText(draft, onSend);
  // Text typed while the last comment is being saved is kept.
  const newest = useRef(draft);
  const write = (value: string): void => {
    newest.current = value;
    change(value);
    void saveDraft(db, thread, value);
  };
  const send = async (): Promise<void> => {
    if ((await submit()) && newest.current === text) write('');
  };
  return (
    <div className={styles.composer}>
      <TextArea
        aria-label={t`Write a comment`}
        placeholder={t`Write a comment`}
        oneLine
        value={text}
        onChange={write}
        submit={() => void send()}
        {...(fault && { errorMessage: t(errorText(fault)) })}
      />
      <IconButton aria-label={t`Send`} variant="primary" onPress={() => void send()}>
        <IconArrowUp aria-hidden="true" />
      </IconButton>
    </div>
  );
}
