interface Stored {
  id: string;
  rev: number;
  deleted_at: string | null;
}

/** What a pull says of a stored row: all of one that lives, of a deleted one that it is gone. */
export function rowChange<T extends Stored>({ deleted_at, ...row }: T) {
  const { id, rev } = row;
  return deleted_at === null ? { op: 'put' as const, id, rev, row } : { op: 'del' as const, id, rev };
}
