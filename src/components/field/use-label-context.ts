import { useLingui } from '@lingui/react';
import { useEffect, useMemo, useState } from 'react';
import type { LabelContext } from './field-labels.ts';
import { useStore } from '../../hooks/store-context.tsx';

/** Returns the data that is needed to show field values as text: the language and the user's current categories. */
export function useLabelContext(): LabelContext {
  const { i18n } = useLingui();
  const { db } = useStore();
  const [categories, setCategories] = useState<ReadonlyMap<string, string>>(new Map());
  useEffect(() => {
    let isMounted = true;
    const read = async (): Promise<void> => {
      const rows = await db.contact_categories.orderBy('position').limit(100).toArray();
      if (isMounted) setCategories(new Map(rows.map(({ id, name }) => [id, name])));
    };
    void read().catch(() => {});
    return () => {
      isMounted = false;
    };
  }, [db]);
  return useMemo(() => ({ i18n, categories }), [i18n, categories]);
}
