import { parse, protocol, type PGlite } from '@electric-sql/pglite';
import type { PGlite as Driven, PGliteQueryResults, PGliteTransaction } from 'kysely';
import type { TableChanges } from './table-changes.ts';

const { serialize } = protocol;

type Messages = Awaited<ReturnType<PGlite['execProtocolStream']>>;

interface Statement {
  name: string;
  paramTypes: number[];
  /** The row description message; empty for a statement that returns no rows. */
  columns: Messages;
}

/**
 * Maximum number of cached statements. It is large because a statement with a list of values has a different text for
 * each length of the list.
 */
const MAX_STATEMENTS = 300;

/**
 * The embedded database with a cache of prepared statements. Without the cache, PGlite parses, describes (twice) and
 * plans each query every time, which takes longer than running it. Use this class only after the migrations, because
 * changes to tables would invalidate the cache. Kysely runs one query at a time, since there is only one connection.
 */
export class PreparedPGlite implements Driven {
  readonly waitReady: Promise<void>;
  readonly #pglite: PGlite;
  /** Prepared statements by their SQL text, least recently used first. */
  readonly #statements = new Map<string, Statement>();
  readonly #changes: TableChanges | undefined;
  #count = 0;

  /** `changes` counts the statements that change tables. */
  constructor(pglite: PGlite, changes?: TableChanges) {
    this.#pglite = pglite;
    this.#changes = changes;
    this.waitReady = pglite.waitReady;
  }

  get closed(): boolean {
    return this.#pglite.closed;
  }

  get ready(): boolean {
    return this.#pglite.ready;
  }

  close(): Promise<void> {
    return this.#pglite.close();
  }

  transaction<T>(run: (tx: PGliteTransaction) => Promise<T>): Promise<T> {
    const query: PGliteTransaction['query'] = (text, params) => this.query(text, params);
    return this.#pglite.transaction((tx) => run({ query, rollback: () => tx.rollback() }));
  }

  query<T>(text: string, params: readonly unknown[] = []): Promise<PGliteQueryResults<T>> {
    return this.#pglite.runExclusive(async () => {
      this.#changes?.note(text);
      const statement = await this.#prepared(text);
      const values = params.map((value, at) => this.#serialized(value, statement.paramTypes[at]));
      const messages = await this.#send(serialize.bind({ statement: statement.name, values }), serialize.execute({}));
      const [results] = parse.parseResults([...statement.columns, ...messages], this.#pglite.parsers);
      return results as PGliteQueryResults<T>;
    });
  }

  async #prepared(text: string): Promise<Statement> {
    const statement = this.#statements.get(text) ?? (await this.#prepare(text));
    this.#statements.delete(text);
    this.#statements.set(text, statement);
    return statement;
  }

  async #prepare(text: string): Promise<Statement> {
    const [oldest] = this.#statements;
    if (oldest && this.#statements.size >= MAX_STATEMENTS) {
      this.#statements.delete(oldest[0]);
      await this.#send(serialize.close({ type: 'S', name: oldest[1].name }));
    }
    this.#count += 1;
    const name = `statement${this.#count}`;
    const messages = await this.#send(serialize.parse({ name, text }), serialize.describe({ type: 'S', name }));
    const columns = messages.filter((message) => message.name === 'rowDescription');
    return { name, paramTypes: parse.parseDescribeStatementResults(messages), columns };
  }

  #serialized(value: unknown, type = 0): string | null {
    if (value === null || value === undefined) return null;
    return (this.#pglite.serializers[type] ?? String)(value);
  }

  /**
   * Sends messages in one protocol round trip. The file system of PGlite needs no sync, whether the database is in
   * memory or in a folder.
   */
  #send(...messages: Uint8Array[]): Promise<Messages> {
    return this.#pglite.execProtocolStream(Buffer.concat([...messages, serialize.sync()]), { syncToFs: false });
  }
}
