// [Note: Last screen] Once a screen that is in the navigation bar shows its rows, the app stores the visible part of
// this screen. When the app is next opened at this screen, a script in index.html shows the stored part until the app
// has loaded the current rows. What is stored is a tree of elements and not HTML, so that nothing is parsed. It is in
// the user's database, so nobody else can read it and a logout deletes it. See docs/security.md for what is never
// stored, and when it is deleted.

/** A text, or an element: its tag, its attributes and its children. */
export type SavedNode = string | readonly [tag: string, attributes: Record<string, string>, ...children: SavedNode[]];

/** The visible part of a screen, and the conditions under which it may be shown. */
export interface SavedScreen {
  /** The build whose style sheets the screen needs; see `buildOf`. */
  build: string;
  /** Language, theme and text size, as stored in localStorage under `LOOK_KEY`. */
  look: string;
  /** The layout of a window of this width; see `widthClassOf`. */
  width: number;
  /** Version of the database in which this is stored. */
  db_version: number;
  /** Whether "/" leads to this screen. */
  is_home: boolean;
  /** URLs of the style sheets. */
  styles: readonly string[];
  /** Custom properties of the root element that depend on the screen. */
  variables: Record<string, string>;
  content: SavedNode;
}

/** Prefix of the keys in the table `meta`; the rest of a key is the path of the screen. */
export const LAST_SCREEN_PREFIX = 'last_screen:';

/** Window widths in px at which the layout of the app changes. */
const WIDTHS = [720, 1024];

/** Returns the number of a layout: 0 for phones, 1 for tablets, 2 for desktops. */
export const widthClassOf = (width: number): number => WIDTHS.filter((from) => width >= from).length;

/**
 * Whether a path can be followed within the app: it belongs to this origin, and is not the path of a file or an API
 * call.
 */
export const isAppPath = (path: string): boolean => /^\/(?!\/|\\|(?:api|media|assets|demo)\/)/.test(path);
