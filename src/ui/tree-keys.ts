import type { ReactNode } from 'react';

export interface TreeItem {
  key: string;
  /** The first words of the content as text. Typing them moves the focus to the item. */
  text: string;
  /** The content of the item, which is also its accessible name. */
  content: ReactNode;
  /** Whether the child items are shown; absent if the item cannot have child items. */
  isExpanded?: boolean;
  /** Whether the child items are being fetched. */
  isBusy?: boolean;
  /** Marks the record that is open beside the tree. */
  isCurrent?: boolean;
  items?: readonly TreeItem[];
  onToggle?: () => void;
  onPress?: () => void;
}

/** A visible item, with the key of its parent item. */
export interface VisibleItem {
  item: TreeItem;
  parent: string | undefined;
}

/** Returns the visible items from top to bottom. */
export function visibleItems(items: readonly TreeItem[], parent?: string): VisibleItem[] {
  return items.flatMap((item) => [
    { item, parent },
    ...(item.isExpanded ? visibleItems(item.items ?? [], item.key) : []),
  ]);
}

/** Letters form a word if they are typed within this many ms of each other. */
const WORD_MS = 500;

/**
 * Returns the key of the next item whose text begins with the typed letters, or undefined. Typing the same letter again
 * returns the next such item. `typed` stores the letters typed so far and the time of the last one.
 */
export function typeAhead(
  visible: readonly VisibleItem[],
  index: number,
  letter: string,
  typed: { text: string; at: number },
  now: number,
): string | undefined {
  const text = now - typed.at < WORD_MS ? typed.text + letter.toLowerCase() : letter.toLowerCase();
  Object.assign(typed, { text, at: now });
  const isRepeated = [...text].every((each) => each === text[0]);
  const prefix = isRepeated ? text[0]! : text;
  // A single letter starts with the item after the current one. A longer word may still match the current item.
  const first = isRepeated ? index + 1 : index;
  const inOrder = [...visible.slice(first), ...visible.slice(0, first)];
  return inOrder.find(({ item }) => item.text.toLowerCase().startsWith(prefix))?.item.key;
}
