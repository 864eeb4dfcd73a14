import { StartupError } from './startup-error.ts';

/** The oldest version of Node.js that has the functions that the server and its packages use, such as Map.groupBy. */
const OLDEST = { major: 22, minor: 18 };

/** Throws a StartupError if this version of Node.js is too old: the server would start, and then fail in some calls. */
export function checkNodeVersion(version: string): void {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > OLDEST.major || (major === OLDEST.major && minor >= OLDEST.minor)) return;
  throw new StartupError(
    `The server requires Node.js ${OLDEST.major}.${OLDEST.minor} or newer; this is ${version}. Node.js 24 is recommended.`,
  );
}
