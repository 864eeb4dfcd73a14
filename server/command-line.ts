/** Matches the path of the server in the assembled product, which has neither the sources nor npm scripts. */
const builtServerPath = /(^|[/\\])dist[/\\]server[/\\]main\.js$/;

/** Returns what an operator types to run a command of the server. `script` is the path of the running program. */
export function commandLine(command: string, args = '', script = process.argv[1] ?? ''): string {
  if (builtServerPath.test(script)) return ['node dist/server/main.js', command, args].filter(Boolean).join(' ');
  return ['npm run', command, args && `-- ${args}`].filter(Boolean).join(' ');
}
