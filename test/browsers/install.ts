import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const FIREFOX = '/usr/bin/firefox-esr';
const PACKAGE = 'firefox-esr';

/** Returns the path of Firefox ESR. Installs it if run as root on Debian; otherwise an error says what is missing. */
export function ensureFirefox(): string {
  if (existsSync(FIREFOX)) return FIREFOX;
  const isAllowed = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (!isAllowed) throw new Error(`missing: ${PACKAGE}; install this package, as root on Debian`);
  process.stdout.write(`installing ${PACKAGE} (apt-get)\n`);
  const install = `apt-get update -qq && apt-get install -y -qq --no-install-recommends ${PACKAGE}`;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('sh', ['-c', install], { stdio: ['ignore', 'ignore', 'inherit'], env });
  if (!existsSync(FIREFOX)) throw new Error(`apt-get did not install ${PACKAGE}`);
  return FIREFOX;
}
