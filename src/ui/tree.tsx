import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

import { type TreeItem, visibleItems, typeAhead } from './tree-keys.ts';
import styles from './tree.module.css';

export interface TreeProps {
  'aria-label': string;
  items: readonly TreeItem[];
}

/**
 * A tree that implements the WAI-ARIA pattern. Arrow keys move through the visible items and expand and collapse them;
 * Home, End and letters jump to an item; Enter presses it. Tab reaches only one of the items.
 */
export function Tree({ items, ...rest }: TreeProps): ReactElement {
  const tree = useRef<HTMLUListElement>(null);
  const [focusedKey, setFocusedKey] = useState<string>();
  const typed = useRef({ text: '', at: 0 });
  const visible = visibleItems(items);
  const current = visible.find(({ item }) => item.key === focusedKey) ?? visible[0];

  const focus = (key: string | undefined): void => {
    if (key === undefined) return;
    setFocusedKey(key);
    for (const element of tree.current?.querySelectorAll<HTMLElement>('[role="treeitem"]') ?? [])
      if (element.dataset['key'] === key) element.focus();
  };

  // The item with the focus may disappear, for example the item "Loading" when the loaded items replace it. The focus
  // then moves to the item at the same position.
  const focusedIndex = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (focusedIndex.current === null) return;
    const index = visible.findIndex(({ item }) => item.key === focusedKey);
    if (index === -1) focus(visible[Math.min(focusedIndex.current, visible.length - 1)]?.item.key);
    else focusedIndex.current = index;
  });
  const onFocus = ({ target }: FocusEvent): void => {
    const key = (target as HTMLElement).dataset['key'];
    focusedIndex.current = visible.findIndex(({ item }) => item.key === key);
    setFocusedKey(key);
  };
  const onBlur = (): void => {
    focusedIndex.current = null;
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (!current || event.altKey || event.ctrlKey || event.metaKey) return;
    const index = visible.indexOf(current);
    const { item, parent } = current;
    const hasItems = (item.items?.length ?? 0) > 0;
    const actions: Record<string, () => void> = {
      ArrowDown: () => focus(visible[index + 1]?.item.key),
      ArrowUp: () => focus(visible[index - 1]?.item.key),
      ArrowRight: () => {
        if (item.isExpanded === false) item.onToggle?.();
        else if (item.isExpanded && hasItems) focus(visible[index + 1]?.item.key);
      },
      ArrowLeft: () => {
        if (item.isExpanded) item.onToggle?.();
        else focus(parent);
      },
      Home: () => focus(visible[0]?.item.key),
      End: () => focus(visible.at(-1)?.item.key),
      Enter: () => item.onPress?.(),
      ' ': () => item.onPress?.(),
    };
    const action = actions[event.key];
    if (action) action();
    else if (event.key.length === 1) focus(typeAhead(visible, index, event.key, typed.current, event.timeStamp));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const onClick = ({ target }: MouseEvent): void => {
    if (!(target instanceof Element)) return;
    const key = target.closest<HTMLElement>('[data-key]')?.dataset['key'];
    const item = visible.find((each) => each.item.key === key)?.item;
    if (!item) return;
    focus(key);
    (target.closest('[data-part="toggle"]') ? item.onToggle : item.onPress)?.();
  };

  return (
    <ul {...rest} ref={tree} role="tree" className={styles.tree} {...{ onKeyDown, onClick, onFocus, onBlur }}>
      {items.map((item, index) => (
        <TreeRow
          key={item.key}
          {...{ item, level: 1, position: index + 1, setSize: items.length, focusable: current?.item.key }}
        />
      ))}
    </ul>
  );
}

interface TreeRowProps {
  item: TreeItem;
  level: number;
  position: number;
  setSize: number;
  /** Key of the item that Tab reaches. */
  focusable: string | undefined;
}

function TreeRow({ item, level, position, setSize, focusable }: TreeRowProps): ReactElement {
  const { key, content, isExpanded, isBusy, isCurrent, items = [] } = item;
  const isBranch = isExpanded !== undefined;
  const hasGroup = isExpanded && items.length > 0;
  // The child items are outside the element of the row, so that they are not part of its accessible name.
  return (
    <li role="none">
      <div
        role="treeitem"
        aria-level={level}
        aria-posinset={position}
        aria-setsize={setSize}
        aria-expanded={isExpanded}
        aria-current={isCurrent ? 'true' : undefined}
        data-key={key}
        tabIndex={key === focusable ? 0 : -1}
        className={styles.row}
      >
        <span
          className={styles.toggle}
          data-part={isBranch ? 'toggle' : undefined}
          data-expanded={isExpanded ?? false}
          data-busy={isBusy ?? false}
        >
          {isBranch && <IconChevronRight aria-hidden="true" />}
        </span>
        <div className={styles.content}>{content}</div>
      </div>
      {hasGroup && (
        <ul role="group" className={styles.group} data-level={level}>
          {items.map((below, index) => (
            <TreeRow
              key={below.key}
              {...{ item: below, level: level + 1, position: index + 1, setSize: items.length, focusable }}
            />
          ))}
        </ul>
      )}
    </li>
  );
}
