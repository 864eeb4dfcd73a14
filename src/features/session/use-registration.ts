import { useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { RegisterBody } from '../../../contract/api-calls/registration.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import { sync } from '../../bridge/sync.ts';
import { clearRegistration, saveRegistration, savedPromo, savedRegistration } from '../../db/queries/registration.ts';
import { type AppForm, useAppForm } from '../../forms/use-app-form.ts';
import { useDraftAutosave } from '../../forms/use-draft-autosave.ts';
import { useApp } from '../../hooks/app-context.tsx';
import { log } from '../../lib/log.ts';
import { draftOf, initialValues, registerSchema, type RegisterValues } from './register-values.ts';
import { useCompleteLogin } from './use-complete-login.ts';

/**
 * Returns the initial values of the registration form: the stored draft, and the promo code of the link. Undefined
 * until they are read.
 */
export function useInitialRegistration(): RegisterValues | undefined {
  const promo = useParams({ from: '/_register/register/$promo', shouldThrow: false })?.promo;
  const [initial, setInitial] = useState<RegisterValues>();
  useEffect(() => {
    const open = (draft: Record<string, string> | null, code: string | null): void => {
      const values = initialValues(draft);
      setInitial({ ...values, referral_promo_code: promo ?? code ?? values.referral_promo_code });
    };
    Promise.all([savedRegistration(Date.now()), savedPromo(Date.now())])
      .then(([draft, code]) => open(draft, code))
      .catch((error: unknown) => {
        log.warn('no draft was read', error);
        open(null, null);
      });
  }, [promo]);
  return initial;
}

/** Returns the form fields that a rejection by the server refers to. */
function rejectedFields(code: ErrorCode, values: RegisterValues): Partial<Record<keyof RegisterValues, ErrorCode>> {
  if (code === 'email_taken') return { email: code };
  if (code === 'phone_taken') return { phone: code };
  if (code === 'password_common') return { password: code };
  if (code !== 'promo_unavailable') return {};
  return {
    ...(values.promo_code && { promo_code: code }),
    ...(values.referral_promo_code && { referral_promo_code: code }),
  };
}

export interface Registration {
  form: AppForm<RegisterValues, RegisterBody>;
  /** Clears the form and deletes its draft. */
  clear: () => void;
}

/** Creates the registration form, whose draft survives a failed request and a closed browser. */
export function useRegistration(initial: RegisterValues): Registration {
  const { language } = useApp().preferences;
  const { completeLogin } = useCompleteLogin();
  const form = useAppForm<RegisterValues, RegisterBody>({
    schema: registerSchema(language),
    initial,
    rejectedFields,
    onSubmit: (body) =>
      completeLogin(async () => {
        const result = await sync.account('register', body);
        if (result.ok) await dropDraft();
        return result;
      }),
  });
  const dropDraft = useDraftAutosave(form, {
    save: (values) => saveRegistration(draftOf(values), Date.now()),
    drop: clearRegistration,
  });
  const clear = (): void => {
    form.reset(initialValues(null));
    void dropDraft();
  };
  return { form, clear };
}
