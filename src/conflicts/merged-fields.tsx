import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import type { Entry } from '../db/outbox/entry.ts';
import styles from './conflict.module.css';
import { fieldLines, fieldWord } from '../components/field/field-labels.ts';
import { useWords } from '../components/field/use-label-context.ts';

export interface FieldFactsProps {
  entry: Pick<Entry, 'entity' | 'args'>;
  fields: readonly string[];
}

/** Fields of a write with their values, in words. */
export function FieldFacts({ entry, fields }: FieldFactsProps): ReactElement {
  const { t } = useLingui();
  const words = useWords();
  const values = new Map<string, unknown>(Object.entries(entry.args ?? {}));
  return (
    <dl className={styles.facts}>
      {fields.map((field) => {
        const word = fieldWord(entry.entity, field);
        return (
          <div key={field}>
            <dt>{t(word.label)}</dt>
            <dd>{fieldLines(word, values.get(field), words).join('\n')}</dd>
          </div>
        );
      })}
    </dl>
  );
}

/** What clashed with nothing, folded: it needs no choice. */
export function MergedFields({ entry, fields }: FieldFactsProps): ReactElement | null {
  if (fields.length === 0) return null;
  return (
    <details className={styles.merged}>
      <summary>
        <Trans>Already merged</Trans>
      </summary>
      <FieldFacts entry={entry} fields={fields} />
    </details>
  );
}
