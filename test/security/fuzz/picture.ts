import { makePng } from '../../helpers/images.ts';

/** Images that the requests upload. Each member has already uploaded both. */
export const picture = makePng('fuzz');
export const portrait = makePng('portrait');
