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

/** Part of a video, audio or book file, whose row in media_files contains no bytes. */
export interface MediaChunksTable {
  scope: string;
  sha256: string;
  /** Index, from 0. */
  chunk: number;
  data: Uint8Array;
}
