import { type KeyboardEvent, type ReactElement, type ReactNode, useRef } from 'react';
import styles from './figure-tabs.module.css';

export interface FigureTab {
  key: string;
  content: ReactNode;
  isDisabled?: boolean;
}

export type FigureTabsProps = {
  'aria-label': string;
  tabs: readonly FigureTab[];
  value: string;
  onChange: (key: string) => void;
  /** Id of the panel that shows the selected figure. The panel must be labelled by its tab. */
  panelId: string;
};

/** A row of figures, one of which is selected. Implements the WAI-ARIA tabs pattern. */
export function FigureTabs({ tabs, value, onChange, panelId, ...rest }: FigureTabsProps): ReactElement {
  const list = useRef<HTMLDivElement>(null);
  const enabledTabs = tabs.filter(({ isDisabled }) => !isDisabled);
  const move = (event: KeyboardEvent): void => {
    const at = enabledTabs.findIndex(({ key }) => key === value);
    const last = enabledTabs.length - 1;
    const targets: Record<string, number> = {
      ArrowRight: at === last ? 0 : at + 1,
      ArrowLeft: at <= 0 ? last : at - 1,
    };
    const target = enabledTabs[{ ...targets, Home: 0, End: last }[event.key] ?? -1];
    if (!target) return;
    event.preventDefault();
    onChange(target.key);
    list.current?.querySelector<HTMLElement>(`[data-key="${target.key}"]`)?.focus();
  };
  return (
    <div {...rest} ref={list} role="tablist" className={styles.tabs}>
      {tabs.map(({ key, content, isDisabled = false }) => (
        <button
          key={key}
          type="button"
          role="tab"
          data-key={key}
          className={styles.tab}
          aria-selected={key === value}
          aria-controls={panelId}
          disabled={isDisabled}
          tabIndex={key === value ? 0 : -1}
          onKeyDown={move}
          onClick={() => onChange(key)}
        >
          {content}
        </button>
      ))}
    </div>
  );
}
