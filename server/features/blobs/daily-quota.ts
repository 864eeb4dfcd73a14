import type { HandlerContext } from '../../handlers.ts';
import { uploadedBytesSince, lockUploader } from './repository.ts';

const DAY_MS = 86_400_000;
const MAX_BYTES_PER_DAY = 200 * 1024 * 1024;

/** Whether a file fits into the daily upload quota of a user. */
export async function fitsDailyQuota(
  { tx, caller, received_at }: HandlerContext,
  sha256: string,
  bytes: number,
): Promise<boolean> {
  await lockUploader(tx, caller);
  const since = new Date(Date.parse(received_at) - DAY_MS).toISOString();
  return (await uploadedBytesSince(tx, caller, since, sha256)) + bytes <= MAX_BYTES_PER_DAY;
}
