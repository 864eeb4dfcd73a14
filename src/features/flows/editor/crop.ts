import type { CropArea } from '../../../components/media/prepare-photo.ts';

/** Aspect ratios to which a picture can be cropped, as width divided by height; null keeps the ratio of the picture. */
export const aspectRatios = { original: null, wide: 16 / 9, photo: 4 / 3, square: 1 } as const;
export type Aspect = keyof typeof aspectRatios;

export const MAX_ZOOM = 4;

/** The visible part of a picture. `x` and `y` are its position, from 0 (left, top) to 1 (right, bottom). */
export interface Crop {
  aspect: Aspect;
  zoom: number;
  x: number;
  y: number;
}

export const wholePicture: Crop = { aspect: 'original', zoom: 1, x: 0.5, y: 0.5 };

interface Size {
  width: number;
  height: number;
}

/** Returns the part of a picture that a crop shows, in whole pixels. */
export function cropAreaOf({ width, height }: Size, { aspect, zoom, x, y }: Crop): CropArea {
  const shape = aspectRatios[aspect] ?? width / height;
  const isWider = width / height > shape;
  const full = isWider ? { width: height * shape, height } : { width, height: width / shape };
  const part = {
    width: Math.max(1, Math.round(full.width / zoom)),
    height: Math.max(1, Math.round(full.height / zoom)),
  };
  return { ...part, x: Math.round((width - part.width) * x), y: Math.round((height - part.height) * y) };
}

const clampToUnit = (value: number): number => Math.min(1, Math.max(0, value));

/** Moves the visible part of a picture by a fraction of the frame. */
export function moveCrop(size: Size, crop: Crop, by: { x: number; y: number }): Crop {
  const part = cropAreaOf(size, crop);
  const [roomX, roomY] = [size.width - part.width, size.height - part.height];
  return {
    ...crop,
    x: roomX <= 0 ? crop.x : clampToUnit(crop.x + (by.x * part.width) / roomX),
    y: roomY <= 0 ? crop.y : clampToUnit(crop.y + (by.y * part.height) / roomY),
  };
}
