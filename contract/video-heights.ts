/** Video heights in pixels. A video whose height is unknown counts as having the default height. */
export const videoHeights = [360, 540, 720] as const;
export type VideoHeight = (typeof videoHeights)[number];
export const DEFAULT_VIDEO_HEIGHT: VideoHeight = 540;
