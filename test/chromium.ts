import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const usualPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

function findChromium(): string | undefined {
  const configuredPath = process.env['CHROMIUM_PATH'];
  return configuredPath || usualPaths.find((path) => existsSync(path));
}

/**
 * Returns the path of the browser for tests, or throws an error with instructions. Installs the browser if run as root
 * on Debian.
 */
export function ensureChromium(): string {
  const found = findChromium();
  if (found && existsSync(found)) return found;
  if (found) throw new Error(`CHROMIUM_PATH: there is no file ${found}`);
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    process.stdout.write('installing chromium (apt-get)\n');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const install = 'apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium';
    spawnSync('sh', ['-c', install], { stdio: ['ignore', 'ignore', 'inherit'], env });
    const installed = findChromium();
    if (installed) return installed;
  }
  throw new Error('No Chromium found: install chromium or Chrome, or set CHROMIUM_PATH');
}

/** Chromium uses only the last switch of this kind, so the features that Playwright disables are repeated here. */
const disabledFeatures = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'PaintHolding', 'HttpsUpgrades'],
  ...['HttpsFirstBalancedModeAutoEnable', 'ThirdPartyStoragePartitioning', 'AvoidCorsURLLoaderRestartOnRedirect'],
  ...['LensOverlay', 'MediaRouter', 'OptimizationHints', 'NetworkTimeServiceQuerying', 'AimEnabled'],
  ...['PreconnectToSearch', 'WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'],
];

/**
 * Returns the launch options of every test browser, including persistent contexts. Installs nothing, because tools load
 * this module for their configuration.
 */
export function chromiumLaunch(): { executablePath: string; args: string[] } {
  const networkFlags = ['--disable-quic', '--no-first-run', '--disable-background-networking'];
  const serviceFlags = ['--disable-component-update', '--disable-sync', '--disable-dev-shm-usage', '--disable-gpu'];
  // Turn off features that take time and that no test needs. For example, each window would load two pages for its
  // address bar.
  const featureFlags = ['--disable-extensions', '--disable-default-apps', '--force-prefers-reduced-motion'];
  const disabledFeaturesFlag = `--disable-features=${disabledFeatures.join(',')}`;
  // Chromium's sandbox does not start for root.
  const sandboxFlags = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return {
    executablePath: findChromium() ?? '/usr/bin/chromium',
    args: [...networkFlags, ...serviceFlags, ...featureFlags, disabledFeaturesFlag, ...sandboxFlags],
  };
}
