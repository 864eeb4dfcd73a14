import { Trans, useLingui } from '@lingui/react/macro';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import { type FormEvent, type ReactElement, type Ref, useRef, useState } from 'react';
import { Button, ComboBox, Input } from 'react-aria-components/ComboBox';

import { AriaFieldBody, ariaFieldProps } from './aria-field.tsx';
import { AriaLocale } from './aria-locale.tsx';
import { classNames } from './class-names.ts';
import styles from './field.module.css';
import type { FieldTexts } from './field.tsx';
import { OptionList, type SelectOption } from './option-list.tsx';

export type ComboFieldProps = FieldTexts & {
  id?: string;
  name?: string;
  options: readonly SelectOption[];
  /** Text in the empty field. Without a placeholder, a value cannot be cleared. */
  placeholder?: string;
  /** '' when nothing is selected. */
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  ref?: Ref<HTMLInputElement> | undefined;
};

interface UnknownText {
  /** The text that was removed; empty if none was. */
  text: string;
  /** Receives each text of the input. */
  onInputChange: (text: string) => void;
  /** Receives each input event before the combo box does. */
  onType: (event: FormEvent) => void;
  /** Forgets the text, because an option was selected. */
  clear: () => void;
}

/**
 * Remembers the typed text that the combo box removes because it is not the name of an option: on Enter, and when the
 * field loses the focus. Without a message, the text would disappear for no apparent reason.
 */
function useUnknownText(): UnknownText {
  const typed = useRef('');
  const [text, setText] = useState('');
  const clear = (): void => {
    typed.current = '';
    setText('');
  };
  return {
    text,
    clear,
    onType: ({ target }) => {
      clear();
      if (target instanceof HTMLInputElement) typed.current = target.value.trim();
    },
    onInputChange: (next) => {
      const removed = typed.current;
      if (removed === '' || next.trim() === removed) return;
      typed.current = '';
      // The name of the selected option replaces the part of it that was typed.
      if (!next.toLowerCase().includes(removed.toLowerCase())) setText(removed);
    },
  };
}

/** A field that selects one of many options, which the user can search by typing. */
export function ComboField({ options, value, onChange, onBlur, ref, ...props }: ComboFieldProps): ReactElement {
  const { t } = useLingui();
  const unknown = useUnknownText();
  const { text } = unknown;
  const errorMessage = text === '' ? props.errorMessage : t`“${text}” is not in the list`;
  const choose = (key: string | number | null): void => {
    if (key !== null) unknown.clear();
    if (key !== null) onChange(String(key));
    else if (props.placeholder !== undefined) onChange('');
  };
  return (
    <AriaLocale>
      <ComboBox
        {...ariaFieldProps({ ...props, errorMessage })}
        {...(props.name && { name: props.name })}
        value={value === '' ? null : value}
        onChange={choose}
        onInputChange={unknown.onInputChange}
        {...(onBlur && { onBlur })}
        allowsEmptyCollection
      >
        <AriaFieldBody label={props.label} description={props.description} errorMessage={errorMessage}>
          <div className={classNames(styles.box, styles.ending)} onChangeCapture={unknown.onType}>
            <Input
              className={classNames(styles.control)}
              {...(ref && { ref })}
              {...(props.id && { id: props.id })}
              placeholder={props.placeholder ?? ''}
              autoComplete="off"
            />
            <Button className={classNames(styles.open)}>
              <IconChevronDown aria-hidden="true" />
            </Button>
          </div>
        </AriaFieldBody>
        <OptionList options={options} empty={<Trans>No matches.</Trans>} />
      </ComboBox>
    </AriaLocale>
  );
}
