/** Prints a line for the operator on stdout. The log, in contrast, is meant for machines. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Prints a line for the operator on stderr. */
export function printError(line: string): void {
  process.stderr.write(`${line}\n`);
}
