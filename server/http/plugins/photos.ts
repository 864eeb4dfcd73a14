import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { UploadedPhoto } from '../../handlers.ts';
import { shrinkPhoto } from '../../shrink-photo.ts';
import { WorkQueue } from '../../work-queue.ts';
import { RefusedForNow } from '../with-current-row.ts';
import { limitKey } from './api-calls.ts';

const PHOTOS_PER_MINUTE = 60;

export interface PhotosOptions {
  /** How many photos are decoded at the same time. */
  workers: number;
  /** How many further photos may wait. */
  queue: number;
  rate_limits: boolean;
}

export interface Photos {
  /** Throws `unavailable` if the queue is full. Called before a body is read. */
  refuseIfQueueFull(): void;
  /**
   * Validates and resizes a photo. Throws `not_an_image`, `too_large`, `too_many_requests`, or `unavailable` if the
   * queue is full.
   */
  shrink(request: FastifyRequest, data: Uint8Array): Promise<UploadedPhoto>;
}

declare module 'fastify' {
  interface FastifyInstance {
    photos: Photos;
  }
}

/**
 * [Note: Photos in a queue] Decoding a photo is the most expensive work that a small request can cause. All photos of a
 * process share one short queue and, by default, one thread, so that logins and reads are not delayed.
 */
export function registerPhotos(app: FastifyInstance, { workers, queue, rate_limits }: PhotosOptions): void {
  const jobs = new WorkQueue({ workers, length: queue });
  const keyGenerator = (request: FastifyRequest) => `photo ${limitKey(request)}`;
  const limit = app.createRateLimit({ max: PHOTOS_PER_MINUTE, timeWindow: 60_000, keyGenerator });
  async function checkLimit(request: FastifyRequest): Promise<void> {
    const result = await limit(request);
    if (!result.isAllowed && result.isExceeded) throw new RefusedForNow('too_many_requests', result.ttlInSeconds);
  }
  app.decorate('photos', {
    refuseIfQueueFull: () => jobs.refuseIfQueueFull(),
    shrink: async (request, data) => {
      if (rate_limits) await checkLimit(request);
      return jobs.run(() => shrinkPhoto(data));
    },
  });
}
