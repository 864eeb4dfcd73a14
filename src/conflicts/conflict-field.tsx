import { Trans, useLingui } from '@lingui/react/macro';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import type { ReactElement } from 'react';
import type { Entry } from '../db/outbox/entry.ts';
import { RadioCards, type RadioOption } from '../ui/radio-cards.tsx';
import { useNow } from '../ui/use-now.ts';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import type { ConflictingField } from './conflict-model.ts';
import { useVersionLabel } from './conflict-labels.ts';
import styles from './conflict.module.css';
import { FieldInput } from '../components/field/field-input.tsx';
import type { FieldKind } from '../components/field/field-label.ts';
import { fieldValueLines, fieldLabel } from '../components/field/field-labels.ts';
import { useLabelContext } from '../components/field/use-label-context.ts';

export interface FieldChoice {
  pick: 'mine' | 'theirs' | 'other';
  /** The third value that the user typed; used if `pick` is `other`. */
  typed: unknown;
}

export interface ConflictFieldProps {
  entry: Entry;
  clash: ConflictingField;
  choice: FieldChoice | undefined;
  onChoose: (choice: FieldChoice) => void;
  errorMessage?: string | undefined;
}

/**
 * Kinds of fields for which the user can type a third value. In fields with fixed choices, the two versions are the
 * only options.
 */
const typedKinds: readonly FieldKind[] = ['text', 'long', 'phones', 'lines', 'date', 'instant'];

function Lines({ lines }: { lines: readonly string[] }): ReactElement {
  return (
    <>
      {lines.map((line) => (
        <span key={line} className={styles.line}>
          {line}
        </span>
      ))}
    </>
  );
}

/** Lets the user resolve one conflicting field with their own value, the server's value or a third value. */
export function ConflictField({ entry, clash, choice, onChoose, errorMessage }: ConflictFieldProps): ReactElement {
  const { t } = useLingui();
  const labelContext = useLabelContext();
  const versions = useVersionLabel()(clash, entry, useNow('minute'));
  const fieldInfo = fieldLabel(entry.entity, clash.field);
  const label = t(fieldInfo.label);
  const options: RadioOption[] = [
    {
      value: 'mine',
      title: <Lines lines={fieldValueLines(fieldInfo, clash.mine, labelContext)} />,
      subtitle: versions.mine,
    },
    {
      value: 'theirs',
      title: <Lines lines={fieldValueLines(fieldInfo, clash.theirs, labelContext)} />,
      subtitle: versions.theirs,
    },
  ];
  if (typedKinds.includes(fieldInfo.kind)) options.push({ value: 'other', title: <Trans>Enter another value</Trans> });
  const choose = (pick: string): void => {
    const typed = pick === 'other' ? (choice?.typed ?? clash.mine) : null;
    onChoose({ pick: pick as FieldChoice['pick'], typed });
  };
  return (
    <div className={styles.field} data-field={clash.field}>
      <RadioCards
        label={
          <span className={styles.label}>
            {label}
            {choice && (
              <>
                <IconCheck aria-hidden="true" />
                <VisuallyHidden>
                  <Trans>selected</Trans>
                </VisuallyHidden>
              </>
            )}
          </span>
        }
        options={options}
        value={choice?.pick ?? ''}
        onChange={choose}
        {...(choice?.pick !== 'other' && errorMessage && { errorMessage })}
      />
      {choice?.pick === 'other' && (
        <FieldInput
          fieldInfo={fieldInfo}
          labelContext={labelContext}
          label={t`Other value: ${label}`}
          value={choice.typed}
          onChange={(typed) => onChoose({ pick: 'other', typed })}
          errorMessage={errorMessage}
        />
      )}
    </div>
  );
}
