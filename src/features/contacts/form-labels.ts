import { useLingui } from '@lingui/react/macro';
import { useCallback } from 'react';
import { errorText } from '../../components/error/error-text.tsx';
import { fieldLabel } from '../../components/field/field-labels.ts';
import type { Place } from './contact-form-check.ts';

/** Returns the error text of a form field. */
export function useErrorLabels(): (place: Place, code: string | undefined) => string | undefined {
  const { t } = useLingui();
  return useCallback(
    (place: Place, code: string | undefined) => {
      if (code === undefined) return undefined;
      if (code === 'in_future') return t`This is in the future`;
      if (place === 'consent_on' && code === 'required') return t`Enter when they gave consent`;
      return t(errorText(code));
    },
    [t],
  );
}

/** Returns the label of a form field. */
export function useFieldLabels(): (place: Place) => string {
  const { t } = useLingui();
  return useCallback(
    (place: Place) => {
      if (place === 'consent_on') return t`Consent given on`;
      if (place === 'consent_how') return t`How they gave consent`;
      return t(fieldLabel('contacts', place.split(':')[0] ?? '').label);
    },
    [t],
  );
}

/** Number types to choose from. They are stored in the words of the person who chose them. */
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
