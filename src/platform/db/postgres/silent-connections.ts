/**
 * Ends connections that have become silent, such as when the machine of the database or a firewall
 * between has lost them. The system alone would notice after a quarter of an hour. PostgreSQL ends
 * statements earlier, so that a connection without an answer after that is lost.
 */
import { Socket } from 'node:net'
import type { Sql } from 'postgres'

/** Options as the driver has parsed them. */
interface SocketOptions {
  host: string[]
  port: number[]
  path?: string | false
}

/** For how many checks a connection may be silent. Checks do not run while the process is frozen. */
const checks = 10

interface Silence {
  answered: number
  /** Number of checks since the last answer. */
  count: number
}

const socketsByClient = new WeakMap<Sql, ConnectionSockets>()

/** The first answer of a server that accepts the driver's request for TLS. */
const tlsAccepted = 'S'.charCodeAt(0)

/** Sockets of the connections of a client. TLS hides from them what is sent. */
export class ConnectionSockets {
  readonly #asksForTls: boolean
  /** Numbers of bytes that had been sent when the last answer was received. */
  readonly #answered = new Map<Socket, number>()

  constructor({ asksForTls }: { asksForTls: boolean }) {
    this.#asksForTls = asksForTls
  }

  /** The option `socket` of the driver. */
  readonly open = ({ host, port, path }: SocketOptions): Socket => {
    const socket = new Socket()
    this.#answered.set(socket, 0)
    if (this.#asksForTls) {
      socket.once('data', (answer) => {
        // From here on, the driver reads through TLS.
        if (answer[0] === tlsAccepted) this.#forget(socket)
      })
    }
    socket.on('data', () => {
      if (this.#answered.has(socket)) this.#answered.set(socket, socket.bytesWritten)
    })
    socket.on('close', () => this.#forget(socket))
    if (path) return socket.connect(path)
    // The driver sends the name of the host through TLS.
    Object.assign(socket, { host: host[0], port: port[0] })
    return socket.connect(port[0]!, host[0]!)
  }

  #forget(socket: Socket) {
    this.#answered.delete(socket)
  }

  belongTo(client: Sql) {
    socketsByClient.set(client, this)
  }

  /** Returns a function that stops it. */
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

/** Call this when no statement of the client may take longer. Returns a function that stops it. */
export const endSilentConnections = (client: Sql, silentMs: number): (() => void) | undefined =>
  socketsByClient.get(client)?.endSilent(silentMs)
