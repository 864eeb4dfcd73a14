import { DAY_MINUTES, type DayPart } from './wall-time.ts';

export interface DayItem extends DayPart {
  id: string;
}

export interface PlacedBlock extends DayItem {
  /** Index of the block's lane, from 0. */
  lane: number;
  /** Number of lanes among which the width of the day is divided. */
  lanes: number;
  /** Whether the lanes are narrower, to make room for a link such as "+2" to hidden blocks. */
  isNarrowed: boolean;
}

/** Blocks that are hidden because all lanes are taken. */
export interface HiddenBlocks extends DayPart {
  ids: string[];
}

export interface PlacedDay {
  blocks: PlacedBlock[];
  hidden: HiddenBlocks[];
}

export interface PlaceLimits {
  /** Maximum number of blocks side by side. */
  lanes: number;
  /** Minimum height of a block in minutes, so that a short task can be read and pressed. */
  minutes: number;
}

const byStart = (a: DayItem, b: DayItem): number => a.from - b.from || b.to - a.to || (a.id < b.id ? -1 : 1);

/** Assigns the items of one day to lanes, so that overlapping items are side by side. */
export function placeBlocks(items: readonly DayItem[], { lanes, minutes }: PlaceLimits): PlacedDay {
  const stretched = items.map((item): DayItem => {
    const from = Math.min(item.from, DAY_MINUTES - minutes);
    return { ...item, from, to: Math.max(item.to, from + minutes) };
  });
  const placedGroups = groupsOf(stretched.toSorted(byStart)).map((group) => placeGroup(group, lanes));
  return { blocks: placedGroups.flatMap(({ blocks }) => blocks), hidden: placedGroups.flatMap(({ hidden }) => hidden) };
}

/** Splits sorted items into groups that do not overlap each other. */
function groupsOf(sorted: readonly DayItem[]): DayItem[][] {
  const groups: DayItem[][] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const item of sorted) {
    if (item.from >= end) groups.push([]);
    groups.at(-1)!.push(item);
    end = Math.max(end, item.to);
  }
  return groups;
}

function placeGroup(group: readonly DayItem[], maxLanes: number): PlacedDay {
  const ends: number[] = [];
  const laneOf = group.map(({ from, to }) => {
    const free = ends.findIndex((end) => end <= from);
    const lane = free === -1 ? ends.length : free;
    ends[lane] = to;
    return lane;
  });
  const lanes = Math.min(ends.length, maxLanes);
  const isNarrowed = ends.length > maxLanes;
  const blocks = group.flatMap((item, index): PlacedBlock[] => {
    const lane = laneOf[index]!;
    return lane < maxLanes ? [{ ...item, lane, lanes, isNarrowed }] : [];
  });
  const itemsWithoutLane = group.filter((_, index) => laneOf[index]! >= maxLanes);
  const hidden = groupsOf(itemsWithoutLane).map((items): HiddenBlocks => ({
    from: items[0]!.from,
    to: Math.max(...items.map(({ to }) => to)),
    ids: items.map(({ id }) => id),
  }));
  return { blocks, hidden };
}
