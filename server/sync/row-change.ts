interface Stored {
  id: string;
  rev: number;
  deleted_at: string | null;
}

/** Builds the change that a pull sends for a stored row: the row itself, or a tombstone if it is deleted. */
export function rowChange<T extends Stored>({ deleted_at, ...row }: T) {
  const { id, rev } = row;
  return deleted_at === null ? { op: 'put' as const, id, rev, row } : { op: 'del' as const, id, rev };
}
