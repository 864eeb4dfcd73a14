import { Trans } from '@lingui/react/macro';
import { type ReactElement, useEffect, useRef } from 'react';
import { CommentText } from '../../../contract/entities/comment.ts';
import { FormTextArea } from '../../forms/fields.tsx';
import { Form } from '../../forms/form.tsx';
import { useComposer } from '../../forms/use-composer.ts';
import { Button } from '../../ui/button.tsx';
import { ButtonRow } from '../../ui/card.tsx';
import styles from './comments.module.css';

export interface CommentEditProps {
  /** Name under which the draft is stored. */
  draft: string;
  label: string;
  text: string;
  saveLabel: string;
  onSave: (text: string) => Promise<unknown>;
  onClose: () => void;
}

/** Edits a comment or replies to it in place. The text is kept as a draft until it is saved or cancelled. */
export function CommentEdit({
  draft,
  label,
  text: before,
  saveLabel,
  onSave,
  onClose,
}: CommentEditProps): ReactElement {
  const form = useComposer({
    draft,
    schema: CommentText,
    initialText: before,
    onSend: async ({ text }) => {
      await onSave(text);
      onClose();
      return true;
    },
  });
  const cancel = async (): Promise<void> => {
    await form.discard();
    onClose();
  };
  const box = useRef<HTMLDivElement>(null);
  // Scrolls the buttons into view too. Focusing the field scrolls only the field, and the bottom bar would cover the
  // buttons below the field.
  useEffect(() => {
    // The braces are needed: in newer browsers scrollIntoView returns a promise, which must not become the effect's
    // clean-up.
    box.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={box} className={styles.box} data-replaces={before !== ''}>
      <Form form={form} className={styles.edit}>
        <FormTextArea
          control={form.control}
          name="text"
          aria-label={label}
          autoFocus
          submit={() => void form.submit()}
        />
        <ButtonRow>
          <Button variant="ghost" small onPress={() => void cancel()}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" small>
            {saveLabel}
          </Button>
        </ButtonRow>
      </Form>
    </div>
  );
}
