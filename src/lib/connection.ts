/**
 * Properties of the connection, as far as the browser reports them. They are only hints: requests are tried in any
 * case.
 */
export interface Connection {
  /** Whether the browser distinguishes Wi-Fi from mobile networks. */
  isKnown: boolean;
  isWifi: boolean;
  /** Whether the user has set the browser to save data. */
  savesData: boolean;
  isSlow: boolean;
}

interface NetworkInformation {
  type?: string;
  effectiveType?: string;
  saveData?: boolean;
}

/** Reads the connection from the `navigator` of a page or worker. */
export function readConnection(source: object = navigator): Connection {
  const {
    type,
    effectiveType = '',
    saveData = false,
  } = (source as { connection?: NetworkInformation }).connection ?? {};
  const isSlow = ['slow-2g', '2g', '3g'].includes(effectiveType);
  const isKnown = type !== undefined && type !== 'unknown';
  return { isKnown, isWifi: type === 'wifi' || type === 'ethernet', savesData: saveData, isSlow };
}

/** Whether to fetch data before it is needed: not on 2G, and not if the user has set the browser to save data. */
export function allowsPrefetch(source: object = navigator): boolean {
  const { effectiveType = '', saveData = false } = (source as { connection?: NetworkInformation }).connection ?? {};
  return !saveData && !effectiveType.endsWith('2g');
}

const CONFIRM_METERED_BYTES = 10e6;
const CONFIRM_WIFI_BYTES = 100e6;

/** Whether a download of this size needs confirmation, because it costs money or takes a long time. */
export function needsConfirmation(bytes: number, { isWifi, savesData }: Connection): boolean {
  return bytes > (isWifi && !savesData ? CONFIRM_WIFI_BYTES : CONFIRM_METERED_BYTES);
}
