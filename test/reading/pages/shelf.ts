/** A library on disk with its books in the database, as created by a scan. */
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
  /** Writes a file and adds its book. `values` override those of the file. */
  add(name: string, data: Uint8Array | string, values?: object): Promise<SeededBook>
  /** Adds a folder of files as a book. */
  addFolder(name: string, files: Record<string, Uint8Array>): Promise<SeededBook>
  /** Requests over a real connection, because the server itself handles ranges and HEAD. */
  request(path: string, init?: RequestInit & { as?: string }): Promise<Response>
  url: URL
  /** Names and sizes of the files in the page cache. */
  listCached(): { name: string; bytes: number }[]
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
    fetch: (request) => server.app.handle(request),
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
    request: (path, { as = 'ann', ...init } = {}) => {
      const headers = new Headers(init.headers)
      headers.set('authorization', `Bearer ${server.getToken(as)}`)
      return fetch(new URL(`/api/v1${path}`, listener.url), { ...init, headers })
    },
    listCached: () =>
      readdirSync(cacheFolder, { recursive: true, withFileTypes: true })
        .filter((file) => file.isFile())
        .flatMap(({ name, parentPath }) => {
          // A file that is being extracted is renamed when complete, so it may have disappeared.
          const state = statSync(join(parentPath, name), { throwIfNoEntry: false })
          return state ? [{ name, bytes: state.size }] : []
        }),
    close: async () => {
      await listener.stop(true)
      await server.close()
    },
  }
}
