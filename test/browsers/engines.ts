import { ensureChromium } from '../chromium.ts';
import { openChromium } from './chromium.ts';
import type { BrowserOptions, DrivenPage } from './driven-page.ts';
import { openFirefox } from './firefox.ts';
import { ensureFirefox, ensureWebKit } from './install.ts';
import { openWebKit } from './webkit.ts';

export type EngineName = 'chromium' | 'firefox' | 'webkit';

/** Opens a browser with an empty profile. */
export type OpenBrowser = (options?: BrowserOptions) => Promise<DrivenPage>;

export interface Engine {
  /** Name on the command line. */
  name: EngineName;
  /** Name in the table. */
  title: string;
  /** Whether the browser uses TLS. Over http, WebKit puts pages into its back/forward cache. */
  usesTls: boolean;
  /** Finds or installs the browser. Throws if neither is possible. */
  prepare: () => OpenBrowser;
}

export const engines: readonly Engine[] = [
  {
    name: 'chromium',
    title: 'chromium',
    usesTls: false,
    prepare: () => {
      ensureChromium();
      return openChromium;
    },
  },
  {
    name: 'firefox',
    title: 'firefox-esr',
    usesTls: false,
    prepare: () => {
      const path = ensureFirefox();
      return (options) => openFirefox(path, options);
    },
  },
  {
    name: 'webkit',
    title: 'webkitgtk',
    usesTls: true,
    prepare: () => {
      const paths = ensureWebKit();
      return (options) => openWebKit(paths, options);
    },
  },
];
