/** A line for the person at the terminal; the log is for machines. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

export function printError(line: string): void {
  process.stderr.write(`${line}\n`);
}
