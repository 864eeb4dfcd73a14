/** Result of all rounds of one fault. `faults` contains the failed checks. */
export interface ResultLine {
  name: string;
  rounds: number;
  writes: number;
  effects: number;
  lost: number;
  doubled: number;
  /** Longest time until the outbox was empty after the network recovered. */
  slowest_s: number;
  seconds: number;
  faults: string[];
}

export function emptyLine(name: string): ResultLine {
  return { name, rounds: 0, writes: 0, effects: 0, lost: 0, doubled: 0, slowest_s: 0, seconds: 0, faults: [] };
}

const widths = [18, 8, 8, 9, 6, 9, 13, 9];
const titles = ['fault', 'rounds', 'writes', 'effects', 'lost', 'doubled', 'slowest heal', 'seconds'];

const row = (cells: readonly string[]): string =>
  cells.map((cell, index) => (index === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[index]!))).join('');

export const tableHead = (): string => row(titles);

export function tableRow(line: ResultLine): string {
  const { name, rounds, writes, effects, lost, doubled, slowest_s, seconds, faults } = line;
  const cells = [rounds, writes, effects, lost, doubled].map(String);
  const summary = row([name, ...cells, `${slowest_s.toFixed(1)} s`, seconds.toFixed(1)]);
  return [summary, ...faults.map((fault) => `  ${fault}`)].join('\n');
}

export const isPassed = (line: ResultLine): boolean => line.faults.length === 0 && line.rounds > 0;
