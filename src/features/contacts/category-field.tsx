import { Trans, useLingui } from '@lingui/react/macro';
import { useLiveQuery } from 'dexie-react-hooks';
import { type KeyboardEvent, type ReactElement, useState } from 'react';
import type { ContactCategory } from '../../../contract/entities/contact-category.ts';
import { z } from '../../../contract/zod.ts';
import { FormTextField } from '../../forms/fields.tsx';
import { useAppForm } from '../../forms/use-app-form.ts';
import { useFormField } from '../../forms/use-form-field.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { categoriesOf, categoryName, createCategory, unusedColor } from './category-actions.ts';
import styles from './contact-form.module.css';
import type { ContactDraft, ContactFields } from './form-draft.ts';
import type { ContactFormApi } from './use-contact-form.ts';

const NEW = 'new';

/** Selects the category of a contact or creates a new one. A deleted category is shown as none. */
export function CategoryField({ form, owner_id }: { form: ContactFormApi; owner_id: string }): ReactElement {
  const { t } = useLingui();
  const { db, actor } = useStore();
  const categories = useLiveQuery(async () => categoriesOf(db, owner_id), [db, owner_id]);
  const field = useFormField<ContactDraft, ContactFields, string>({ control: form.control, name: 'category_id' });
  const [isNew, setNew] = useState(false);
  const options = (categories ?? []).map(({ id, name }) => ({ value: id, label: name }));
  // A user can create categories only for their own contacts.
  const isOwnList = owner_id === actor.user_id;
  if (isNew && categories) {
    return (
      <NewCategory
        categories={categories}
        onDone={(id) => {
          setNew(false);
          if (id !== null) field.onChange(id);
          requestAnimationFrame(() => form.setFocus('category_id'));
        }}
      />
    );
  }
  return (
    <SelectField
      {...field}
      label={<Trans>Category</Trans>}
      placeholder={t({ message: 'None', context: 'no category' })}
      value={options.find(({ value }) => value === field.value)?.value ?? ''}
      options={isOwnList ? [...options, { value: NEW, label: t`New category…` }] : options}
      onChange={(value) => (value === NEW ? setNew(true) : field.onChange(value))}
    />
  );
}

type NewCategoryProps = { categories: readonly ContactCategory[]; onDone: (id: string | null) => void };

function NewCategory({ categories, onDone }: NewCategoryProps): ReactElement {
  const store = useStore();
  const form = useAppForm({
    schema: z.object({ name: categoryName(categories, null) }),
    initial: { name: '' },
    onSubmit: async ({ name }) => {
      onDone((await createCategory(store, { name, color: unusedColor(categories) }, categories)).id);
    },
  });
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    if (event.key === 'Enter') void form.submit();
    else onDone(null);
  };
  return (
    <div className={styles.items}>
      <FormTextField
        control={form.control}
        name="name"
        label={<Trans>New category</Trans>}
        autoFocus
        autoComplete="off"
        enterKeyHint="done"
        onKeyDown={onKeyDown}
      />
      <div className={styles.buttons}>
        <Button variant="soft" small writes onPress={() => void form.submit()}>
          <Trans>Add category</Trans>
        </Button>
        <Button variant="plain" small onPress={() => onDone(null)}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </div>
  );
}
