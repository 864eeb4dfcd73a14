import { open } from 'node:fs/promises';

const ftyp = (brand: string) => Buffer.from([0, 0, 0, 16, ...Buffer.from(`ftyp${brand}`), 0, 0, 0, 0]);

/**
 * A file that is an MP4 by its first bytes and holds `bytes` bytes; `mark` tells it from others. Sparse: on the disk it
 * takes next to nothing.
 */
export async function writeFilm(path: string, bytes: number, mark: string, brand = 'isom'): Promise<void> {
  const file = await open(path, 'w');
  await file.write(Buffer.concat([ftyp(brand), Buffer.from(mark)]));
  await file.truncate(bytes);
  await file.close();
}
