import { Proxy } from '../e2e/helpers/proxy.ts';
import { startServer, type Server } from '../e2e/helpers/start-server.ts';
import type { DrivenPage } from './driven-page.ts';
import type { OpenBrowser } from './engines.ts';
import { openTlsProxy } from './tls.ts';

/** The server of one journey in one engine, and the devices that use it. */
export interface World {
  server: Server;
  /** The network between the devices and the server. */
  network: Proxy;
  /** Address of the server for the devices. */
  url: string;
  /** Opens another device, with an empty profile. */
  openDevice: OpenBrowser;
  close(): Promise<void>;
}

/** Starts the server. With `usesTls`, devices reach it through a proxy that terminates TLS. */
export async function openWorld(openBrowser: OpenBrowser, usesTls: boolean): Promise<World> {
  const closing: (() => unknown)[] = [];
  const close = async (): Promise<void> => {
    for (const step of closing.toReversed()) await step();
  };
  try {
    let server: Server | null = null;
    const network = new Proxy(() => server?.url ?? '');
    await network.open();
    closing.push(() => network.close());
    const tls = usesTls ? await openTlsProxy(() => network.url) : null;
    if (tls) closing.push(tls.close);
    server = await startServer(undefined, tls ? { PUBLIC_URL: tls.url } : {});
    closing.push(() => server?.remove());
    const openDevice: OpenBrowser = async (options) => {
      const page: DrivenPage = await openBrowser(options);
      closing.push(() => page.close());
      return page;
    };
    return { server, network, url: tls?.url ?? network.url, openDevice, close };
  } catch (error) {
    await close();
    throw error;
  }
}
