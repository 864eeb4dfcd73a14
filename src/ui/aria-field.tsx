import type { ReactElement, ReactNode } from 'react';
import { Label } from 'react-aria-components/Label';
import { Text } from 'react-aria-components/Text';

import { AriaFieldError } from './aria-field-error.tsx';
import { classNames } from './class-names.ts';
import styles from './field.module.css';
import type { FieldTexts } from './field.tsx';

/** Returns the props that every React Aria field derives from its texts. */
export const ariaFieldProps = (texts: FieldTexts) => ({
  className: classNames(styles.field),
  ...(texts['aria-label'] && !texts.label && { 'aria-label': texts['aria-label'] }),
  isRequired: texts.isRequired ?? false,
  isDisabled: texts.isDisabled ?? false,
  isInvalid: Boolean(texts.errorMessage),
  validationBehavior: 'aria' as const,
});

type AriaFieldBodyProps = Pick<FieldTexts, 'label' | 'description' | 'errorMessage'> & { children: ReactNode };

/** Label, description and error around the control of a React Aria field. */
export function AriaFieldBody({ label, description, errorMessage, children }: AriaFieldBodyProps): ReactElement {
  return (
    <>
      {label && <Label className={classNames(styles.label)}>{label}</Label>}
      {description && (
        <Text slot="description" elementType="div" className={classNames(styles.about)}>
          {description}
        </Text>
      )}
      {children}
      <AriaFieldError message={errorMessage} />
    </>
  );
}
