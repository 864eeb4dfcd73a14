/** Sync fields of every mirrored row: unchanged since its creation. */
export const stamps = (at: string, rev = 0) => ({
  rev,
  field_revs: '{}',
  created_at: at,
  updated_at: at,
  deleted_at: null,
  deleted_by: null,
});
