import { Trans } from '@lingui/react/macro';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { type ReactElement, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { Kbd } from '../ui/kbd.tsx';
import { classNames } from '../ui/class-names.ts';
import { PressButton } from '../ui/press.tsx';
import styles from './rail-search.module.css';

/**
 * The button at the top of the rail that opens the search palette. It is loaded after the frame, which reserves space
 * for it.
 */
export function RailSearch({ onPress }: { onPress: () => void }): ReactElement | null {
  const [container, setContainer] = useState<HTMLElement | null>(null);
  useLayoutEffect(() => setContainer(document.getElementById('rail-search')), []);
  if (!container) return null;
  return createPortal(
    <PressButton className={classNames(styles.search)} aria-haspopup="dialog" onPress={onPress}>
      <IconSearch aria-hidden="true" />
      <span className={styles.label}>
        <Trans>Search</Trans>
      </span>
      <span className={styles.keys} aria-hidden="true">
        <Kbd keys={['mod+k']} />
      </span>
    </PressButton>,
    container,
  );
}
