/** Returns a link that searches for a place on a map. */
export const mapLink = (place: string): string =>
  `https://www.openstreetmap.org/search?query=${encodeURIComponent(place)}`;
