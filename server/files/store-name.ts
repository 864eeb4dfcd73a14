export const storeNames = ['database', 'folder', 's3'] as const;
/** Where the bytes of a file are. See: [Note: File stores] */
export type StoreName = (typeof storeNames)[number];
