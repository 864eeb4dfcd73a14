import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactElement, ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import type { LandingBlock } from '../../../../contract/entities/landing-block.ts';
import type { PropName } from '../../../../contract/landing/props.ts';
import { FormTextArea, FormTextField } from '../../../forms/fields.tsx';
import { propLabel } from '../block-labels.ts';
import type { BlockValues } from './block-values.ts';
import styles from './block-form.module.css';
import { maxChars } from './limits.ts';
import type { BlockForm } from './use-block-form.ts';

/** Names of the props that are plain texts. */
type TextName = { [K in keyof BlockValues]: BlockValues[K] extends string ? K : never }[keyof BlockValues] & PropName;

/** A label that shows how much of the maximum length is used. */
export function CountedLabel({ label, count, max }: { label: ReactNode; count: number; max: number }): ReactElement {
  return (
    <span className={styles.label}>
      {label}
      <small aria-hidden="true">
        <Trans>
          {count} of {max}
        </Trans>
      </small>
    </span>
  );
}

export interface PropFieldProps {
  form: BlockForm;
  type: LandingBlock['type'];
  name: TextName;
  label?: string;
  description?: string;
}

function useTextField({ form: { control }, type, name, label, description }: PropFieldProps) {
  const { t } = useLingui();
  const value = useWatch({ control, name });
  const max = maxChars[type]?.[name];
  const text = label ?? t(propLabel(name));
  return {
    control,
    name,
    label: max === undefined ? text : <CountedLabel label={text} count={value.length} max={max} />,
    ...(max !== undefined && { maxLength: max }),
    ...(description !== undefined && { description }),
  };
}

/** A form field for a single-line text of a block. */
export function LineField(props: PropFieldProps & { inputMode?: 'tel' | 'url' | 'email' }): ReactElement {
  const field = useTextField(props);
  return <FormTextField {...field} autoComplete="off" {...(props.inputMode && { inputMode: props.inputMode })} />;
}

/** A form field for a longer text of a block. */
export function LongField(props: PropFieldProps): ReactElement {
  return <FormTextArea {...useTextField(props)} />;
}
