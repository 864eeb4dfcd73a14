import { open } from 'node:fs/promises';

const ftyp = (brand: string) => Buffer.from([0, 0, 0, 16, ...Buffer.from(`ftyp${brand}`), 0, 0, 0, 0]);

/**
 * A file with an MP4 header and `bytes` bytes; `mark` makes it unique. Sparse: it takes next to nothing on the disk.
 */
export async function writeFilm(path: string, bytes: number, mark: string, brand = 'isom'): Promise<void> {
  const file = await open(path, 'w');
  await file.write(Buffer.concat([ftyp(brand), Buffer.from(mark)]));
  await file.truncate(bytes);
  await file.close();
}
