import { useLingui } from '@lingui/react/macro';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactElement } from 'react';
import type { Lang } from '../../../../contract/fields.ts';
import type { PhoneDb } from '../../../db/schema/db.ts';
import { FormComboField } from '../../../forms/fields.tsx';
import { useStore } from '../../../hooks/store-context.tsx';
import type { SelectOption } from '../../../ui/option-list.tsx';
import { useEditor } from './editor-context.tsx';
import { propLabel } from '../block-labels.ts';
import type { BlockForm } from './use-block-form.ts';

const MAX_ROWS = 500;

type Titles = Record<'book' | 'lesson' | 'event' | 'subscription', { id: string; title: string }[]>;

/** Returns the items that a card block can present, by kind. `lang` is the language of the page. */
async function savedTitles(db: PhoneDb, lang: Lang): Promise<Titles> {
  const [book, lesson, event, packages] = await Promise.all([
    db.books.limit(MAX_ROWS).toArray(),
    db.lessons.limit(MAX_ROWS).toArray(),
    db.events.limit(MAX_ROWS).toArray(),
    db.packages.limit(MAX_ROWS).toArray(),
  ]);
  return { book, lesson, event, subscription: packages.map(({ id, title }) => ({ id, title: title[lang] })) };
}

/** Selects the book, lesson, event or subscription that a card block presents. */
export function CardField({ form: { control } }: { form: BlockForm }): ReactElement {
  const { t } = useLingui();
  const { db } = useStore();
  const { flow } = useEditor();
  const titles = useLiveQuery(async () => savedTitles(db, flow.lang), [db, flow.lang]);
  const optionsOf = (kind: keyof Titles, named: (title: string) => string): SelectOption[] =>
    (titles?.[kind] ?? []).map(({ id, title }) => ({ value: `${kind}:${id}`, label: named(title) }));
  const options = [
    ...optionsOf('event', (title) => t`Event: ${title}`),
    ...optionsOf('book', (title) => t`Book: ${title}`),
    ...optionsOf('lesson', (title) => t`Lesson: ${title}`),
    ...optionsOf('subscription', (title) => t`Subscription: ${title}`),
  ];
  return <FormComboField control={control} name="ref" label={t(propLabel('ref'))} options={options} />;
}
