import { useEffect } from 'react';
import { sync } from '../../bridge/sync.ts';
import type { BaseUrl } from './page-url.ts';

/**
 * Fetches the origin of landing pages if it is not stored on this device, so that links can be copied offline later.
 * Errors are ignored. `content` is what this device has stored; undefined while it is being read.
 */
export function useLandingUrl(content: { baseUrl: BaseUrl } | null | undefined): void {
  const isMissing = Boolean(content) && !content?.baseUrl;
  useEffect(() => {
    if (isMissing) void sync.account('landingUrl').catch(() => {});
  }, [isMissing]);
}
