import { makePng } from '../../helpers/images.ts';

/** Two images that the requests upload. Each member has already uploaded both of them. */
export const picture = makePng('fuzz');
export const portrait = makePng('portrait');
