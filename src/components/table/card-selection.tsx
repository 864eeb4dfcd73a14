import { Trans } from '@lingui/react/macro';
import { type ReactElement, type ReactNode, useId, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { toggleKey } from '../../ui/data-grid/grid-selection.ts';
import type { Selection } from '../../ui/data-grid/grid-types.ts';
import { List, Row } from '../../ui/list.tsx';
import styles from './card-selection.module.css';
import { useLongPress } from './use-long-press.ts';

export interface CardSelection {
  /** Whether a press selects cards instead of opening them. */
  isSelecting: boolean;
  selected: Selection;
  /** Starts the selection. If a key is given, that card is selected. */
  start: (key?: string) => void;
  toggle: (key: string) => void;
  /** Deselects all cards and ends the selection, so that a press on a card opens it again. */
  clear: () => void;
}

const emptySelection: Selection = new Set();

/** Holds the selection of the cards that a phone shows in place of a table. */
export function useCardSelection(): CardSelection {
  const [selected, setSelected] = useState<Selection | null>(null);
  return {
    isSelecting: selected !== null,
    selected: selected ?? emptySelection,
    start: (key) => setSelected(key === undefined ? emptySelection : new Set([key])),
    toggle: (key) => setSelected((before) => toggleKey(before ?? emptySelection, key)),
    clear: () => setSelected(null),
  };
}

/** A button that starts the selection, as a long press on a card does. */
export function SelectButton({ selection }: { selection: CardSelection }): ReactElement | null {
  if (selection.isSelecting) return null;
  return (
    <Button small variant="plain" onPress={() => selection.start()}>
      <Trans context="verb">Select</Trans>
    </Button>
  );
}

interface SelectableCardsProps {
  'aria-label': string;
  selection: CardSelection;
  /** Keys of the cards in their order. */
  keys: readonly string[];
  /** One card for each key. */
  children: ReactNode;
}

/** A list of cards. A long press on a card starts the selection of several cards. */
export function SelectableCards({ selection, keys, children, ...rest }: SelectableCardsProps): ReactElement {
  const press = useLongPress((target) => {
    const card = target.closest('li');
    const key = keys[card?.parentElement ? [...card.parentElement.children].indexOf(card) : -1];
    if (key !== undefined && !selection.isSelecting) selection.start(key);
  });
  return (
    <div className={styles.cards} {...press}>
      <List aria-label={rest['aria-label']}>{children}</List>
    </div>
  );
}

interface CheckCardProps {
  name: string;
  subtitle?: ReactNode;
  badge?: ReactNode;
  isSelected: boolean;
  onToggle: () => void;
}

/** A card that is selected by a press anywhere on it. */
export function CheckCard({ name, subtitle, badge, isSelected, onToggle }: CheckCardProps): ReactElement {
  const id = useId();
  return (
    <Row
      leading={<input type="checkbox" id={id} className={styles.box} checked={isSelected} onChange={onToggle} />}
      title={
        <label htmlFor={id} className={styles.label}>
          {name}
        </label>
      }
      subtitle={subtitle}
      badge={badge}
      isCurrent={isSelected}
    />
  );
}
