/** Prints a line for the operator to stdout. The log, in contrast, is meant for machines. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Prints a line for the operator to stderr. */
export function printError(line: string): void {
  process.stderr.write(`${line}\n`);
}
