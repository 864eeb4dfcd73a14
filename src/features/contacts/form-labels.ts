import { useLingui } from '@lingui/react/macro';
import { fieldLabel } from '../../components/field/field-labels.ts';
import { fieldOrder } from './contact-schema.ts';

/** Returns the labels of the contact fields that can be invalid, in the order of the form. */
export function useFieldLabels(): Readonly<Record<string, string>> {
  const { t } = useLingui();
  const formLabels: Partial<Record<string, string>> = {
    consent_on: t`Consent given on`,
    consent_how: t`How they gave consent`,
  };
  return Object.fromEntries(
    fieldOrder.map((name) => [name, formLabels[name] ?? t(fieldLabel('contacts', name).label)]),
  );
}

/** Returns the phone number types to choose from. The chosen type is stored as text in the language of the user. */
export function usePhoneKinds(): readonly string[] {
  const { t } = useLingui();
  return [
    t({ message: 'Mobile', context: 'phone type' }),
    t({ message: 'Home', context: 'phone type' }),
    t({ message: 'Work', context: 'phone type' }),
    t({ message: 'WhatsApp', context: 'phone type' }),
    t({ message: 'Other', context: 'phone type' }),
  ];
}
