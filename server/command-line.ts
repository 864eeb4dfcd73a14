import type { Environment } from './environment.ts';

/** Matches the path of the server in the assembled product, which has neither the sources nor npm scripts. */
const builtServerPath = /(^|[/\\])dist[/\\]server[/\\]main\.js$/;

/** Returns what an operator types to run a command of the server. `script` is the path of the running program. */
export function commandLine(command: string, args = '', script = process.argv[1] ?? ''): string {
  if (builtServerPath.test(script)) return ['node dist/server/main.js', command, args].filter(Boolean).join(' ');
  return ['npm run', command, args && `-- ${args}`].filter(Boolean).join(' ');
}

/** Returns what an operator types to run a command for an organisation, which may be one of several. */
export function organisationCommandLine(
  { scope, organisations_file }: Pick<Environment, 'scope' | 'organisations_file'>,
  command: string,
  args?: string,
): string {
  const line = commandLine(command, args);
  return organisations_file === undefined ? line : `SCOPE=${scope} ${line}`;
}
