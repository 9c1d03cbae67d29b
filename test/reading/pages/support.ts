/** A library on the disk whose books are in the database as a scan would have left them. */
import { mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { BookContents } from '../../../src/media/contents/contents'
import { readFolder } from '../../../src/media/comic/folder'
import { readBook } from '../../../src/media/reader/reader'
import { type TestServer, startTestServer } from '../../support/server'
import { makeFolder, writeTree } from '../../support/make/tree'
import {
  seedBook,
  type SeededBook,
  type SeededSeries,
  seedLibrary,
  seedSeries,
} from '../../support/seed'

export interface Shelf {
  server: TestServer
  folder: string
  series: SeededSeries
  /** Writes a file and adds its book. `values` win over what is in the file. */
  add(name: string, data: Uint8Array | string, values?: object): Promise<SeededBook>
  /** A folder of files as a book. */
  addFolder(name: string, files: Record<string, Uint8Array>): Promise<SeededBook>
  /** Asks over a real connection: slices and HEAD are answered by the server itself. */
  ask(path: string, init?: RequestInit & { as?: string }): Promise<Response>
  url: URL
  /** Names of the files in the page cache, and their bytes. */
  cached(): { name: string; bytes: number }[]
  close(): Promise<void>
}

export async function openShelf(settings: Record<string, string> = {}): Promise<Shelf> {
  const server = await startTestServer(settings)
  const folder = join(makeFolder(), 'library')
  mkdirSync(folder)
  const series = await seedSeries(server, await seedLibrary(server, { path: folder }), {
    title: 'Séries "A"/1',
  })
  const listener = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request) => server.app.fetch(request),
  })
  const seed = (name: string, contents: BookContents, values = {}) => {
    const { size, mtimeMs } = statSync(join(folder, name))
    const { format, pages, pageCount, cover, findings } = contents
    return seedBook(server, series, {
      relativePath: name,
      size,
      modifiedAtMs: mtimeMs,
      format,
      pageCount,
      finding: findings[0]?.code ?? null,
      contents: { pages, findings, cover },
      ...values,
    })
  }
  const cacheFolder = join(server.ctx.config.data_dir, 'cache', 'pages')
  return {
    server,
    folder,
    series,
    url: listener.url,
    add: async (name, data, values) => {
      writeTree(folder, { [name]: data })
      return seed(name, await readBook(join(folder, name)), values)
    },
    addFolder: async (name, files) => {
      writeTree(join(folder, name), files)
      return seed(name, readFolder(join(folder, name)))
    },
    ask: (path, { as = 'ann', ...init } = {}) => {
      const headers = new Headers(init.headers)
      headers.set('authorization', `Bearer ${server.getToken(as)}`)
      return fetch(new URL(`/api/v1${path}`, listener.url), { ...init, headers })
    },
    cached: () =>
      readdirSync(cacheFolder, { recursive: true, withFileTypes: true })
        .filter((file) => file.isFile())
        .flatMap(({ name, parentPath }) => {
          // What is being unpacked gets its name only when it is whole: it may be gone by now.
          const state = statSync(join(parentPath, name), { throwIfNoEntry: false })
          return state ? [{ name, bytes: state.size }] : []
        }),
    close: async () => {
      await listener.stop(true)
      await server.close()
    },
  }
}
