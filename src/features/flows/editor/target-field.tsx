import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { useWatch } from 'react-hook-form';
import { targetKinds, type TargetKind } from '../../../../contract/landing/values.ts';
import { FormSelectField, FormTextField } from '../../../forms/fields.tsx';
import { propLabel } from '../block-labels.ts';
import type { BlockForm } from './use-block-form.ts';

const kindLabels = {
  form: msg`The form`,
  url: msg`Web page`,
  phone: msg`Phone call`,
  telegram: msg`Telegram chat`,
};

const valueLabels = {
  url: msg`Web address`,
  phone: msg`Phone number`,
  telegram: msg`Telegram name`,
};

const inputModes = { url: 'url', phone: 'tel', telegram: 'text' } as const;

/** The form fields for what a button block opens. */
export function TargetField({ form: { control } }: { form: BlockForm }): ReactElement {
  const { t } = useLingui();
  const kind = useWatch({ control, name: 'target_kind' }) as TargetKind;
  return (
    <>
      <FormSelectField
        control={control}
        name="target_kind"
        label={t(propLabel('target'))}
        options={targetKinds.map((value) => ({ value, label: t(kindLabels[value]) }))}
      />
      {kind !== 'form' && (
        <FormTextField
          control={control}
          name="target_value"
          label={t(valueLabels[kind])}
          inputMode={inputModes[kind]}
          autoCapitalize="none"
          autoComplete="off"
        />
      )}
    </>
  );
}
