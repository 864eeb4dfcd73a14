import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import type { Entry } from '../db/outbox/entry.ts';
import styles from './conflict.module.css';
import { fieldValueLines, fieldLabel } from '../components/field/field-labels.ts';
import { useLabelContext } from '../components/field/use-label-context.ts';

export interface FieldValuesProps {
  entry: Pick<Entry, 'entity' | 'args'>;
  fields: readonly string[];
}

/** Shows fields of a write with their values as text. */
export function FieldValues({ entry, fields }: FieldValuesProps): ReactElement {
  const { t } = useLingui();
  const labelContext = useLabelContext();
  const values = new Map<string, unknown>(Object.entries(entry.args ?? {}));
  return (
    <dl className={styles.values}>
      {fields.map((field) => {
        const fieldInfo = fieldLabel(entry.entity, field);
        return (
          <div key={field}>
            <dt>{t(fieldInfo.label)}</dt>
            <dd>{fieldValueLines(fieldInfo, values.get(field), labelContext).join('\n')}</dd>
          </div>
        );
      })}
    </dl>
  );
}

/** Shows the fields without a conflict. They are collapsed, because they require no decision. */
export function MergedFields({ entry, fields }: FieldValuesProps): ReactElement | null {
  if (fields.length === 0) return null;
  return (
    <details className={styles.merged}>
      <summary>
        <Trans>Already merged</Trans>
      </summary>
      <FieldValues entry={entry} fields={fields} />
    </details>
  );
}
