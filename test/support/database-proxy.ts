/** A proxy before PostgreSQL. Closing it stands for a database that goes away. */
import { connect, createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'

export interface DatabaseProxy {
  /** The database through the proxy. */
  url: string
  open(): Promise<void>
  /** `ending`: connections are closed politely, as by a server that shuts down, or are reset. */
  close(ending?: 'closed' | 'reset'): void
  /**
   * Forwards nothing more through the connections that are open, and leaves them open. If it
   * `lasts`, new connections get no answer, either, until `open` is called.
   */
  silence(options?: { lasts?: boolean }): void
}

/** A proxy that speaks TLS with its clients, as a PostgreSQL with a certificate does. */
export async function startTlsProxy(
  database: string,
  { cert, key }: { cert: string; key: string },
) {
  const target = new URL(database)
  const inner = createTlsServer({ cert, key }, (socket) => {
    join(socket, connect(Number(target.port), target.hostname))
  })
  await new Promise<void>((done) => inner.listen(0, '127.0.0.1', done))
  const { port: innerPort } = inner.address() as { port: number }
  const outer = createServer((socket) => {
    // The request for TLS has eight bytes, and the client waits for the answer.
    socket.once('data', () => {
      socket.pause()
      const upstream = connect(innerPort, '127.0.0.1', () => {
        socket.write('S')
        join(socket, upstream)
      })
    })
  })
  await new Promise<void>((done) => outer.listen(0, '127.0.0.1', done))
  const through = new URL(target)
  through.hostname = '127.0.0.1'
  through.port = String((outer.address() as { port: number }).port)
  return {
    url: through.href,
    close: () => {
      outer.close()
      inner.close()
    },
  }
}

function join(socket: Socket, upstream: Socket) {
  for (const [end, other] of [
    [socket, upstream],
    [upstream, socket],
  ] as const) {
    end.on('error', () => end.destroy())
    end.on('close', () => other.destroySoon())
  }
  socket.pipe(upstream).pipe(socket)
}

export async function startDatabaseProxy(database: string): Promise<DatabaseProxy> {
  const target = new URL(database)
  const sockets = new Set<Socket>()
  let server: Server
  let port = 0
  let isSilent = false

  async function open() {
    server = createServer((socket) => {
      const upstream = connect(Number(target.port), target.hostname)
      const isAnswered = !isSilent
      for (const [end, other] of [
        [socket, upstream],
        [upstream, socket],
      ] as const) {
        sockets.add(end)
        end.on('error', () => end.destroy())
        // After an error, `pipe` leaves the other end open, and nobody would answer there.
        end.on('close', () => {
          sockets.delete(end)
          other.destroySoon()
        })
      }
      if (isAnswered) socket.pipe(upstream).pipe(socket)
    })
    await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
    port = (server.address() as { port: number }).port
  }

  await open()
  const through = new URL(target)
  through.hostname = '127.0.0.1'
  through.port = String(port)
  return {
    url: through.href,
    open: () => {
      isSilent = false
      return open()
    },
    silence: ({ lasts = false } = {}) => {
      isSilent = lasts
      for (const socket of sockets) socket.unpipe().pause()
    },
    close: (ending = 'closed') => {
      server.close()
      for (const socket of sockets) {
        if (ending === 'reset') socket.resetAndDestroy()
        else socket.destroy()
      }
    },
  }
}
