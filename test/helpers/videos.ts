import { open } from 'node:fs/promises';

const ftyp = (brand: string) => Buffer.from([0, 0, 0, 16, ...Buffer.from(`ftyp${brand}`), 0, 0, 0, 0]);

/**
 * Writes a file of `bytes` bytes with an MP4 header. `mark` makes the file unique. The file is sparse, so it takes
 * almost no disk space.
 */
export async function writeVideo(path: string, bytes: number, mark: string, brand = 'isom'): Promise<void> {
  const file = await open(path, 'w');
  await file.write(Buffer.concat([ftyp(brand), Buffer.from(mark)]));
  await file.truncate(bytes);
  await file.close();
}
