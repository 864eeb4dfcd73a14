import { type ReactElement, useEffect, useState } from 'react';
import type { Contact } from '../../../contract/entities/contact.ts';
import type { PhoneDb } from '../../db/schema/db.ts';
import { Avatar, type AvatarProps } from '../../ui/avatar.tsx';
import { contactName } from './contact-labels.ts';
import { useStore } from '../../hooks/store-context.tsx';

/** Width and height in px of pictures in lists. Full-size pictures would exhaust a phone's memory. */
const SMALL_PX = 112;

/** Time in ms after which a picture that failed to load may be requested again. */
const RETRY_MS = 60_000;

const requestedAt = new Map<string, number>();

async function scaleDown(data: Blob): Promise<Blob> {
  if (!('createImageBitmap' in globalThis) || !('OffscreenCanvas' in globalThis)) return data;
  const bitmap = await createImageBitmap(data);
  const scale = Math.min(1, SMALL_PX / Math.min(bitmap.width, bitmap.height));
  const canvas = new OffscreenCanvas(Math.ceil(bitmap.width * scale), Math.ceil(bitmap.height * scale));
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return canvas.convertToBlob({ type: 'image/webp', quality: 0.8 });
}

async function savedPhoto(db: PhoneDb, sha256: string, isSmall: boolean): Promise<Blob | null> {
  const saved = await db.blobs.get(sha256);
  if (!saved) return null;
  const picture = new Blob([saved.data], { type: saved.mime });
  return isSmall ? scaleDown(picture).catch(() => picture) : picture;
}

/** Downloads a picture to the device. Resolves on failure too. */
export type FetchPhoto = (sha256: string) => Promise<unknown>;

/**
 * Returns the URL of a picture on this device, or undefined. If the picture is not on this device, it is downloaded
 * with `fetchPhoto`.
 */
export function usePhoto(
  sha256: string | null,
  isSmall: boolean,
  fetchPhoto: FetchPhoto | undefined,
): string | undefined {
  const { db, now } = useStore();
  const [src, setSrc] = useState<{ sha256: string; url: string }>();
  useEffect(() => {
    if (sha256 === null) return;
    let isMounted = true;
    let url: string | undefined;
    const read = async (): Promise<void> => {
      let picture = await savedPhoto(db, sha256, isSmall);
      const isDue = now() - (requestedAt.get(sha256) ?? -Infinity) > RETRY_MS;
      if (!picture && fetchPhoto && isMounted && isDue) {
        requestedAt.set(sha256, now());
        await fetchPhoto(sha256);
        picture = await savedPhoto(db, sha256, isSmall);
      }
      if (!picture || !isMounted) return;
      url = URL.createObjectURL(picture);
      setSrc({ sha256, url });
    };
    void read().catch(() => {});
    return () => {
      isMounted = false;
      if (url !== undefined) URL.revokeObjectURL(url);
    };
  }, [db, now, sha256, isSmall, fetchPhoto]);
  return src?.sha256 === sha256 ? src?.url : undefined;
}

export interface FaceProps {
  id: string;
  name: string;
  sha256: string | null;
  size?: NonNullable<AvatarProps['size']>;
  /**
   * Downloads a missing picture; if absent, missing pictures are not downloaded. Must be the same function at each
   * render.
   */
  fetchPhoto?: FetchPhoto | undefined;
}

/** Shows a person's picture if it is on this device, otherwise the initials. */
export function PhotoAvatar({ id, name, sha256, size = 'm', fetchPhoto }: FaceProps): ReactElement {
  const src = usePhoto(sha256, size === 's' || size === 'm', fetchPhoto);
  return <Avatar name={name} id={id} size={size} src={src} />;
}

export type ContactPhotoProps = {
  contact: Pick<Contact, 'id' | 'first_name' | 'last_name' | 'photo'>;
} & Pick<FaceProps, 'size' | 'fetchPhoto'>;

/** Shows a contact's photo if it is on this device, otherwise the initials. */
export function ContactPhoto({ contact, size = 'm', fetchPhoto }: ContactPhotoProps): ReactElement {
  const sha256 = contact.photo?.sha256 ?? null;
  return (
    <PhotoAvatar id={contact.id} name={contactName(contact)} sha256={sha256} size={size} fetchPhoto={fetchPhoto} />
  );
}
