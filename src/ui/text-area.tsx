import {
  type KeyboardEvent,
  type ReactElement,
  type Ref,
  type TextareaHTMLAttributes,
  useLayoutEffect,
  useRef,
} from 'react';
import { classNames } from './class-names.ts';
import styles from './field.module.css';
import { Field, type FieldTexts } from './field.tsx';
import { withoutUndefinedTexts } from './text-field.tsx';

type Native = Pick<
  TextareaHTMLAttributes<HTMLTextAreaElement>,
  | 'id'
  | 'name'
  | 'placeholder'
  | 'autoFocus'
  | 'maxLength'
  | 'lang'
  | 'spellCheck'
  | 'enterKeyHint'
  | 'readOnly'
  | 'onBlur'
>;

export type TextAreaProps = FieldTexts &
  Native & {
    value: string;
    onChange: (value: string) => void;
    /** Called on Ctrl+Enter or Cmd+Enter. */
    submit?: () => void;
    /** Makes the field one line high while it is empty, as in a comment bar. */
    oneLine?: boolean;
    ref?: Ref<HTMLTextAreaElement> | undefined;
  };

/** A multi-line text field that grows with its text. */
export function TextArea(props: TextAreaProps): ReactElement {
  const { label, description, errorMessage, isRequired, isDisabled, id, value, onChange, ...more } = props;
  const { 'aria-label': name, submit, oneLine = false, ref, ...native } = more;
  const area = useAutoHeight();
  const onKeyDown = (e: KeyboardEvent): void => {
    if (!submit || e.key !== 'Enter' || !(e.ctrlKey || e.metaKey)) return;
    e.preventDefault();
    submit();
  };
  return (
    <Field
      {...withoutUndefinedTexts({ label, description, errorMessage, isRequired, isDisabled, 'aria-label': name })}
      id={id}
    >
      {({ className, ...control }) => (
        <textarea
          rows={1}
          {...native}
          {...control}
          className={classNames(className, oneLine && styles.filled)}
          data-lines={oneLine ? 1 : 3}
          ref={(node) => {
            area.current = node;
            if (typeof ref === 'function') ref(node);
            else if (ref) ref.current = node;
          }}
          value={value}
          onChange={(e) => onChange(e.target.value)}
          onKeyDown={onKeyDown}
        />
      )}
    </Field>
  );
}

/** Makes the text area grow with its text in browsers without `field-sizing`. */
function useAutoHeight(): { current: HTMLTextAreaElement | null } {
  const area = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    if (!area.current || globalThis.CSS?.supports?.('field-sizing', 'content')) return;
    area.current.style.height = 'auto';
    area.current.style.height = `${area.current.scrollHeight + 2}px`;
  });
  return area;
}
