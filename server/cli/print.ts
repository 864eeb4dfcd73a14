/** Prints a line for the operator; the log is for machines. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Prints a line on stderr. */
export function printError(line: string): void {
  process.stderr.write(`${line}\n`);
}
