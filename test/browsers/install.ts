import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';

/** A program that a browser test needs, and the Debian package that contains it. */
interface Program {
  /** Path of the program, or a pattern that matches it. */
  pattern: string;
  package: string;
}

export interface WebKitPaths {
  driver: string;
  miniBrowser: string;
  xvfb: string;
}

const pathOf = ({ pattern }: Program): string | undefined => globSync(pattern)[0];

/**
 * Returns the paths of programs. Installs missing ones if run as root on Debian; otherwise throws an error with their
 * packages.
 */
function ensurePrograms(programs: readonly Program[]): string[] {
  const missingPrograms = programs.filter((program) => pathOf(program) === undefined);
  const packages = [...new Set(missingPrograms.map((program) => program.package))].join(' ');
  if (packages !== '') {
    const isAllowed = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
    if (!isAllowed) throw new Error(`not installed: ${packages}; install these packages, as root on Debian`);
    process.stdout.write(`installing ${packages} (apt-get)\n`);
    const installCommand = `apt-get update -qq && apt-get install -y -qq --no-install-recommends ${packages}`;
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    spawnSync('sh', ['-c', installCommand], { stdio: ['ignore', 'ignore', 'inherit'], env });
  }
  return programs.map((program) => {
    const path = pathOf(program);
    if (path === undefined)
      throw new Error(`apt-get did not install ${program.package}: there is no ${program.pattern}`);
    return path;
  });
}

export function ensureFirefox(): string {
  const [path = ''] = ensurePrograms([{ pattern: '/usr/bin/firefox-esr', package: 'firefox-esr' }]);
  return path;
}

export function ensureWebKit(): WebKitPaths {
  const [driver = '', miniBrowser = '', xvfb = ''] = ensurePrograms([
    { pattern: '/usr/bin/WebKitWebDriver', package: 'webkit2gtk-driver' },
    { pattern: '/usr/lib/*/webkit2gtk-4.1/MiniBrowser', package: 'webkit2gtk-driver' },
    { pattern: '/usr/bin/Xvfb', package: 'xvfb' },
  ]);
  return { driver, miniBrowser, xvfb };
}
