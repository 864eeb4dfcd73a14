import { entityNames } from '../../contract/entities/stores.ts';
import type { Violation } from './checks.ts';
import type { Ledger } from './server-log.ts';
import type { SimTab } from './sim-tab.ts';
import type { World } from './world.ts';

const idPattern = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Returns the lines that contain an id mentioned by the violations, or all lines if the violations mention no id. */
function relevantLines(lines: readonly string[], violations: readonly Violation[]): string[] {
  const ids = [...new Set(violations.flatMap(({ seen }) => seen.match(idPattern) ?? []))];
  return lines.filter((line) => ids.length === 0 || ids.some((id) => line.includes(id)));
}

function listServerRows({ accepted, refused, rows }: Ledger): string[] {
  return [
    ...accepted.map(({ op_id, kind, rev, person }) => `server: accepted ${kind} ${op_id} of ${person}, rev ${rev}`),
    ...refused.map((op_id) => `server: refused ${op_id}`),
    ...[...rows].flatMap(([person, entities]) =>
      [...entities].flatMap(([entity, found]) =>
        [...found.values()].map((row) => `server, for ${person}: ${entity} ${JSON.stringify(row)}`),
      ),
    ),
  ];
}

async function deviceRows({ phone: { db } }: SimTab, name: string): Promise<string[]> {
  const lines: string[] = [];
  for (const table of ['outbox', 'base', 'history', ...entityNames])
    for (const row of (await db.table(table).toArray()) as unknown[])
      lines.push(`${name}: ${table} ${JSON.stringify(row)}`);
  return lines;
}

/**
 * Describes the records and writes that the violations mention, as stored on the server and on the devices, one line
 * for each row.
 */
export async function describeViolations(
  world: World,
  tabs: readonly SimTab[],
  ledger: Ledger,
  violations: readonly Violation[],
): Promise<string[]> {
  const lines = listServerRows(ledger);
  for (const tab of tabs) lines.push(...(await deviceRows(tab, world.nameOf(tab))));
  return relevantLines(lines, violations);
}

/**
 * Adds the final state to the hash of the trace: the rows of the server and the writes of the devices. The rows on the
 * devices are left out, because the checks compare them with those of the server.
 */
export async function hashFinalState(world: World, tabs: readonly SimTab[], ledger: Ledger): Promise<void> {
  world.trace.seal(listServerRows(ledger).join('\n'));
  for (const { phone } of tabs) world.trace.seal(JSON.stringify(await phone.db.outbox.toArray()));
}
