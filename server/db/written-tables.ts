import type { KyselyPlugin, OperationNode, PluginTransformQueryArgs, RootOperationNode } from 'kysely';

/** The name of the table in a node of a statement; null for anything but a table. */
function tableIn(node: OperationNode | undefined): string | null {
  if (!node) return null;
  if (node.kind === 'AliasNode') return tableIn((node as OperationNode & { node: OperationNode }).node);
  if (node.kind !== 'TableNode') return null;
  return (node as OperationNode & { table: { identifier: { name: string } } }).table.identifier.name;
}

const rawWrite = /\b(?:update|insert\s+into|delete\s+from)\s+"?(\w+)/gi;

/** The tables that a statement writes. */
function tablesOf(node: RootOperationNode): (string | null)[] {
  if (node.kind === 'InsertQueryNode') return [tableIn(node.into)];
  if (node.kind === 'UpdateQueryNode') return [tableIn(node.table)];
  if (node.kind === 'DeleteQueryNode') return node.from.froms.map(tableIn);
  if (node.kind !== 'RawNode') return [];
  return [...node.sqlFragments.join(' ').matchAll(rawWrite)].map(([, table]) => table ?? null);
}

/** Observes the statements of a transaction and collects the names of the tables that they write. */
export class WrittenTables implements KyselyPlugin {
  readonly names = new Set<string>();

  transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    for (const name of tablesOf(node)) if (name !== null) this.names.add(name);
    return node;
  }

  transformResult: NonNullable<KyselyPlugin['transformResult']> = ({ result }) => Promise.resolve(result);
}
