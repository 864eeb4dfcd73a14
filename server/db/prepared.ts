import { parse, protocol, type PGlite } from '@electric-sql/pglite';
import type { PGlite as Driven, PGliteQueryResults, PGliteTransaction } from 'kysely';

const { serialize } = protocol;

type Messages = Awaited<ReturnType<PGlite['execProtocolStream']>>;

interface Statement {
  name: string;
  paramTypes: number[];
  /** What its rows look like; empty for a statement that has none. */
  columns: Messages;
}

/** So many are kept: lists of values make a text of their own for each length. */
const MOST = 300;

/**
 * The embedded database with statements that stay prepared. By itself it has each query parsed, described twice and
 * planned anew, which takes longer than to run it. Only for the time after the migrations: a table that changes would
 * change what is kept. One query at a time: Kysely sees to that, as there is one connection.
 */
export class PreparedPGlite implements Driven {
  readonly waitReady: Promise<void>;
  readonly #pglite: PGlite;
  /** By their text, the one used longest ago first. */
  readonly #statements = new Map<string, Statement>();
  #made = 0;

  constructor(pglite: PGlite) {
    this.#pglite = pglite;
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
      const statement = await this.#prepared(text);
      const values = params.map((value, at) => this.#written(value, statement.paramTypes[at]));
      const told = await this.#send(serialize.bind({ statement: statement.name, values }), serialize.execute({}));
      const [results] = parse.parseResults([...statement.columns, ...told], this.#pglite.parsers);
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
    if (oldest && this.#statements.size >= MOST) {
      this.#statements.delete(oldest[0]);
      await this.#send(serialize.close({ type: 'S', name: oldest[1].name }));
    }
    this.#made += 1;
    const name = `kept${this.#made}`;
    const told = await this.#send(serialize.parse({ name, text }), serialize.describe({ type: 'S', name }));
    const columns = told.filter((message) => message.name === 'rowDescription');
    return { name, paramTypes: parse.parseDescribeStatementResults(told), columns };
  }

  #written(value: unknown, type = 0): string | null {
    if (value === null || value === undefined) return null;
    return (this.#pglite.serializers[type] ?? String)(value);
  }

  /** One step in, one out. What it writes needs no more: neither memory nor a folder has anything to be synced. */
  #send(...messages: Uint8Array[]): Promise<Messages> {
    return this.#pglite.execProtocolStream(Buffer.concat([...messages, serialize.sync()]), { syncToFs: false });
  }
}
