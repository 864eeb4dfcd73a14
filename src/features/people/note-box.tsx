import { useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { NoteText } from '../../../contract/entities/person-event.ts';
import type { Person } from '../../../contract/entities/person.ts';
import { MessageBar } from '../../forms/message-bar.tsx';
import { useComposer } from '../../forms/use-composer.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { addNote } from './actions.ts';

/** The composer of a note. A typed note is kept when the user leaves the screen or the app. */
export function NoteBox({ person }: { person: Person }): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const form = useComposer({
    draft: `note:${person.id}`,
    schema: NoteText,
    onSend: async ({ text }) => {
      await addNote(store, person, text);
      return true;
    },
  });
  return <MessageBar form={form} label={t`Write a note`} sendLabel={t`Save note`} />;
}
