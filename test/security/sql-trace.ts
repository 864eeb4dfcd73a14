import { type KyselyPlugin, PostgresQueryCompiler, type QueryId, type RootOperationNode } from 'kysely';

/** Records the text of each statement that the server runs, without its values. */
export class SqlTrace {
  #lines: string[] = [];
  readonly plugin: KyselyPlugin = {
    transformQuery: ({ node, queryId }: { node: RootOperationNode; queryId: QueryId }) => {
      this.#lines.push(new PostgresQueryCompiler().compileQuery(node, queryId).sql);
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };

  /** Returns the statements since the last call. */
  take(): string[] {
    const lines = this.#lines;
    this.#lines = [];
    return lines;
  }
}
