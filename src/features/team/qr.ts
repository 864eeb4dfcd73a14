import { type Bitmap2D, correction, generate } from 'lean-qr';

/** Width of the quiet zone around the code, in modules. QR code readers need four. */
export const QUIET_ZONE = 4;

/** Pixels per module in the PNG image. */
const MODULE_PX = 24;

const DARK = [20, 51, 47] as const;
const LIGHT = [255, 255, 255] as const;

/** Encodes a text as a QR code that can be read even if about a seventh of it is damaged. */
export const qrCode = (text: string): Bitmap2D => generate(text, { minCorrectionLevel: correction.M });

/** Returns the dark modules as an SVG path, with one rectangle for each horizontal run of modules. */
export function qrPath(code: Bitmap2D): string {
  let path = '';
  for (let y = 0; y < code.size; y += 1) {
    for (let x = 0; x < code.size; x += 1) {
      if (!code.get(x, y)) continue;
      const start = x;
      while (code.get(x + 1, y)) x += 1;
      path += `M${start} ${y}h${x + 1 - start}v1H${start}z`;
    }
  }
  return path;
}

/** Returns the code with its quiet zone as a PNG image. */
export async function qrPng(code: Bitmap2D): Promise<Blob> {
  const modules = document.createElement('canvas');
  code.toCanvas(modules, { on: DARK, off: LIGHT, pad: QUIET_ZONE });
  const picture = document.createElement('canvas');
  picture.width = modules.width * MODULE_PX;
  picture.height = picture.width;
  const context = picture.getContext('2d');
  if (!context) throw new Error('the browser cannot draw');
  context.imageSmoothingEnabled = false;
  context.drawImage(modules, 0, 0, picture.width, picture.height);
  return new Promise((resolve, reject) => {
    picture.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the picture was not drawn'))), 'image/png');
  });
}
