import { useEffect, useEffectEvent, useState } from 'react';
import { z } from '../../contract/zod.ts';
import type { ChosenPhoto } from '../components/media/prepare-photo.ts';
import { useStore } from '../hooks/store-context.tsx';
import { deleteDraft, saveDraft, savedDraft } from './drafts.ts';
import { type AppForm, useAppForm } from './use-app-form.ts';
import { useDraftAutosave } from './use-draft-autosave.ts';

/** The text of a message and its pictures. */
export interface Message {
  text: string;
  photos: readonly ChosenPhoto[];
}

export interface ComposerOptions {
  /** Name of the draft. */
  draft: string;
  /** Validates the text. */
  schema: z.ZodMiniType<string, string>;
  /** The text of an existing message that is edited; empty for a new message. */
  initialText?: string;
  /** Sends the message. If it resolves to false, the message was not sent and stays in the form. */
  onSend: (message: Message) => Promise<boolean>;
}

export type Composer = AppForm<Message> & {
  /** Deletes the stored draft. */
  discard: () => Promise<void>;
};

/**
 * Creates a form for one message. Its draft is restored after the user has left the screen or closed the app. After a
 * message was sent, the form has its initial text again.
 */
export function useComposer({ draft, schema, initialText = '', onSend }: ComposerOptions): Composer {
  const { db } = useStore();
  const [initial] = useState<Message>({ text: initialText, photos: [] });
  const isUntouched = ({ text, photos }: Message): boolean => text === initial.text && photos.length === 0;
  const form = useAppForm<Message, Message>({
    schema: z.object({ text: schema, photos: z.custom<Message['photos']>() }),
    initial,
    mode: 'onSubmit',
    onSubmit: async (message) => {
      if (!(await onSend(message))) return;
      // Text that was typed while the message was being sent belongs to the next message.
      if (schema.safeParse(form.getValues('text')).data !== message.text) return;
      form.reset(initial);
      await discard();
    },
  });
  const discard = useDraftAutosave(form, {
    save: (message) => (isUntouched(message) ? deleteDraft(db, draft) : saveDraft(db, draft, message)),
    drop: () => deleteDraft(db, draft),
  });
  const restore = useEffectEvent((saved: object | null) => {
    if (saved && isUntouched(form.getValues())) form.reset({ ...initial, ...saved });
  });
  useEffect(() => {
    let isMounted = true;
    void savedDraft(db, draft).then(
      (saved) => isMounted && restore(saved),
      () => {},
    );
    return () => {
      isMounted = false;
    };
  }, [db, draft]);
  return { ...form, discard };
}
