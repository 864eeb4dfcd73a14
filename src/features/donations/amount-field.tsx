import { Trans, useLingui } from '@lingui/react/macro';
import { msg } from '@lingui/core/macro';
import type { ReactElement } from 'react';
import { type Control, type FieldValues, type FieldPathByValue, useController } from 'react-hook-form';
import { FormTextField } from '../../forms/fields.tsx';
import { useMoney } from '../../hooks/use-money.ts';
import { centsAsText, parseCents } from '../../lib/money.ts';
import { Button } from '../../ui/button.tsx';
import { FieldGroup } from '../../ui/field-group.tsx';
import styles from './donations.module.css';

/** Amounts in cents that are offered as buttons. */
const presets = [1_000, 2_500, 5_000, 10_000] as const;

interface AmountFieldProps<Values extends FieldValues, Output> {
  control: Control<Values, unknown, Output>;
  name: FieldPathByValue<Values, string>;
}

/** The amount of a donation: a field, and buttons with suggested amounts that fill it in. */
export function AmountField<Values extends FieldValues, Output>({
  control,
  name,
}: AmountFieldProps<Values, Output>): ReactElement {
  const { t } = useLingui();
  const money = useMoney();
  const { field } = useController({ control, name });
  const cents = parseCents(field.value as string);
  return (
    <FieldGroup label={<Trans>Amount</Trans>} isNamed>
      <div className={styles.amounts}>
        {presets.map((preset) => (
          <Button
            key={preset}
            variant={preset === cents ? 'primary' : 'ghost'}
            aria-pressed={preset === cents}
            onPress={() => field.onChange(centsAsText(preset))}
          >
            {money(preset, 0)}
          </Button>
        ))}
      </div>
      <div className={styles.dollars}>
        <FormTextField
          control={control}
          name={name}
          isRequired
          aria-label={t`Amount in US dollars`}
          placeholder={t`Another amount`}
          inputMode="decimal"
          autoComplete="off"
          errorTexts={{ invalid: msg`Enter an amount such as 120 or 120.50`, out_of_range: msg`From $1 to $100,000` }}
        />
      </div>
    </FieldGroup>
  );
}
