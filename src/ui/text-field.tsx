import IconEye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs';
import IconEyeOff from '@tabler/icons-react/dist/esm/icons/IconEyeOff.mjs';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useLingui } from '@lingui/react/macro';
import { type InputHTMLAttributes, type ReactElement, type Ref, useState } from 'react';

import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import styles from './field.module.css';
import { Field, type FieldTexts } from './field.tsx';

type Native = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  | 'id'
  | 'name'
  | 'placeholder'
  | 'autoComplete'
  | 'autoCapitalize'
  | 'autoCorrect'
  | 'autoFocus'
  | 'inputMode'
  | 'enterKeyHint'
  | 'maxLength'
  | 'pattern'
  | 'spellCheck'
  | 'lang'
  | 'readOnly'
  | 'onBlur'
  | 'onKeyDown'
>;

export type TextFieldProps = FieldTexts &
  Native & {
    type?: 'text' | 'email' | 'tel' | 'url' | 'number';
    value: string;
    onChange: (value: string) => void;
    ref?: Ref<HTMLInputElement> | undefined;
  };

/** A single-line text field. */
export function TextField(props: TextFieldProps): ReactElement {
  const {
    label,
    description,
    errorMessage,
    isRequired,
    isDisabled,
    id,
    value,
    onChange,
    'aria-label': name,
    ...native
  } = props;
  return (
    <Field
      {...withoutUndefinedTexts({ label, description, errorMessage, isRequired, isDisabled, 'aria-label': name })}
      id={id}
    >
      {(control) => (
        <input type="text" {...native} {...control} value={value} onChange={(e) => onChange(e.target.value)} />
      )}
    </Field>
  );
}

export type PasswordFieldProps = Omit<TextFieldProps, 'type' | 'autoComplete'> & {
  autoComplete: 'current-password' | 'new-password';
};

/** A password field with a show button; allows pasting and password managers. */
export function PasswordField(props: PasswordFieldProps): ReactElement {
  const {
    label,
    description,
    errorMessage,
    isRequired,
    isDisabled,
    id,
    value,
    onChange,
    'aria-label': name,
    ...native
  } = props;
  const [isShown, setShown] = useState(false);
  const { t } = useLingui();
  return (
    <Field
      {...withoutUndefinedTexts({ label, description, errorMessage, isRequired, isDisabled, 'aria-label': name })}
      id={id}
    >
      {(control) => (
        <div className={classNames(styles.box, styles.ending)}>
          <input
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            {...native}
            {...control}
            type={isShown ? 'text' : 'password'}
            value={value}
            onChange={(e) => onChange(e.target.value)}
          />
          <IconButton aria-label={t`Show password`} aria-pressed={isShown} onPress={() => setShown(!isShown)}>
            {isShown ? <IconEyeOff aria-hidden="true" /> : <IconEye aria-hidden="true" />}
          </IconButton>
        </div>
      )}
    </Field>
  );
}

export type SearchFieldProps = Omit<TextFieldProps, 'type'>;

/** A search field with a clear button; Escape clears it. */
export function SearchField(props: SearchFieldProps): ReactElement {
  const {
    label,
    description,
    errorMessage,
    isRequired,
    isDisabled,
    id,
    value,
    onChange,
    'aria-label': name,
    ...native
  } = props;
  const { t } = useLingui();
  return (
    <Field
      {...withoutUndefinedTexts({ label, description, errorMessage, isRequired, isDisabled, 'aria-label': name })}
      id={id}
    >
      {({ className, ...control }) => (
        <div className={classNames(styles.box, styles.lead, styles.ending)}>
          <IconSearch aria-hidden="true" />
          <input
            enterKeyHint="search"
            autoComplete="off"
            {...native}
            {...control}
            className={classNames(className, styles.filled)}
            type="search"
            value={value}
            onChange={(e) => onChange(e.target.value)}
            onKeyDown={(e) => {
              if (e.key === 'Escape' && value) {
                e.stopPropagation();
                onChange('');
              }
              native.onKeyDown?.(e);
            }}
          />
          {value && (
            <IconButton aria-label={t`Clear`} onPress={() => onChange('')}>
              <IconX aria-hidden="true" />
            </IconButton>
          )}
        </div>
      )}
    </Field>
  );
}

type WithUndefined<T> = { [K in keyof T]?: T[K] | undefined };

/** Removes properties whose value is undefined, because the type FieldTexts does not allow them. */
export function withoutUndefinedTexts(texts: WithUndefined<FieldTexts>): FieldTexts {
  return Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== undefined));
}
