/** Books on a disk that is mounted below the library folder and currently disconnected. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { libraryRoots } from '../../../src/catalog/libraries/schema'
import {
  addLibrary,
  listBooks,
  makeDifferentComics,
  waitUntilScanEnded,
  getLibrary,
  makeFolder,
  startScanServer,
  writeFiles,
  scanLibrary,
  type ScanServer,
} from './scan-server'

let server: ScanServer
beforeAll(async () => {
  server = await startScanServer()
})
afterAll(() => server.close())

/** Creates a library with a disconnected disk below its folder. */
async function createLibraryWithoutDisk() {
  const folder = makeFolder()
  const files = {
    ...(await makeDifferentComics('Here', 3)),
    ...(await makeDifferentComics('Nas', 3)),
  }
  writeFiles(folder, files)
  const id = await addLibrary(server, folder)
  await scanLibrary(server, id)
  const before = await listBooks(server, id)
  await server.ctx.write((tx) =>
    tx
      .update(libraryRoots)
      .set({ mounts: { Nas: '7:7' } })
      .where(eq(libraryRoots.libraryId, id)),
  )
  const kept = join(makeFolder(), 'Nas')
  renameSync(join(folder, 'Nas'), kept)
  const reconnect = () => renameSync(kept, join(folder, 'Nas'))
  const onDisk = before.find(({ relativePath }) => relativePath === 'Nas/Nas v1.cbz')!
  return { folder, id, files, before, onDisk, reconnect }
}

const getPath = async (id: string, bookId: string) =>
  (await listBooks(server, id)).find((book) => book.id === bookId)?.relativePath

test('a copy elsewhere does not replace a book on a disconnected disk', async () => {
  const { folder, id, files, before, onDisk, reconnect } = await createLibraryWithoutDisk()
  writeFiles(folder, { 'Copies/Nas v1.cbz': files['Nas/Nas v1.cbz']! })
  await scanLibrary(server, id)
  expect((await getLibrary(server, id)).state).toBe('awaiting_confirmation')
  expect(await getPath(id, onDisk.id)).toBe('Nas/Nas v1.cbz')
  reconnect()
  await scanLibrary(server, id)
  const after = await listBooks(server, id)
  expect(after).toHaveLength(before.length + 1)
  expect(await getPath(id, onDisk.id)).toBe('Nas/Nas v1.cbz')
  expect(after.every(({ trashedAt }) => trashedAt === null)).toBe(true)
})

test('a copy in another library does not replace it either', async () => {
  const { id, files, onDisk } = await createLibraryWithoutDisk()
  const folder = makeFolder()
  writeFiles(folder, { 'Copies/Nas v1.cbz': files['Nas/Nas v1.cbz']! })
  const other = await addLibrary(server, folder)
  await scanLibrary(server, other)
  expect(await getPath(id, onDisk.id)).toBe('Nas/Nas v1.cbz')
  expect(await listBooks(server, other)).toHaveLength(1)
})

test('moves outside the disk are still followed', async () => {
  const { folder, id, before } = await createLibraryWithoutDisk()
  const here = before.find(({ relativePath }) => relativePath === 'Here/Here v1.cbz')!
  renameSync(join(folder, 'Here/Here v1.cbz'), join(folder, 'Here/Renamed.cbz'))
  await scanLibrary(server, id)
  expect(await getPath(id, here.id)).toBe('Here/Renamed.cbz')
})

test('a confirmed loss of the disk lets a copy replace its books', async () => {
  const { folder, id, files, onDisk } = await createLibraryWithoutDisk()
  await scanLibrary(server, id)
  writeFiles(folder, { 'Copies/Nas v1.cbz': files['Nas/Nas v1.cbz']! })
  const confirmed = await server.call('POST', `/libraries/${id}/confirm`, { as: 'ada' })
  expect(confirmed.status).toBe(202)
  await waitUntilScanEnded(server, id, confirmed.body.id)
  expect(await getPath(id, onDisk.id)).toBe('Copies/Nas v1.cbz')
})
