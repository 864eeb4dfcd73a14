import { Trans, useLingui } from '@lingui/react/macro';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { type ReactElement, type ReactNode, useId } from 'react';
import { useFieldArray, useFormState, useWatch } from 'react-hook-form';
import { FormSelectField, FormTextField } from '../../forms/fields.tsx';
import { useErrorText } from '../../forms/use-form-field.ts';
import { formatPhone, parsePhone } from '../../lib/phone.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { FieldError } from '../../ui/field.tsx';
import styles from './contact-form.module.css';
import { emptyEmail, emptyPhone, MAX_EMAILS, MAX_PHONES } from './form-draft.ts';
import { usePhoneKinds } from './form-labels.ts';
import type { ContactFormApi } from './use-contact-form.ts';

type ListName = 'phones' | 'emails';

type ListFrameProps = {
  control: ContactFormApi['control'];
  list: ListName;
  legend: ReactNode;
  children: ReactNode;
  addLabel: ReactNode;
  /** Adds a line; null while no line can be added. */
  onAdd: (() => void) | null;
};

/** The frame of a list of phone numbers or email addresses. It also shows errors that concern the whole list. */
function ListFrame({ control, list, legend, children, addLabel, onAdd }: ListFrameProps): ReactElement {
  const id = useId();
  const errorTextOf = useErrorText();
  const { errors } = useFormState({ control, name: list });
  const code = errors[list]?.root?.message ?? errors[list]?.message;
  return (
    <fieldset className={styles.items}>
      <legend className={styles.legend}>{legend}</legend>
      {children}
      <FieldError id={`${id}-error`} message={errorTextOf(code)} />
      {onAdd && (
        <div className={styles.start}>
          <Button variant="plain" small icon={<IconPlus aria-hidden="true" />} onPress={onAdd}>
            {addLabel}
          </Button>
        </div>
      )}
    </fieldset>
  );
}

/** Returns the stored form of a number, formatted in groups; null for an empty or invalid one. */
async function phoneText(text: string, country: string | null): Promise<string | null> {
  const number = text.trim() === '' ? null : await parsePhone(text, country);
  return number && formatPhone(number);
}

export interface PhoneLinesProps {
  form: ContactFormApi;
  /** Country of the user's account, which completes national phone numbers. */
  country: string | null;
  onLeave: () => void;
}

/** The fields for the phone numbers of a contact, each with its type. */
export function PhoneLines({ form, country, onLeave }: PhoneLinesProps): ReactElement {
  const { t } = useLingui();
  const { control, getValues, setValue, setFocus } = form;
  const kinds = usePhoneKinds();
  const { fields, append, remove } = useFieldArray({ control, name: 'phones' });
  const lines = useWatch({ control, name: 'phones' });
  const leave = async (index: number): Promise<void> => {
    const name = `phones.${index}.text` as const;
    const text = getValues(name);
    const number = await phoneText(text, country);
    // While the number was being formatted, the line may have been edited or removed.
    if (number !== null && number !== text && getValues(name) === text) setValue(name, number);
  };
  return (
    <ListFrame
      control={control}
      list="phones"
      legend={fields.length > 1 ? <Trans>Phones</Trans> : <Trans>Phone</Trans>}
      addLabel={<Trans>Add phone</Trans>}
      onAdd={canAdd(lines, MAX_PHONES) ? () => append(emptyPhone) : null}
    >
      {fields.map(({ id }, index) => {
        const number = index + 1;
        const name = fields.length > 1 ? t`Phone ${number}` : t`Phone`;
        const types = [...new Set([...kinds, lines[index]?.label ?? ''])].filter(Boolean);
        return (
          <div key={id} className={styles.item} data-kind="phones" data-several={fields.length > 1}>
            <FormTextField
              control={control}
              name={`phones.${index}.text`}
              type="tel"
              aria-label={name}
              autoComplete="off"
              onLeave={() => {
                void leave(index);
                onLeave();
              }}
            />
            <FormSelectField
              control={control}
              name={`phones.${index}.label`}
              aria-label={t`Type: ${name}`}
              placeholder={t({ message: 'Type', context: 'phone type' })}
              options={types.map((type) => ({ value: type, label: type }))}
            />
            <Remove
              name={name}
              isShown={fields.length > 1}
              onPress={() => {
                remove(index);
                setFocus('phones.0.text');
              }}
            />
          </div>
        );
      })}
    </ListFrame>
  );
}

/** Whether another phone number or email address can be added: only if all existing lines are filled in. */
const canAdd = (lines: readonly { text: string }[], max: number): boolean =>
  lines.length < max && lines.every(({ text }) => text.trim() !== '');

/** The fields for the email addresses of a contact. */
export function EmailLines({ form: { control, setFocus } }: { form: ContactFormApi }): ReactElement {
  const { t } = useLingui();
  const { fields, append, remove } = useFieldArray({ control, name: 'emails' });
  const lines = useWatch({ control, name: 'emails' });
  return (
    <ListFrame
      control={control}
      list="emails"
      legend={<Trans>Email</Trans>}
      addLabel={<Trans>Add email</Trans>}
      onAdd={canAdd(lines, MAX_EMAILS) ? () => append(emptyEmail) : null}
    >
      {fields.map(({ id }, index) => {
        const number = index + 1;
        const name = fields.length > 1 ? t`Email ${number}` : t`Email`;
        return (
          <div key={id} className={styles.item} data-kind="emails" data-several={fields.length > 1}>
            <FormTextField
              control={control}
              name={`emails.${index}.text`}
              type="email"
              aria-label={name}
              autoComplete="off"
              autoCapitalize="none"
            />
            <Remove
              name={name}
              isShown={fields.length > 1}
              onPress={() => {
                remove(index);
                setFocus('emails.0.text');
              }}
            />
          </div>
        );
      })}
    </ListFrame>
  );
}

function Remove({ name, isShown, onPress }: { name: string; isShown: boolean; onPress: () => void }): ReactNode {
  const { t } = useLingui();
  return (
    isShown && (
      <IconButton aria-label={t`Remove ${name}`} onPress={onPress}>
        <IconTrash aria-hidden="true" />
      </IconButton>
    )
  );
}
