import { png } from '../../helpers/images.ts';

/** A file that requests upload, and one that each member has uploaded. */
export const picture = png('fuzz');
export const portrait = png('portrait');
