import { useLingui } from '@lingui/react/macro';
import { useVirtualizer, useWindowVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import {
  type CSSProperties,
  type ReactElement,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { List } from '../../ui/list.tsx';
import styles from './contacts.module.css';

/** Estimated height of a two-line row, until the rendered row is measured. */
const ROW_PX = 64;

const OVERSCAN = 6;

/** The height in px that the search field covers at the top of a list that scrolls with the page. */
const COVERED_PX = 72;

/** A request to show a row at the top and to focus it. Each request is a new object. */
export interface JumpTarget {
  index: number;
}

export type RowsProps = {
  /** Total number of rows, of which only the visible ones are rendered. */
  count: number;
  /** Identifies the search result. When it changes, the list scrolls to its top. */
  listKey: string;
  keyAt: (index: number) => string | number;
  row: (index: number) => ReactElement;
  onSee: (first: number, last: number) => void;
  /** Scroll position at which the user left the list, which is restored. */
  start: number;
  /** Reports the scroll position on unmount. */
  onLeave: (scroll: number) => void;
  jump: JumpTarget | null;
};

type AnyVirtualizer = Virtualizer<Window, Element> | Virtualizer<HTMLDivElement, Element>;

/** Scrolls to the requested row, and focuses it as soon as it is rendered with its contact. */
function useJump(virtualizer: AnyVirtualizer, jump: JumpTarget | null, box: RefObject<HTMLDivElement | null>): void {
  const pending = useRef<JumpTarget | null>(null);
  useEffect(() => {
    if (!jump) return;
    pending.current = jump;
    virtualizer.scrollToIndex(jump.index, { align: 'start' });
  }, [jump, virtualizer]);
  useEffect(() => {
    if (!pending.current) return;
    const row = box.current?.querySelector(`[data-index="${pending.current.index}"] a`);
    if (!(row instanceof HTMLElement)) return;
    pending.current = null;
    row.focus({ preventScroll: true });
  });
}

function VirtualRows({ virtualizer, margin, ...props }: RowsProps & { virtualizer: AnyVirtualizer; margin: number }) {
  const { t } = useLingui();
  const box = useRef<HTMLDivElement>(null);
  const { count, listKey, onSee, onLeave } = props;
  const items = virtualizer.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => onSee(first, last), [onSee, first, last, count]);
  useLayoutEffect(() => {
    const rows = box.current?.querySelector('ul')?.children ?? [];
    for (const [at, row] of [...rows].entries()) {
      // Exposes the position of each row in the complete list to screen readers, because only visible rows are
      // rendered.
      row.setAttribute('data-index', String(first + at));
      row.setAttribute('aria-posinset', String(first + at + 1));
      row.setAttribute('aria-setsize', String(count));
      virtualizer.measureElement(row);
    }
  });
  const shownKey = useRef(listKey);
  useLayoutEffect(() => {
    if (shownKey.current === listKey) return;
    shownKey.current = listKey;
    virtualizer.scrollToOffset(0);
  }, [listKey, virtualizer]);
  const onLeaveRef = useRef(onLeave);
  useEffect(() => {
    onLeaveRef.current = onLeave;
  }, [onLeave]);
  useEffect(() => () => onLeaveRef.current(virtualizer.scrollOffset ?? 0), [virtualizer]);
  useJump(virtualizer, props.jump, box);
  const place = { '--whole': `${virtualizer.getTotalSize()}px`, '--from': `${(items[0]?.start ?? 0) - margin}px` };
  return (
    <div className={styles.whole} style={place as CSSProperties}>
      <div className={styles.drawn} ref={box}>
        <List plain aria-label={t`Contacts`}>
          {items.map((item) => props.row(item.index))}
        </List>
      </div>
    </div>
  );
}

/** The contact list that scrolls with the page. */
export function PageRows(props: RowsProps): ReactElement {
  const box = useRef<HTMLDivElement>(null);
  const [margin, setMargin] = useState(0);
  const { count, keyAt, start } = props;
  const virtualizer = useWindowVirtualizer({
    count,
    getItemKey: keyAt,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
    scrollMargin: margin,
    scrollPaddingStart: COVERED_PX,
    initialOffset: start,
  });
  useLayoutEffect(() => {
    const measure = (): void => setMargin(Math.round((box.current?.getBoundingClientRect().top ?? 0) + window.scrollY));
    measure();
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, [count]);
  useLayoutEffect(() => {
    if (start === 0) return;
    // The list scrolls one frame later, because the router first scrolls every new page to its top.
    const frame = requestAnimationFrame(() => window.scrollTo(0, start));
    return () => cancelAnimationFrame(frame);
  }, [start]);
  return (
    <div className={styles.card} ref={box}>
      <VirtualRows {...props} virtualizer={virtualizer} margin={margin} />
    </div>
  );
}

/** The contact list that scrolls in a pane of its own, beside the open contact. */
export function PaneRows(props: RowsProps): ReactElement {
  const box: RefObject<HTMLDivElement | null> = useRef(null);
  const { count, keyAt, start } = props;
  const virtualizer = useVirtualizer<HTMLDivElement, Element>({
    count,
    getScrollElement: () => box.current,
    getItemKey: keyAt,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
    initialOffset: start,
  });
  return (
    <div className={styles.card} data-scrolls="true" ref={box}>
      <VirtualRows {...props} virtualizer={virtualizer} margin={0} />
    </div>
  );
}
