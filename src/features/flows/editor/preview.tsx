import { Trans, useLingui } from '@lingui/react/macro';
import IconDeviceDesktop from '@tabler/icons-react/dist/esm/icons/IconDeviceDesktop.mjs';
import IconDeviceMobile from '@tabler/icons-react/dist/esm/icons/IconDeviceMobile.mjs';
import { type ReactElement, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { log } from '../../../lib/log.ts';
import { ChipGroup } from '../../../ui/chips.tsx';
import { useMediaQuery } from '../../../ui/use-media-query.ts';
import { shownAddress } from '../page-url.ts';
import { useEditor } from './editor-context.tsx';
import { SelectablePage } from './page-view.tsx';
import styles from './preview.module.css';

const STORAGE_KEY = 'haversack.preview';
const DESKTOP_PX = 1152;
const PHONE_PX = 360;
const PHONE_SCALE = 0.655;

const modes = ['phone', 'desktop', 'both'] as const;
type Mode = (typeof modes)[number];

function savedMode(): Mode {
  try {
    const saved = localStorage.getItem(STORAGE_KEY);
    return modes.find((mode) => mode === saved) ?? 'both';
  } catch {
    return 'both';
  }
}

/** Returns the screen sizes that the preview shows; the choice is stored on this device. */
function useMode(): [Mode, (mode: Mode) => void] {
  const [mode, setMode] = useState(savedMode);
  const choose = (next: Mode): void => {
    setMode(next);
    try {
      localStorage.setItem(STORAGE_KEY, next);
    } catch (error) {
      log.warn('the size of the preview was not stored', error);
    }
  };
  return [mode, choose];
}

/** Returns the current width of an element in px, and follows its changes. */
function useWidth(): [RefObject<HTMLDivElement | null>, number] {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    setWidth(element.clientWidth);
    if (typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}

function DesktopFrame(): ReactElement {
  const { flow, baseUrl } = useEditor();
  const [ref, width] = useWidth();
  return (
    <div className={styles.desktop}>
      <div className={styles.address} aria-hidden="true">
        <i />
        <i />
        <i />
        <span>{shownAddress(flow, baseUrl)}</span>
      </div>
      <div ref={ref}>
        <div style={{ width: DESKTOP_PX, zoom: width / DESKTOP_PX || 1 }}>
          <SelectablePage />
        </div>
      </div>
    </div>
  );
}

function PhoneFrame(): ReactElement {
  return (
    <div className={styles.phone}>
      <div style={{ width: PHONE_PX, zoom: PHONE_SCALE }}>
        <SelectablePage />
      </div>
    </div>
  );
}

/** The preview of the page on a phone, on a desktop or both. Pressing a block selects it. */
export function Preview(): ReactElement {
  const { t } = useLingui();
  const [mode, setMode] = useMode();
  const hasRoomForBoth = useMediaQuery('(min-width: 1280px)');
  const shown = mode === 'both' && !hasRoomForBoth ? 'desktop' : mode;
  const chips = [
    { key: 'phone', label: <Trans>Phone</Trans>, icon: <IconDeviceMobile aria-hidden="true" /> },
    { key: 'desktop', label: <Trans>Desktop</Trans>, icon: <IconDeviceDesktop aria-hidden="true" /> },
    ...(hasRoomForBoth ? [{ key: 'both', label: <Trans context="phone and desktop">Both</Trans> }] : []),
  ];
  return (
    <div className={styles.preview}>
      <div className={styles.modes}>
        <ChipGroup
          aria-label={t`Size of the preview`}
          segmented
          chips={chips}
          value={shown}
          onChange={(next) => setMode(next as Mode)}
        />
      </div>
      <div className={styles.frames}>
        {shown !== 'phone' && <DesktopFrame />}
        {shown !== 'desktop' && <PhoneFrame />}
      </div>
    </div>
  );
}
