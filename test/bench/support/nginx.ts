/** Starts nginx, if it is installed, on a free port and with a folder of its own. */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findFreePort } from '../../support/free-port'
import { createFolder } from './server'

/** Parts of the settings of nginx: what stands beside and in its `server` block. */
export interface Site {
  upstream?: string
  server: string
}

/** Serves the files of a folder. */
export const serveFolder = (folder: string): Site => ({ server: `root ${folder};` })

/** Passes requests to servers of this machine in turn, as docs/operating.md recommends. */
export const passTo = (ports: readonly number[]): Site => ({
  upstream: `upstream quire {
    ${ports.map((port) => `server 127.0.0.1:${port} max_fails=1 fail_timeout=2s;`).join('\n    ')}
    keepalive 64;
  }`,
  server: `location / {
      proxy_pass http://quire;
      proxy_http_version 1.1;
      proxy_set_header Host $http_host;
      proxy_set_header Connection "";
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_next_upstream error timeout http_503;
      proxy_connect_timeout 2s;
      proxy_read_timeout 1h;
    }`,
})

export interface Nginx {
  port: number
  pid: number
  stop(): Promise<void>
}

export async function startNginx(site: Site): Promise<Nginx> {
  const program = Bun.which('nginx') ?? Bun.which('nginx', { PATH: '/usr/sbin:/usr/local/sbin' })
  if (!program) throw new Error('nginx is not installed. On Debian: apt install nginx-light.')
  const folder = createFolder('bench-nginx')
  mkdirSync(join(folder, 'logs'))
  const port = await findFreePort()
  const settings = join(folder, 'nginx.conf')
  await Bun.write(settings, formatSettings(folder, port, site))
  const child = Bun.spawn(
    [program, '-p', folder, '-c', settings, '-e', join(folder, 'error.log')],
    {
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  )
  await waitUntilListening(port, child)
  return {
    port,
    pid: child.pid,
    stop: async () => {
      child.kill('SIGTERM')
      await child.exited
      rmSync(folder, { recursive: true })
    },
  }
}

/** One process, as in Quire. The folder is readable by the user who runs the benchmark only. */
const formatSettings = (folder: string, port: number, { upstream = '', server }: Site) =>
  `daemon off;
master_process off;
pid ${folder}/nginx.pid;
events { worker_connections 512; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 1000000000;
  default_type image/jpeg;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  ${upstream}
  server {
    listen 127.0.0.1:${port};
    ${server}
  }
}
`

async function waitUntilListening(port: number, child: Bun.Subprocess) {
  const deadline = Date.now() + 10_000
  while (child.exitCode === null && Date.now() < deadline) {
    const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined)
    await answer?.arrayBuffer()
    if (answer) return
    await Bun.sleep(10)
  }
  child.kill()
  throw new Error('nginx did not start.')
}
