/** Sends the same HTTP request again and again over several connections, without `fetch`. */

export interface Load {
  host: string
  port: number
  /** Path with query. */
  path: string
  headers?: Readonly<Record<string, string>>
  connections: number
  seconds: number
}

interface Connection {
  /** Bytes of the response that are still missing. 0 while its header is read. */
  missing: number
  header: string
}

/** Returns the number of complete responses. Throws if one has another status. */
export async function sendRepeatedly(load: Load, status: number): Promise<number> {
  const lines = [
    `GET ${load.path} HTTP/1.1`,
    `host: ${load.host}:${load.port}`,
    ...Object.entries(load.headers ?? {}).map(([name, value]) => `${name}: ${value}`),
  ]
  const request = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`)
  const wanted = `HTTP/1.1 ${status} `
  const { promise: failed, reject } = Promise.withResolvers<never>()
  let count = 0
  const sockets = await Promise.all(
    Array.from({ length: load.connections }, () =>
      Bun.connect<Connection>({
        hostname: load.host,
        port: load.port,
        data: { missing: 0, header: '' },
        socket: {
          data(socket, bytes) {
            if (!readResponse(socket.data, bytes, wanted, reject)) return
            count++
            socket.write(request)
          },
          error: (_socket, error) => reject(error),
          close: () => reject(new Error('The server closed the connection')),
        },
      }),
    ),
  )
  for (const socket of sockets) socket.write(request)
  await Promise.race([Bun.sleep(load.seconds * 1000), failed])
  const sent = count
  for (const socket of sockets) socket.terminate()
  failed.catch(() => undefined)
  return sent
}

/** Returns whether the response is complete. */
function readResponse(
  connection: Connection,
  bytes: Buffer,
  wanted: string,
  reject: (error: Error) => void,
): boolean {
  if (connection.missing > 0) {
    connection.missing -= bytes.length
    return connection.missing <= 0
  }
  connection.header += bytes.toString('latin1')
  const end = connection.header.indexOf('\r\n\r\n')
  if (end < 0) return false
  if (!connection.header.startsWith(wanted)) reject(new Error(connection.header.slice(0, 300)))
  const length = Number(
    /\r\ncontent-length: (\d+)/i.exec(connection.header.slice(0, end))?.[1] ?? 0,
  )
  const hasBody = !wanted.includes(' 304 ')
  connection.missing = hasBody ? length - (connection.header.length - end - 4) : 0
  connection.header = ''
  return connection.missing <= 0
}
