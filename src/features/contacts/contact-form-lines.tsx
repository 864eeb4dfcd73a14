import { Trans, useLingui } from '@lingui/react/macro';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { type ReactElement, type ReactNode, useRef } from 'react';
import { Button, IconButton } from '../../ui/button.tsx';
import { FieldError } from '../../ui/field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import styles from './contact-form.module.css';
import { idOf, type ContactForm } from './contact-form-state.ts';
import { line, MAX_EMAILS, MAX_PHONES } from './form-draft.ts';
import { usePhoneKinds } from './form-labels.ts';

type ListName = 'phones' | 'emails';

/** Adds and removes lines and moves the focus to the next input. */
function useLines(form: ContactForm, list: ListName) {
  const box = useRef<HTMLFieldSetElement>(null);
  const add = (): void => {
    const added = line();
    form.set({ [list]: [...form.draft[list], added] });
    requestAnimationFrame(() => document.getElementById(idOf(`${list}:${added.key}`))?.focus());
  };
  const remove = (key: string): void => {
    const left = form.draft[list].filter((other) => other.key !== key);
    form.set({ [list]: left.length > 0 ? left : [line()] });
    requestAnimationFrame(() => box.current?.querySelector('input')?.focus());
  };
  return { box, add, remove };
}

type FrameProps = {
  form: ContactForm;
  list: ListName;
  legend: ReactNode;
  children: ReactNode;
  box: React.RefObject<HTMLFieldSetElement | null>;
  add: ReactNode;
};

function Frame({ form, list, legend, children, box, add }: FrameProps): ReactElement {
  return (
    <fieldset ref={box} id={idOf(list)} className={styles.items}>
      <legend className={styles.legend}>{legend}</legend>
      {children}
      <FieldError id={`${idOf(list)}-error`} message={form.words(list)} />
      {add && <div className={styles.start}>{add}</div>}
    </fieldset>
  );
}

/** Phone numbers with their types. */
export function PhoneLines({ form }: { form: ContactForm }): ReactElement {
  const { t } = useLingui();
  const kinds = usePhoneKinds();
  const { box, add, remove } = useLines(form, 'phones');
  const lines = form.draft.phones;
  const plus = (
    <Button variant="plain" small icon={<IconPlus aria-hidden="true" />} onPress={add}>
      <Trans>Add phone</Trans>
    </Button>
  );
  return (
    <Frame
      {...{ form, box }}
      list="phones"
      legend={lines.length > 1 ? <Trans>Phones</Trans> : <Trans>Phone</Trans>}
      add={lines.length < MAX_PHONES && lines.every(({ text }) => text.trim() !== '') && plus}
    >
      {lines.map(({ key, text, label }, index) => {
        const number = index + 1;
        const name = lines.length > 1 ? t`Phone ${number}` : t`Phone`;
        return (
          <div key={key} className={styles.item} data-kind="phones" data-several={lines.length > 1}>
            <TextField
              id={idOf(`phones:${key}`)}
              type="tel"
              aria-label={name}
              autoComplete="off"
              value={text}
              errorMessage={form.words(`phones:${key}`)}
              onBlur={() => form.leave(`phones:${key}`)}
              onChange={(value) => form.setLine('phones', key, { text: value })}
            />
            <SelectField
              aria-label={t`Type: ${name}`}
              placeholder={t({ message: 'Type', context: 'phone type' })}
              value={label}
              options={[...new Set([...kinds, label])].filter(Boolean).map((kind) => ({ value: kind, label: kind }))}
              onChange={(value) => form.setLine('phones', key, { label: value })}
            />
            <Remove name={name} isShown={lines.length > 1} onPress={() => remove(key)} />
          </div>
        );
      })}
    </Frame>
  );
}

/** Email addresses. */
export function EmailLines({ form }: { form: ContactForm }): ReactElement {
  const { t } = useLingui();
  const { box, add, remove } = useLines(form, 'emails');
  const lines = form.draft.emails;
  const plus = (
    <Button variant="plain" small icon={<IconPlus aria-hidden="true" />} onPress={add}>
      <Trans>Add email</Trans>
    </Button>
  );
  return (
    <Frame
      {...{ form, box }}
      list="emails"
      legend={<Trans>Email</Trans>}
      add={lines.length < MAX_EMAILS && lines.every(({ text }) => text.trim() !== '') && plus}
    >
      {lines.map(({ key, text }, index) => {
        const number = index + 1;
        const name = lines.length > 1 ? t`Email ${number}` : t`Email`;
        return (
          <div key={key} className={styles.item} data-kind="emails" data-several={lines.length > 1}>
            <TextField
              id={idOf(`emails:${key}`)}
              type="email"
              aria-label={name}
              autoComplete="off"
              autoCapitalize="none"
              value={text}
              errorMessage={form.words(`emails:${key}`)}
              onBlur={() => form.leave(`emails:${key}`)}
              onChange={(value) => form.setLine('emails', key, { text: value })}
            />
            <Remove name={name} isShown={lines.length > 1} onPress={() => remove(key)} />
          </div>
        );
      })}
    </Frame>
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
