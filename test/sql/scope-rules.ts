import { parseSync } from 'libpg-query';

// [Note: Scopes in statements] Organisations share tables, and may later be distributed over machines by their scope.
// Therefore each statement must name the scope of every table that it reads or changes: by a comparison with a value,
// or by a join with a table whose scope is named.

type Node = Record<string, unknown>;

/** Tables that belong to no organisation. */
const unscoped = /^(migrations|pg_\w+)$/;

/** Names of partitions. Rows are read and written through the table, so that the database chooses the partition. */
const partition = /_(\d{4}_\d\d|\d|default)$/;

/** Functions that keep a lock beyond the transaction, or count across organisations. */
const forbidden = /^(pg_(try_)?advisory_(un)?lock\w*|nextval|setval|currval|lastval)$/;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Returns the content of a node of this type; undefined for other nodes. */
function contentOf(node: unknown, type: string): Node | undefined {
  const content = isNode(node) ? node[type] : undefined;
  return isNode(content) ? content : undefined;
}

const nameOf = (node: unknown): string | undefined => {
  const value = contentOf(node, 'String')?.['sval'];
  return typeof value === 'string' ? value : undefined;
};

/** A column in a condition, with the alias of its table if it is given. */
interface Column {
  alias: string | undefined;
  column: string;
}

function columnOf(node: unknown): Column | undefined {
  const cast = contentOf(node, 'TypeCast');
  if (cast) return columnOf(cast['arg']);
  const names = listOf(contentOf(node, 'ColumnRef')?.['fields']).map(nameOf);
  const column = names.at(-1);
  return column === undefined ? undefined : { alias: names.at(-2), column };
}

/** The tables of one query, and the conditions that hold for all its rows. */
class QueryScopes {
  /** Names of tables with a scope, by alias. */
  readonly tables = new Map<string, string>();
  /** Aliases of which the scope is known. */
  readonly bound: Set<string>;
  readonly #links: [string, string][] = [];

  /** `outer` contains the aliases of the surrounding queries, whose tables are checked there. */
  constructor(outer: Iterable<string>) {
    this.bound = new Set(outer);
  }

  /** Returns the alias of the table whose scope this column is; undefined for a column with another name. */
  #scopeOf(node: unknown): string | undefined {
    const found = columnOf(node);
    if (found?.column !== 'scope') return undefined;
    if (found.alias !== undefined) return found.alias;
    return this.tables.size === 1 ? [...this.tables.keys()][0] : undefined;
  }

  #equal(left: unknown, right: unknown): void {
    const rows = [contentOf(left, 'RowExpr'), contentOf(right, 'RowExpr')];
    if (rows[0] && rows[1]) {
      const others = listOf(rows[1]['args']);
      for (const [at, item] of listOf(rows[0]['args']).entries()) this.#equal(item, others[at]);
      return;
    }
    const [first, second] = [this.#scopeOf(left), this.#scopeOf(right)];
    if (first !== undefined && second !== undefined) this.#links.push([first, second]);
    else this.#bind(first ?? second, first === undefined ? left : right);
  }

  /** A scope is known if it is compared with a value, or with a column of a table whose scope is known. */
  #bind(alias: string | undefined, other: unknown): void {
    if (alias === undefined) return;
    const column = columnOf(other);
    if (column === undefined) this.bound.add(alias);
    else if (column.alias !== undefined) this.#links.push([alias, column.alias]);
  }

  addCondition(node: unknown): void {
    const all = contentOf(node, 'BoolExpr');
    if (all?.['boolop'] === 'AND_EXPR') for (const part of listOf(all['args'])) this.addCondition(part);
    const comparison = contentOf(node, 'A_Expr');
    const isEqual = nameOf(listOf(comparison?.['name'])[0]) === '=';
    if (comparison && isEqual && comparison['kind'] === 'AEXPR_OP')
      this.#equal(comparison['lexpr'], comparison['rexpr']);
    // `scope in (…)` and `(scope, id) in (…)`, with values or with a query that is checked on its own.
    const isList = comparison?.['kind'] === 'AEXPR_IN' || comparison?.['kind'] === 'AEXPR_OP_ANY';
    if (isEqual && isList) this.#addList(comparison?.['lexpr']);
    this.#addList(contentOf(node, 'SubLink')?.['testexpr']);
  }

  #addList(tested: unknown): void {
    for (const item of [tested, ...listOf(contentOf(tested, 'RowExpr')?.['args'])]) {
      const alias = this.#scopeOf(item);
      if (alias !== undefined) this.bound.add(alias);
    }
  }

  /** Returns the tables whose scope is not known. */
  missing(): string[] {
    for (let count = -1; count !== this.bound.size;) {
      count = this.bound.size;
      for (const [first, second] of this.#links) {
        if (this.bound.has(first)) this.bound.add(second);
        else if (this.bound.has(second)) this.bound.add(first);
      }
    }
    return [...this.tables].filter(([alias]) => !this.bound.has(alias)).map(([, table]) => table);
  }
}

/** The violation of a statement that does not name the scope of a table. */
export const missingScopeMessage = (table: string): string => `does not name the scope of ${table}`;

/** The violation of a statement that names a partition instead of its table. */
export const PARTITION_MESSAGE = 'names a partition';

/** Checks one statement. */
class Checker {
  readonly violations: string[] = [];
  readonly #ctes = new Set<string>();

  /** Checks everything within a node. `outer` contains the aliases of the surrounding queries. */
  visit(node: unknown, outer: ReadonlySet<string> = new Set()): void {
    if (Array.isArray(node)) for (const item of node) this.visit(item, outer);
    if (!isNode(node)) return;
    for (const [type, content] of Object.entries(node)) {
      if (!isNode(content)) this.visit(content, outer);
      else if (type === 'SelectStmt' || type === 'UpdateStmt' || type === 'DeleteStmt')
        this.#checkQuery(content, outer);
      else if (type === 'InsertStmt') this.#checkInsert(content, outer);
      else this.#visitOther(type, content, outer);
    }
  }

  #visitOther(type: string, content: Node, outer: ReadonlySet<string>): void {
    const name = type === 'FuncCall' ? nameOf(listOf(content['funcname']).at(-1)) : undefined;
    if (name !== undefined && forbidden.test(name)) this.violations.push(`calls ${name}`);
    this.visit(content, outer);
  }

  /** Checks the queries of a `with` clause, whose names are not tables. */
  #visitWith(clause: unknown, outer: ReadonlySet<string>): void {
    const queries = listOf(isNode(clause) ? clause['ctes'] : undefined).map((cte) => contentOf(cte, 'CommonTableExpr'));
    for (const query of queries) this.#ctes.add(String(query?.['ctename']));
    for (const query of queries) this.visit(query?.['ctequery'], outer);
  }

  #addTable(scopes: QueryScopes, relation: unknown): void {
    if (!isNode(relation)) return;
    const table = String(relation['relname']);
    const alias = isNode(relation['alias']) ? String(relation['alias']['aliasname']) : table;
    const hasNoScope = this.#ctes.has(table) || unscoped.test(table) || relation['schemaname'] === 'information_schema';
    const isTable = !hasNoScope && !this.#isPartition(table);
    if (isTable) scopes.tables.set(alias, table);
    else scopes.bound.add(alias);
  }

  #isPartition(table: string): boolean {
    if (!partition.test(table)) return false;
    this.violations.push(PARTITION_MESSAGE);
    return true;
  }

  #addSource(scopes: QueryScopes, source: unknown): void {
    this.#addTable(scopes, contentOf(source, 'RangeVar'));
    const join = contentOf(source, 'JoinExpr');
    if (join) for (const side of [join['larg'], join['rarg']]) this.#addSource(scopes, side);
    const derived = contentOf(source, 'RangeSubselect') ?? contentOf(source, 'RangeFunction');
    if (isNode(derived?.['alias'])) scopes.bound.add(String(derived['alias']['aliasname']));
  }

  #addJoins(scopes: QueryScopes, source: unknown): void {
    const join = contentOf(source, 'JoinExpr');
    if (!join) return;
    scopes.addCondition(join['quals']);
    for (const side of [join['larg'], join['rarg']]) this.#addJoins(scopes, side);
  }

  #checkQuery(query: Node, outer: ReadonlySet<string>): void {
    this.#visitWith(query['withClause'], outer);
    const scopes = new QueryScopes(outer);
    const sources = [...listOf(query['fromClause']), ...listOf(query['usingClause'])];
    this.#addTable(scopes, query['relation']);
    for (const source of sources) this.#addSource(scopes, source);
    scopes.addCondition(query['whereClause']);
    for (const source of sources) this.#addJoins(scopes, source);
    for (const table of scopes.missing()) this.violations.push(missingScopeMessage(table));
    const targets = query['relation'] === undefined ? [] : listOf(query['targetList']);
    if (targets.some((target) => contentOf(target, 'ResTarget')?.['name'] === 'scope'))
      this.violations.push('changes a scope');
    const { withClause: _, relation: __, larg, rarg, ...others } = query;
    // The branches of a union are nodes without a type.
    for (const branch of [larg, rarg]) if (isNode(branch)) this.#checkQuery(branch, outer);
    this.visit(Object.values(others), new Set([...outer, ...scopes.tables.keys(), ...scopes.bound]));
  }

  #checkInsert(insert: Node, outer: ReadonlySet<string>): void {
    this.#visitWith(insert['withClause'], outer);
    const { relation, cols, onConflictClause } = insert;
    const table = isNode(relation) ? String(relation['relname']) : '';
    const isScoped = !unscoped.test(table) && !this.#isPartition(table);
    const names = listOf(cols).map((column) => contentOf(column, 'ResTarget')?.['name']);
    if (isScoped && !names.includes('scope')) this.violations.push(`inserts into ${table} without a scope`);
    const conflictTarget = isNode(onConflictClause) ? onConflictClause['infer'] : undefined;
    const keys = listOf(isNode(conflictTarget) ? conflictTarget['indexElems'] : undefined).map(
      (key) => contentOf(key, 'IndexElem')?.['name'],
    );
    if (isScoped && keys.length > 0 && !keys.includes('scope'))
      this.violations.push(`a conflict in ${table} has no scope`);
    this.visit([insert['selectStmt'], onConflictClause], new Set([...outer, table, 'excluded']));
  }
}

/** Returns how a statement violates the rules. See: [Note: Scopes in statements] */
export function scopeViolations(statement: string): string[] {
  const checker = new Checker();
  checker.visit((parseSync(statement) as { stmts?: unknown }).stmts);
  return checker.violations;
}
