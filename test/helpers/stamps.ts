/** What every row that phones keep has beside what it says: untouched since it was made. */
export const stamps = (at: string, rev = 0) => ({
  rev,
  field_revs: '{}',
  created_at: at,
  updated_at: at,
  deleted_at: null,
  deleted_by: null,
});
