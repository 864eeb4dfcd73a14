import { useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { CommentText } from '../../../contract/entities/comment.ts';
import { MessageBar } from '../../forms/message-bar.tsx';
import { useComposer } from '../../forms/use-composer.ts';
import { RootMark } from '../../ui/root-mark.tsx';

export interface ComposerProps {
  thread: string;
  /** Saves the comment; the text field is cleared afterwards. */
  onSend: (text: string) => Promise<unknown>;
  /** Whether the field has the focus when it appears. */
  autoFocus?: boolean;
}

/**
 * The composer of a comment at the end of a discussion. A typed text is kept when the user leaves the screen or the
 * app.
 */
export function Composer({ thread, onSend, autoFocus = false }: ComposerProps): ReactElement {
  const { t } = useLingui();
  const form = useComposer({
    draft: `comment:${thread}`,
    schema: CommentText,
    onSend: async ({ text }) => {
      await onSend(text);
      return true;
    },
  });
  return (
    <>
      <MessageBar form={form} label={t`Write a comment`} sendLabel={t`Send`} autoFocus={autoFocus} />
      <RootMark name="composer" />
    </>
  );
}
