/** Prints a line for the operator to stdout. Lines for programs go to the log instead. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Prints a line for the operator to stderr. */
export function printError(line: string): void {
  process.stderr.write(`${line}\n`);
}
