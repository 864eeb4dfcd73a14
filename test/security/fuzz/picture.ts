import { png } from '../../helpers/images.ts';

/** The file that requests upload, and one that is uploaded. */
export const picture = png('fuzz');
export const portrait = png('portrait');
