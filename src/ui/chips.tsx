import { type ReactElement, type ReactNode, type Ref, useId } from 'react';

import type { CommonChipsProps } from './chip-links.tsx';
import styles from './chips.module.css';

export type Chip = { key: string; label: ReactNode; icon?: ReactNode; count?: number | string };

export type ChipGroupProps = CommonChipsProps & {
  /** Shows the chips as a segmented control; for a few options of one word each. */
  segmented?: boolean;
  chips: readonly Chip[];
  value: string;
  onChange: (key: string) => void;
  name?: string;
  /** Ref of the focusable chip: the selected one, or the first. */
  ref?: Ref<HTMLInputElement> | undefined;
};

/** Selects one of a few short options in a form or sheet. */
export function ChipGroup(props: ChipGroupProps): ReactElement {
  const { chips, value, onChange, name, ref, wrap = false, segmented = false, ...rest } = props;
  const id = useId();
  const target = chips.find((chip) => chip.key === value) ?? chips[0];
  return (
    <div {...rest} role="radiogroup" className={styles.chips} data-wrap={wrap} data-segmented={segmented}>
      {chips.map((chip) => (
        <label key={chip.key} className={styles.chip}>
          <input
            type="radio"
            ref={chip === target ? ref : undefined}
            className={styles.input}
            name={name ?? id}
            value={chip.key}
            checked={chip.key === value}
            onChange={() => onChange(chip.key)}
          />
          <ChipFace chip={chip} />
        </label>
      ))}
    </div>
  );
}

export type ChipChecksProps = CommonChipsProps & {
  chips: readonly Chip[];
  /** Keys of the chosen chips. */
  values: readonly string[];
  /** Called with the key of the chip that was selected or deselected. */
  onToggle: (key: string) => void;
};

/** Selects any number of a few short options. */
export function ChipChecks({ chips, values, onToggle, wrap = false, ...rest }: ChipChecksProps): ReactElement {
  return (
    <div {...rest} role="group" className={styles.chips} data-wrap={wrap}>
      {chips.map((chip) => (
        <label key={chip.key} className={styles.chip}>
          <input
            type="checkbox"
            className={styles.input}
            checked={values.includes(chip.key)}
            onChange={() => onToggle(chip.key)}
          />
          <ChipFace chip={chip} />
        </label>
      ))}
    </div>
  );
}

function ChipFace({ chip }: { chip: Chip }): ReactElement {
  return (
    <>
      {chip.icon}
      {chip.label}
      {chip.count !== undefined && <span className={styles.count}> {chip.count}</span>}
    </>
  );
}
