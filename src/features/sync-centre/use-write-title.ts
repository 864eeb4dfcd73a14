import { useLingui } from '@lingui/react/macro';
import { writeLabel } from '../../components/sync/write-label.tsx';
import type { Entry, Receipt } from '../../db/outbox/entry.ts';

type TitledWrite = Pick<Entry | Receipt, 'kind' | 'title'>;

/** Returns a function that describes a write, such as "Finish: visit Maria Keller". */
export function useWriteTitle(): (line: TitledWrite) => string {
  const { t } = useLingui();
  return ({ kind, title }) => (title === '' ? t(writeLabel(kind)) : `${t(writeLabel(kind))}: ${title}`);
}
