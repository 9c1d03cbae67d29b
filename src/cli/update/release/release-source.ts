/** Reads the files of releases from a web server or a folder. */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { release } from '../../../version'
import { UpdateRefused } from './update-refused'

export interface ReleaseSource {
  /** The address or folder as entered, for messages. */
  name: string
  /**
   * Opens the file at a path such as `0.3.0/SHA256SUMS`. Returns undefined if it does not exist.
   */
  open(path: string): Promise<OpenedFile | undefined>
}

interface OpenedFile {
  stream: ReadableStream<Uint8Array>
}

/** `from` is the address of a server, or a folder with the same files. */
export const openSource = (from: string, cwd: string): ReleaseSource =>
  /^https?:\/\//.test(from) ? openServer(from.replace(/\/+$/, '')) : openFolder(resolve(cwd, from))

/**
 * Long enough for slow connections. If a server sends nothing, `fetch` gives up after five minutes.
 */
const timeoutMs = 3_600_000

function openServer(address: string): ReleaseSource {
  return {
    name: address,
    open: async (path) => {
      const response = await request(`${address}/${path}`)
      if (response.status === 404) return undefined
      if (!response.ok || !response.body) {
        throw new UpdateRefused(`${address}/${path} cannot be read: status ${response.status}.`)
      }
      return { stream: response.body }
    },
  }
}

async function request(url: string): Promise<Response> {
  try {
    return await fetch(url, {
      headers: { 'user-agent': `Quire/${release}` },
      signal: AbortSignal.timeout(timeoutMs),
    })
  } catch (error) {
    throw new UpdateRefused(
      `${url} cannot be reached (${(error as Error).message}). Check the connection and try again.`,
    )
  }
}

/**
 * Opens a folder that contains either a folder for each version or the files of a single version.
 */
function openFolder(folder: string): ReleaseSource {
  if (!existsSync(folder)) throw new UpdateRefused(`There is no folder ${folder}.`)
  const isOneRelease = existsSync(join(folder, 'SHA256SUMS'))
  return {
    name: folder,
    open: (path) => {
      const file = join(folder, isOneRelease ? path.replace(/^.*\//, '') : path)
      const opened = existsSync(file) ? { stream: Bun.file(file).stream() } : undefined
      return Promise.resolve(opened)
    },
  }
}

/** Reads a small file. Returns undefined if it does not exist. */
export async function readSmallFile(
  { name, open }: ReleaseSource,
  path: string,
  maxBytes: number,
): Promise<Buffer | undefined> {
  const file = await open(path)
  if (!file) return undefined
  try {
    const chunks: Uint8Array[] = []
    let bytes = 0
    for await (const chunk of file.stream) {
      bytes += chunk.length
      if (bytes > maxBytes) throw new UpdateRefused(`${path} at ${name} is too large.`)
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  } catch (error) {
    if (error instanceof UpdateRefused) throw error
    throw new UpdateRefused(`${path} at ${name} cannot be read: ${(error as Error).message}`)
  }
}
