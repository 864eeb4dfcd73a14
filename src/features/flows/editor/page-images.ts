import { useEffect, useState } from 'react';
import type { LandingBlock } from '../../../../contract/entities/landing-block.ts';
import { imageHashesOf } from '../../../../contract/landing/props.ts';
import { sync } from '../../../bridge/sync.ts';
import { useStore } from '../../../hooks/store-context.tsx';

/** Returns the URLs of the images of a page that are on this device, by hash. Missing ones are downloaded. */
export function useImageUrls(blocks: readonly LandingBlock[]): ReadonlyMap<string, string> {
  const { db } = useStore();
  const [urls, setUrls] = useState<ReadonlyMap<string, string>>(new Map());
  const key = [...new Set(blocks.flatMap(imageHashesOf))].toSorted().join(' ');
  useEffect(() => {
    let isMounted = true;
    const created: string[] = [];
    const read = async (): Promise<void> => {
      for (const sha256 of key === '' ? [] : key.split(' ')) {
        if (!(await db.blobs.get(sha256))) await sync.fetchBlob(sha256);
        const saved = await db.blobs.get(sha256);
        if (!saved || !isMounted) continue;
        const url = URL.createObjectURL(new Blob([saved.data], { type: saved.mime }));
        created.push(url);
        setUrls((known) => new Map([...known, [sha256, url]]));
      }
    };
    void read().catch(() => {});
    return () => {
      isMounted = false;
      for (const url of created) URL.revokeObjectURL(url);
    };
  }, [db, key]);
  return urls;
}
