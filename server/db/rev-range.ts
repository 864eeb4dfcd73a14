import { sql, type SelectQueryBuilder } from 'kysely';

/** Revs with after < rev <= upTo, and the maximum number of rows to read. */
export interface RevRange {
  after: number;
  upTo: number;
  limit: number;
}

/** Restricts a query to the rows whose rev is in a range, ordered by rev, then id. Pass it to `$call` of the query. */
export const inRevRange =
  (rev: string, id: string, { after, upTo, limit }: RevRange) =>
  <DB, TB extends keyof DB, Row>(query: SelectQueryBuilder<DB, TB, Row>): SelectQueryBuilder<DB, TB, Row> =>
    query
      .where(sql.ref<number>(rev), '>', after)
      .where(sql.ref<number>(rev), '<=', upTo)
      .orderBy(sql.ref(rev))
      .orderBy(sql.ref(id))
      .limit(limit);
