/** The sync fields of a mirrored row that has not changed since its creation. */
export const syncStamps = (at: string, rev = 0) => ({
  rev,
  field_revs: '{}',
  created_at: at,
  updated_at: at,
  deleted_at: null,
  deleted_by: null,
});
