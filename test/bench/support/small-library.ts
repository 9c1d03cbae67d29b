/**
 * A scanned library of many small comics, with thumbnails, and its data folder. Preparing one takes
 * minutes, so benchmarks can share a folder.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { makeComics } from './comics'
import { waitForScan, waitUntilIdle } from './scans'
import { Client, startServer } from './server'
import { findFreePort } from '../../support/free-port'

export interface SmallLibrary {
  dataDir: string
  /** Folder of the comics. */
  path: string
  id: string
  books: number
}

interface SmallLibraryOptions {
  binary: string | undefined
  /** Where the library is, or is created. */
  folder: string
  books: number
  watch: string
}

/** Creates the library with a server of its own, unless the folder contains one. */
export async function prepareSmallLibrary(options: SmallLibraryOptions): Promise<SmallLibrary> {
  const { binary, folder, books, watch } = options
  const description = join(folder, 'library.json')
  if (existsSync(description)) return Bun.file(description).json()
  const [dataDir, path] = [join(folder, 'data'), join(folder, 'books')]
  await makeComics(path, { books, pages: 3, width: 200, height: 286 })
  const server = await startServer({ binary, dataDir, port: await findFreePort() })
  const client = await Client.signIn(server.url)
  const request = { name: 'Small', path, scanImmediately: true, watch }
  const { id } = await client.need('POST', '/libraries', request)
  await waitForScan(client, id)
  await waitUntilIdle(client)
  await server.kill()
  const library: SmallLibrary = { dataDir, path, id, books }
  await Bun.write(description, JSON.stringify(library))
  return library
}
