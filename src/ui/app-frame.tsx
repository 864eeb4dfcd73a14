import { useLingui } from '@lingui/react/macro';
import IconLayoutSidebarLeftCollapse from '@tabler/icons-react/dist/esm/icons/IconLayoutSidebarLeftCollapse.mjs';
import IconLayoutSidebarLeftExpand from '@tabler/icons-react/dist/esm/icons/IconLayoutSidebarLeftExpand.mjs';
import { createLink } from '@tanstack/react-router';
import { type ReactElement, type ReactNode, useState } from 'react';

import styles from './app-frame.module.css';
import { AppNav, type NavItem } from './app-nav.tsx';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import { Anchor, type AnchorProps } from './press.tsx';
import { RootMark } from './root-mark.tsx';

export type AppFrameProps = {
  brand: { name: string; icon?: ReactNode };
  /** Items of the bottom bar, at most four in addition to `more`. The rail shows them first. */
  items: readonly NavItem[];
  /** Further items, shown in the rail from 720 px on. */
  extra?: readonly NavItem[];
  /** Shown as the last item of the bar and at the bottom of the rail. */
  more?: NavItem;
  /** Inline notices above the page. */
  notice?: ReactNode;
  /** Shows the narrow rail even if the user prefers the wide one, because the screen needs the width. */
  prefersNarrowRail?: boolean;
  children: ReactNode;
};

type HomeAnchorProps = Omit<AnchorProps, 'className'> & { name: string; icon?: ReactNode };

function HomeAnchor({ name, icon, ...rest }: HomeAnchorProps): ReactElement {
  return (
    <Anchor {...rest} className={classNames(styles.home)} aria-label={name}>
      <span className={styles.logo} aria-hidden="true">
        {icon}
      </span>
      <span className={styles.name}>{name}</span>
    </Anchor>
  );
}

const HomeLink = createLink(HomeAnchor);

const RAIL_KEY = 'haversack.rail';

/**
 * The frame of the app: a bottom bar below 720 px, a narrow rail up to 1023 px, a wide rail above. The page itself
 * scrolls.
 */
export function AppFrame(props: AppFrameProps): ReactElement {
  const { brand, items, extra = [], more, notice, prefersNarrowRail = false, children } = props;
  const { t } = useLingui();
  const [isNarrow, setNarrow] = useRail(prefersNarrowRail);
  return (
    <div className={styles.frame} data-rail={isNarrow ? 'narrow' : 'wide'}>
      <a className={styles.skip} href="#content" onClick={focusContent}>
        {t`Skip to content`}
      </a>
      <header className={styles.rail}>
        <div className={styles.brand}>
          <HomeLink to="/" {...brand} />
          <div className={styles.collapse}>
            <IconButton aria-label={isNarrow ? t`Expand menu` : t`Collapse menu`} onPress={() => setNarrow(!isNarrow)}>
              {isNarrow ? (
                <IconLayoutSidebarLeftExpand aria-hidden="true" />
              ) : (
                <IconLayoutSidebarLeftCollapse aria-hidden="true" />
              )}
            </IconButton>
          </div>
        </div>
        <div id="rail-search" className={styles.search} />
        <AppNav items={items} extra={extra} {...(more && { more })} />
      </header>
      <div className={styles.page}>
        {notice && <div className={styles.notice}>{notice}</div>}
        <main id="content" tabIndex={-1} className={styles.main}>
          {children}
        </main>
      </div>
      <RootMark name="frame" />
    </div>
  );
}

/**
 * Moves the focus to the content of the page. The browser would change the URL fragment instead, which the router would
 * treat as a navigation.
 */
function focusContent(event: { preventDefault: () => void }): void {
  event.preventDefault();
  document.getElementById('content')?.focus();
}

/**
 * Returns whether the rail is narrow, and a function that changes this. The choice is stored, except on screens that
 * need the width: there it applies until the page is reloaded.
 */
function useRail(isWidthNeeded: boolean): [boolean, (narrow: boolean) => void] {
  const [isWideAnyway, setWideAnyway] = useState(false);
  const [isNarrow, setNarrow] = useState(() => {
    try {
      return localStorage.getItem(RAIL_KEY) === 'narrow';
    } catch {
      return false;
    }
  });
  const saveWidth = (narrow: boolean): void => {
    setNarrow(narrow);
    try {
      localStorage.setItem(RAIL_KEY, narrow ? 'narrow' : 'wide');
    } catch {
      // If the choice cannot be stored, the rail has its default width at the next start.
    }
  };
  return isWidthNeeded ? [!isWideAnyway, (narrow) => setWideAnyway(!narrow)] : [isNarrow, saveWidth];
}
