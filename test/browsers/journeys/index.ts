import type { EngineName } from '../engines.ts';
import type { World } from '../world.ts';
import { conflict } from './conflict.ts';
import { consultant } from './consultant.ts';
import { install } from './install.ts';
import { learner } from './learner.ts';
import { logout } from './logout.ts';
import { updateJourney } from './update.ts';

/** What people do in a browser, with the server killed and restarted meanwhile. */
export interface Journey {
  name: string;
  /** Returns what was seen, in a few words. Throws if something is not as it should be. */
  run: (world: World, engine: EngineName) => Promise<string>;
}

export const journeys: readonly Journey[] = [
  { name: 'learner', run: learner },
  { name: 'consultant', run: consultant },
  { name: 'logout', run: logout },
  { name: 'update', run: updateJourney },
  { name: 'conflict', run: conflict },
  { name: 'install', run: install },
];
