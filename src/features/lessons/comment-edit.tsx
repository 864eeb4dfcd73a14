import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactElement, useEffect, useRef } from 'react';
import { errorText } from '../../components/error/error-text.tsx';
import { Button } from '../../ui/button.tsx';
import { ButtonRow } from '../../ui/card.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import styles from './comments.module.css';
import { useText } from './use-text.ts';

export interface CommentEditProps {
  label: string;
  text: string;
  saveLabel: string;
  onSave: (text: string) => Promise<unknown>;
  onClose: () => void;
}

/** Edits or answers a comment in place. */
export function CommentEdit({ label, text: before, saveLabel, onSave, onClose }: CommentEditProps): ReactElement {
  const { t } = useLingui();
  const { text, fault, change, submit } = useText(before, onSave);
  const save = async (): Promise<void> => {
    if (await submit()) onClose();
  };
  const form = useRef<HTMLDivElement>(null);
  // Focus scrolls only the field into view; its buttons would be hidden by the bottom bar.
  useEffect(() => {
    // In braces: newer browsers return a promise here, which must not become the effect's clean-up.
    form.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={form} className={styles.edit} data-replaces={before !== ''}>
      <TextArea
        aria-label={label}
        autoFocus
        value={text}
        onChange={change}
        submit={() => void save()}
        {...(fault && { errorMessage: t(errorText(fault)) })}
      />
      <ButtonRow>
        <Button variant="ghost" small onPress={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button small onPress={() => void save()}>
          {saveLabel}
        </Button>
      </ButtonRow>
    </div>
  );
}
