import type { Page } from '@playwright/test';
import { groups } from '../../contract/entities/define.ts';
import { entityNames } from '../../contract/entities/stores.ts';
import type { SnapshotReply } from '../../contract/sync.ts';
import type { Client } from '../e2e/helpers/client.ts';
import { tableRows } from '../e2e/helpers/phone.ts';

type Row = { id: string; rev: number };

/** Serialises a value so that equal values give equal strings, regardless of the order of their keys. */
function serialise(value: unknown): string {
  const sortKeys = (_: string, part: unknown): unknown =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part;
  return JSON.stringify(value, sortKeys);
}

/** Returns all rows that the server has for a person, by entity and id. */
export async function fetchServerRows(client: Client): Promise<Map<string, Row>> {
  const rowsByKey = new Map<string, Row>();
  for (const group of groups) {
    let page: string | null = '';
    while (page !== null) {
      const reply: SnapshotReply = await client.call('sync.snapshot', {
        query: { group, limit: '1000', ...(page && { page }) },
      });
      for (const { c, id, row } of reply.rows) rowsByKey.set(`${c} ${id}`, row as Row);
      page = reply.next;
    }
  }
  return rowsByKey;
}

export interface RowComparison {
  rows: number;
  different: string[];
}

/** Compares each row on the device with the row on the server. A row that only one of them has counts as different. */
export async function compareRows(page: Page, client: Client): Promise<RowComparison> {
  const serverRows = await fetchServerRows(client);
  const different: string[] = [];
  let rows = 0;
  const deviceKeys = new Set<string>();
  for (const name of entityNames) {
    for (const row of await tableRows<Row>(page, name)) {
      const key = `${name} ${row.id}`;
      const onServer = serverRows.get(key);
      deviceKeys.add(key);
      rows += 1;
      if (!onServer) different.push(`${key} is on the phone alone`);
      else if (serialise(onServer) !== serialise(row))
        different.push(`${key}: ${serialise(row)} is ${serialise(onServer)} on the server`);
    }
  }
  for (const key of serverRows.keys()) if (!deviceKeys.has(key)) different.push(`${key} is on the server alone`);
  return { rows, different };
}
