import { sql } from 'kysely';
import type { Db, Tx } from '../../server/db/tables.ts';

/** Tables whose keys belong to no organisation. */
const unscoped = "('migrations')";

/**
 * Returns how the tables violate the rules that make it possible to distribute them by organisation: the scope is the
 * first column of each primary, unique and foreign key, and there are no sequences, triggers or functions. Each row of
 * a partitioned table has a partition, whatever the value of its partition key is.
 */
export async function findKeyViolations(db: Db | Tx): Promise<string[]> {
  const { rows } = await sql<{ violation: string }>`
    with tables as (
      select oid, relname from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname not in ${sql.raw(unscoped)})
    select relname || ' has no primary key' as violation from tables
      where not exists (select 1 from pg_index i where i.indrelid = tables.oid and i.indisprimary)
    union all
    select c.relname || ' does not begin with the scope' from tables join pg_index i on i.indrelid = tables.oid
      join pg_class c on c.oid = i.indexrelid
      left join pg_attribute a on a.attrelid = tables.oid and a.attnum = i.indkey[0]
      where i.indisunique and a.attname is distinct from 'scope'
    union all
    select conname || ' may refer to another scope' from pg_constraint f
      join pg_attribute own on own.attrelid = f.conrelid and own.attnum = f.conkey[1]
      join pg_attribute other on other.attrelid = f.confrelid and other.attnum = f.confkey[1]
      where contype = 'f' and (own.attname, other.attname) <> ('scope', 'scope')
    union all
    select relname || ' is a sequence' from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace
    union all
    select relname || ' has no default partition' from pg_partitioned_table p join tables on tables.oid = p.partrelid
      where partstrat <> 'h' and partdefid = 0
    union all
    select parent.relname || ' lacks a partition of its hash' from pg_partitioned_table p
      join tables parent on parent.oid = p.partrelid left join pg_inherits i on i.inhparent = p.partrelid
      left join pg_class c on c.oid = i.inhrelid
      where partstrat = 'h' group by parent.relname
      having coalesce(sum(1.0 / substring(pg_get_expr(c.relpartbound, c.oid) from 'modulus (\\d+)')::int), 0) < 0.999
    union all
    select tgname || ' is a trigger' from pg_trigger where not tgisinternal
    union all
    select proname || ' is a function' from pg_proc where pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.objid = pg_proc.oid and d.deptype = 'e')
    order by 1`.execute(db);
  return rows.map(({ violation }) => violation);
}
