import { CompiledQuery, type LogEvent } from 'kysely';
import type { Db } from '../../server/db/tables.ts';
import { largeTables } from './large-data.ts';

// Checks the plans of recorded statements on a large database.

/** A statement, and the values with which it was executed. */
export interface ExecutedQuery {
  statement: string;
  parameters: readonly unknown[];
}

/** Records the queries of a database that is opened with `onQuery`. */
export class QueryRecorder {
  #executed: ExecutedQuery[] | undefined;

  readonly onQuery = ({ query: { sql: statement, parameters } }: LogEvent): void => {
    if (/^\s*(select|with)\b/i.test(statement)) this.#executed?.push({ statement, parameters });
  };

  /** Runs a function and returns the queries that it executed. */
  async record(run: () => Promise<unknown>): Promise<ExecutedQuery[]> {
    const executed: ExecutedQuery[] = [];
    this.#executed = executed;
    await run();
    this.#executed = undefined;
    return executed;
  }
}

/** The parts of a node of `explain (analyze, format json)` that are checked. */
interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** Returns the number of rows that a node read from a table, including those that it did not return. */
function rowsRead(node: PlanNode): number {
  if (node['Relation Name'] === undefined) return 0;
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  return (node['Actual Rows'] + removed) * node['Actual Loops'];
}

/** Returns what is wrong with a plan: sequential scans of large tables, and more rows read than `maxRows`. */
export function planProblems(plan: PlanNode, maxRows: number): string[] {
  const nodes = nodesOf(plan);
  const scans = nodes
    .filter((node) => node['Node Type'] === 'Seq Scan')
    .map((node) => node['Relation Name'] ?? '')
    .filter((name) => (largeTables as readonly string[]).includes(name))
    .map((name) => `scans ${name}`);
  const rows = nodes.reduce((sum, node) => sum + rowsRead(node), 0);
  return rows > maxRows ? [...scans, `reads ${rows} rows`] : scans;
}

/** Executes a query again with `explain`, and returns the root of its plan. */
async function explainQuery(db: Db, { statement, parameters }: ExecutedQuery): Promise<PlanNode> {
  const explain = CompiledQuery.raw(`explain (analyze, format json) ${statement}`, [...parameters]);
  const { rows } = await db.executeQuery(explain);
  return (rows[0] as { 'QUERY PLAN': [{ Plan: PlanNode }] })['QUERY PLAN'][0].Plan;
}

/** Returns the kinds of the nodes that read a table in the plan of a query, such as `Index Only Scan`. */
export async function scansOf(db: Db, query: ExecutedQuery, table: string): Promise<string[]> {
  const nodes = nodesOf(await explainQuery(db, query)).filter((node) => node['Relation Name'] === table);
  return nodes.map((node) => node['Node Type']);
}

/** Executes each different statement again with `explain`, and returns a line for each problem of its plan. */
export async function explainProblems(db: Db, queries: readonly ExecutedQuery[], maxRows: number): Promise<string[]> {
  const problems: string[] = [];
  for (const query of new Map(queries.map((executed) => [executed.statement, executed])).values()) {
    const found = planProblems(await explainQuery(db, query), maxRows);
    if (found.length > 0) problems.push(`${found.join(', ')}: ${query.statement.replaceAll(/\s+/g, ' ')}`);
  }
  return problems;
}
