import { useLingui } from '@lingui/react/macro';
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import type { Person } from '../../../contract/entities/person.ts';
import { errorText } from '../../components/error/error-text.tsx';
import { fieldErrorsOf, useWriteError } from '../../forms/use-write-error.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { IconButton } from '../../ui/button.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { addNote } from './actions.ts';
import { saveNote, savedNote } from './draft.ts';
import styles from './people.module.css';

/** The note composer. Its content survives leaving the screen and the app. */
export function NoteBox({ person }: { person: Person }): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const failure = useWriteError();
  const { db } = store;
  const { id } = person;
  const [text, setText] = useState('');
  const [code, setCode] = useState<string | null>(null);
  const isBusy = useRef(false);
  useEffect(() => {
    let isHere = true;
    const read = async (): Promise<void> => {
      const kept = await savedNote(db, id);
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
    void saveNote(db, id, value).catch(() => {});
  };
  const send = async (): Promise<void> => {
    if (isBusy.current) return;
    if (text.trim() === '') return setCode('empty');
    isBusy.current = true;
    try {
      await addNote(store, person, text);
      write('');
    } catch (error) {
      const faults = fieldErrorsOf(error);
      if (faults) setCode(faults['text'] ?? 'invalid');
      else failure(error);
    } finally {
      isBusy.current = false;
    }
  };
  return (
    <div className={styles.composer}>
      <TextArea
        aria-label={t`Write a note`}
        placeholder={t`Write a note`}
        oneLine
        value={text}
        onChange={write}
        submit={() => void send()}
        {...(code && { errorMessage: t(errorText(code)) })}
      />
      <IconButton aria-label={t`Save note`} variant="primary" onPress={() => void send()}>
        <IconArrowUp aria-hidden="true" />
      </IconButton>
    </div>
  );
}
