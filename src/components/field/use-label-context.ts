import { useLingui } from '@lingui/react';
import { useEffect, useMemo, useState } from 'react';
import type { LabelContext } from './field-labels.ts';
import { useStore } from '../../hooks/store-context.tsx';

/** Returns what a field value's text depends on: the language and the person's current categories. */
export function useLabelContext(): LabelContext {
  const { i18n } = useLingui();
  const { db } = useStore();
  const [categories, setCategories] = useState<ReadonlyMap<string, string>>(new Map());
  useEffect(() => {
    let isHere = true;
    const read = async (): Promise<void> => {
      const rows = await db.contact_categories.orderBy('position').limit(100).toArray();
      if (isHere) setCategories(new Map(rows.map(({ id, name }) => [id, name])));
    };
    void read().catch(() => {});
    return () => {
      isHere = false;
    };
  }, [db]);
  return useMemo(() => ({ i18n, categories }), [i18n, categories]);
}
