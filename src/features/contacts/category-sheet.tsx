import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactElement, useId } from 'react';
import { useController } from 'react-hook-form';
import { categoryFields, type ContactCategory } from '../../../contract/entities/contact-category.ts';
import { contactColors } from '../../../contract/values.ts';
import { z } from '../../../contract/zod.ts';
import { CategoryDot } from '../../components/contact/category-dot.tsx';
import { contactColorLabels } from '../../components/contact/contact-labels.ts';
import { useSavedToast } from '../../components/sync/saved-toast.ts';
import { FormTextField } from '../../forms/fields.tsx';
import { Form } from '../../forms/form.tsx';
import { type AppForm, useAppForm } from '../../forms/use-app-form.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { categoryName, createCategory, editCategory, unusedColor } from './category-actions.ts';
import styles from './contact-form.module.css';

const FORM = 'category-form';

type CategorySheetProps = {
  /** The edited category; null for a new one. */
  category: ContactCategory | null;
  all: readonly ContactCategory[];
  onClose: () => void;
  onDelete: () => void;
};

type Values = Pick<ContactCategory, 'name' | 'color'>;

/** A sheet for editing the name and colour of a category. */
export function CategorySheet({ category, all, onClose, onDelete }: CategorySheetProps): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const showSavedToast = useSavedToast();
  const form = useAppForm({
    schema: z.object({ name: categoryName(all, category?.id ?? null), color: categoryFields.color }),
    initial: { name: category?.name ?? '', color: category?.color ?? unusedColor(all) },
    onSubmit: async (values) => {
      const op_id = category
        ? await editCategory(store, category, values)
        : (await createCategory(store, values, all)).op_id;
      onClose();
      if (op_id !== null) showSavedToast(op_id, t`Changes saved`);
    },
  });
  return (
    <Sheet
      isOpen
      onClose={onClose}
      closesOnOutsidePress={false}
      title={category ? <Trans>Edit category</Trans> : <Trans>New category</Trans>}
      footer={
        <>
          {category && (
            <Button variant="ghost" writes onPress={onDelete}>
              <Trans>Delete category</Trans>
            </Button>
          )}
          <Button type="submit" form={FORM}>
            {category ? <Trans>Save category</Trans> : <Trans>Add category</Trans>}
          </Button>
        </>
      }
    >
      <Form form={form} id={FORM} className={styles.sheet}>
        <FormTextField
          control={form.control}
          name="name"
          label={<Trans>Name</Trans>}
          isRequired
          autoFocus={category === null}
          autoComplete="off"
        />
        <ColorField form={form} />
      </Form>
    </Sheet>
  );
}

function ColorField({ form }: { form: AppForm<Values> }): ReactElement {
  const { t } = useLingui();
  const id = useId();
  const { field } = useController({ control: form.control, name: 'color' });
  return (
    <fieldset className={styles.colors}>
      <legend className={styles.legend}>
        <Trans>Colour</Trans>
      </legend>
      {contactColors.map((color) => (
        <label key={color} className={styles.color}>
          <input type="radio" name={id} checked={color === field.value} onChange={() => field.onChange(color)} />
          <CategoryDot color={color} />
          {t(contactColorLabels[color])}
        </label>
      ))}
    </fieldset>
  );
}
