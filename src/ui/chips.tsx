import { createLink } from '@tanstack/react-router';
import { type ReactElement, type ReactNode, type Ref, useId } from 'react';

import styles from './chips.module.css';
import { classNames } from './class-names.ts';
import { Anchor, type AnchorProps } from './press.tsx';

export type Chip = { key: string; label: ReactNode; icon?: ReactNode; count?: number | string };

type CommonProps = {
  /** Purpose of the choice, for screen readers. */
  'aria-label': string;
  /** Wraps onto several lines instead of scrolling. */
  wrap?: boolean;
};

/** Filters or tabs whose state is in the URL. Contains `ChipLink`s; the current one is marked. */
export function ChipLinks({ children, wrap = false, ...rest }: CommonProps & { children: ReactNode }): ReactElement {
  return (
    <nav {...rest} className={styles.chips} data-wrap={wrap}>
      {children}
    </nav>
  );
}

type ChipAnchorProps = Omit<AnchorProps, 'className' | 'current'> & {
  isCurrent: boolean;
  count?: number | string | undefined;
};

function ChipAnchor({ isCurrent, count, children, ...rest }: ChipAnchorProps): ReactElement {
  return (
    <Anchor {...rest} className={classNames(styles.chip)} current={isCurrent ? 'true' : undefined}>
      {children}
      {count !== undefined && <span className={styles.count}> {count}</span>}
    </Anchor>
  );
}

/** One choice inside `ChipLinks`. */
export const ChipLink = createLink(ChipAnchor);

export type ChipGroupProps = CommonProps & {
  /** Shows the chips as the segments of one control, for a few choices of one word. */
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

function ChipFace({ chip }: { chip: Chip }): ReactElement {
  return (
    <>
      {chip.icon}
      {chip.label}
      {chip.count !== undefined && <span className={styles.count}> {chip.count}</span>}
    </>
  );
}
