import { describe, expect, it } from 'vitest';
import { appProxyConfig, databaseProxyConfig, poolerConfig } from './proxies.ts';

const linesWith = (config: string, word: string): string[] =>
  config.split('\n').filter((line) => line.trim().startsWith(word));

describe('settings of the cluster, made from the files for operators', () => {
  it('the proxy of the servers listens without TLS and checks every server', () => {
    const config = appProxyConfig(1, [2, 3, 4]);
    expect(linesWith(config, 'bind ')).toEqual(['  bind 127.0.0.1:1']);
    expect(linesWith(config, 'server ').map((line) => line.split(':')[1])).toEqual(['2', '3', '4']);
    expect(config).toContain('http-check send meth GET uri /readyz');
    expect(config).not.toMatch(/ssl|Proto https|log global/);
  });

  it('the proxy of the databases asks Patroni which one is the primary', () => {
    const nodes = [
      { name: 'database1', port: 3, rest: 4 },
      { name: 'database2', port: 5, rest: 6 },
    ];
    const config = databaseProxyConfig({ primary: 1, replicas: 2 }, nodes);
    expect(linesWith(config, 'bind ')).toEqual(['  bind 127.0.0.1:1', '  bind 127.0.0.1:2']);
    const servers = ['  server database1 127.0.0.1:3 check port 4', '  server database2 127.0.0.1:5 check port 6'];
    expect(linesWith(config, 'server ')).toEqual([...servers, ...servers]);
    expect(config).toContain('on-marked-down shutdown-sessions');
  });

  it('the pooler pools transactions and reaches the primary through the proxy', () => {
    const config = poolerConfig(1, 2, '/users');
    expect(config).toContain('haversack = host=127.0.0.1 port=2 dbname=haversack');
    expect(linesWith(config, 'listen_port')).toEqual(['listen_port = 1']);
    expect(linesWith(config, 'pool_mode')).toEqual(['pool_mode = transaction']);
  });
});
