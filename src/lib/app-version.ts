/**
 * The version of the app, raised with every release. It is stored in each write, so that a later version knows which
 * version made the write.
 */
export const APP_VERSION = '0.1.0';
