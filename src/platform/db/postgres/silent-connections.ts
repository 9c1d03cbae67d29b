/**
 * Closes connections that have become silent, for example because the database host or a firewall
 * has dropped them. The operating system would notice this only after a quarter of an hour.
 * PostgreSQL cancels statements before their connection counts as silent, so a connection that has
 * not responded by then is lost.
 */
import { Socket } from 'node:net'
import type { Sql } from 'postgres'

/** Options as parsed by the driver. */
interface SocketOptions {
  host: string[]
  port: number[]
  path?: string | false
}

/**
 * Number of checks for which a connection may be silent. Checks do not run while the process is
 * frozen.
 */
const checks = 10

interface Silence {
  answered: number
  /** Number of checks since the last response. */
  count: number
}

const socketsByClient = new WeakMap<Sql, ConnectionSockets>()

/** First byte of the response of a server that accepts a request for TLS. */
const tlsAccepted = 'S'.charCodeAt(0)

/**
 * The sockets of a client's connections. Once a connection uses TLS, its socket is no longer
 * tracked.
 */
export class ConnectionSockets {
  readonly #asksForTls: boolean
  /** Number of bytes that had been sent when the last response was received, by socket. */
  readonly #answered = new Map<Socket, number>()

  constructor({ asksForTls }: { asksForTls: boolean }) {
    this.#asksForTls = asksForTls
  }

  /** Value for the driver option `socket`. */
  readonly open = ({ host, port, path }: SocketOptions): Socket => {
    const socket = new Socket()
    this.#answered.set(socket, 0)
    if (this.#asksForTls) {
      socket.once('data', (answer) => {
        // From here on, the driver reads through the TLS socket.
        if (answer[0] === tlsAccepted) this.#forget(socket)
      })
    }
    socket.on('data', () => {
      if (this.#answered.has(socket)) this.#answered.set(socket, socket.bytesWritten)
    })
    socket.on('close', () => this.#forget(socket))
    if (path) return socket.connect(path)
    // The driver reads these properties, for example to send the host name in the TLS handshake.
    Object.assign(socket, { host: host[0], port: port[0] })
    return socket.connect(port[0]!, host[0]!)
  }

  #forget(socket: Socket) {
    this.#answered.delete(socket)
  }

  belongTo(client: Sql) {
    socketsByClient.set(client, this)
  }

  /** Starts the checks. Returns a function that stops them. */
  endSilent(silentMs: number): () => void {
    let silent = new Map<Socket, Silence>()
    const check = () => {
      const before = silent
      silent = new Map()
      for (const [socket, answered] of this.#answered) {
        if (socket.bytesWritten <= answered) continue
        const known = before.get(socket)
        const count = known?.answered === answered ? known.count + 1 : 1
        silent.set(socket, { answered, count })
        if (count > checks) socket.destroy()
      }
    }
    const timer = setInterval(check, silentMs / checks)
    timer.unref()
    return () => clearInterval(timer)
  }
}

/**
 * Starts the checks for a client whose statements never run long. Returns a function that stops
 * them.
 */
export const endSilentConnections = (client: Sql, silentMs: number): (() => void) | undefined =>
  socketsByClient.get(client)?.endSilent(silentMs)
