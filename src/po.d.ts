// Lingui's Vite plugin compiles a catalog when it is imported.
declare module '*.po' {
  import type { Messages } from '@lingui/core';

  export const messages: Messages;
}

// A part of a catalog, from our own plugin.
declare module 'virtual:texts/*' {
  import type { Messages } from '@lingui/core';

  export const messages: Messages;
}

// A public page, from our own plugin.
declare module 'virtual:page/*' {
  export const page: { title: string; version: string; html: string };
}
