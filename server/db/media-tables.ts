export interface MediaFilesTable {
  scope: string;
  sha256: string;
  mime: string;
  bytes: number;
  width: number | null;
  height: number | null;
  data: Uint8Array;
  created_at: string;
}

/** A stretch of a film or a sound, whose own row in media_files holds no bytes. */
export interface MediaChunksTable {
  scope: string;
  sha256: string;
  /** From 0. */
  chunk: number;
  data: Uint8Array;
}
