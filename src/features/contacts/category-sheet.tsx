import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactElement, useId, useRef, useState } from 'react';
import type { ContactCategory } from '../../../contract/entities/contact-category.ts';
import { contactColors, type ContactColor } from '../../../contract/values.ts';
import { CategoryDot } from '../../components/contact/category-dot.tsx';
import { contactColorLabels } from '../../components/contact/contact-labels.ts';
import { errorText } from '../../components/error/error-text.tsx';
import { useWriteError } from '../../forms/use-write-error.ts';
import { useSavedToast } from '../../components/sync/saved-toast.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { createCategory, editCategory, freeColor, nameError } from './category-actions.ts';
import styles from './contact-form.module.css';

const FORM = 'category-form';

type CategorySheetProps = {
  /** Null: a new one. */
  category: ContactCategory | null;
  all: readonly ContactCategory[];
  onClose: () => void;
  onDelete: () => void;
};

/** Name and colour of a category. */
export function CategorySheet({ category, all, onClose, onDelete }: CategorySheetProps): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const failure = useWriteError();
  const say = useSavedToast();
  const [name, setName] = useState(category?.name ?? '');
  const [color, setColor] = useState<ContactColor>(() => category?.color ?? freeColor(all));
  const [fault, setFault] = useState<string | null>(null);
  const isBusy = useRef(false);
  const check = (): string | null => nameError(name, all, category?.id ?? null);
  const save = async (): Promise<void> => {
    const found = check();
    setFault(found);
    if (found || isBusy.current) return;
    isBusy.current = true;
    try {
      const op_id = category
        ? await editCategory(store, category, { name, color })
        : (await createCategory(store, { name, color }, all)).op_id;
      onClose();
      if (op_id !== null) say(op_id, t`Changes saved`);
    } catch (error) {
      failure(error);
    } finally {
      isBusy.current = false;
    }
  };
  const empty = category ? 'empty' : 'required';
  return (
    <Sheet
      isOpen
      onClose={onClose}
      closesOutside={false}
      title={category ? <Trans>Edit category</Trans> : <Trans>New category</Trans>}
      footer={
        <>
          {category && (
            <Button variant="ghost" onPress={onDelete}>
              <Trans>Delete category</Trans>
            </Button>
          )}
          <Button type="submit" form={FORM}>
            {category ? <Trans>Save category</Trans> : <Trans>Add category</Trans>}
          </Button>
        </>
      }
    >
      <form
        id={FORM}
        noValidate
        className={styles.sheet}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <TextField
          label={<Trans>Name</Trans>}
          value={name}
          isRequired
          autoFocus={category === null}
          autoComplete="off"
          errorMessage={fault ? t(errorText(fault === 'empty' ? empty : fault)) : undefined}
          onChange={(value) => {
            setName(value);
            setFault(null);
          }}
          onBlur={() => name !== '' && setFault(check())}
        />
        <ColorField value={color} onChange={setColor} />
      </form>
    </Sheet>
  );
}

function ColorField({
  value,
  onChange,
}: {
  value: ContactColor;
  onChange: (color: ContactColor) => void;
}): ReactElement {
  const { t } = useLingui();
  const id = useId();
  return (
    <fieldset className={styles.colors}>
      <legend className={styles.legend}>
        <Trans>Colour</Trans>
      </legend>
      {contactColors.map((color) => (
        <label key={color} className={styles.color}>
          <input type="radio" name={id} checked={color === value} onChange={() => onChange(color)} />
          <CategoryDot color={color} />
          {t(contactColorLabels[color])}
        </label>
      ))}
    </fieldset>
  );
}
