/** Books on a disk below the folder of a library that is not connected at the moment. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { libraryRoots } from '../../../src/catalog/libraries/schema'
import {
  addLibrary,
  booksOf,
  differentComics,
  ended,
  libraryOf,
  makeFolder,
  startScanServer,
  put,
  scan,
  type ScanServer,
} from './support'

let server: ScanServer
beforeAll(async () => {
  server = await startScanServer()
})
afterAll(() => server.close())

/** A library that knows of a disk below it, whose books are out of sight now. */
async function libraryWithoutItsDisk() {
  const folder = makeFolder()
  const files = { ...(await differentComics('Here', 3)), ...(await differentComics('Nas', 3)) }
  put(folder, files)
  const id = await addLibrary(server, folder)
  await scan(server, id)
  const before = await booksOf(server, id)
  await server.ctx.write((tx) =>
    tx
      .update(libraryRoots)
      .set({ mounts: { Nas: '7:7' } })
      .where(eq(libraryRoots.libraryId, id)),
  )
  const kept = join(makeFolder(), 'Nas')
  renameSync(join(folder, 'Nas'), kept)
  const back = () => renameSync(kept, join(folder, 'Nas'))
  const onDisk = before.find(({ relativePath }) => relativePath === 'Nas/Nas v1.cbz')!
  return { folder, id, files, before, onDisk, back }
}

const pathOf = async (id: string, bookId: string) =>
  (await booksOf(server, id)).find((book) => book.id === bookId)?.relativePath

test('a copy elsewhere does not take the place of a book whose disk is away', async () => {
  const { folder, id, files, before, onDisk, back } = await libraryWithoutItsDisk()
  put(folder, { 'Copies/Nas v1.cbz': files['Nas/Nas v1.cbz']! })
  await scan(server, id)
  expect((await libraryOf(server, id)).state).toBe('awaiting_confirmation')
  expect(await pathOf(id, onDisk.id)).toBe('Nas/Nas v1.cbz')
  back()
  await scan(server, id)
  const after = await booksOf(server, id)
  expect(after).toHaveLength(before.length + 1)
  expect(await pathOf(id, onDisk.id)).toBe('Nas/Nas v1.cbz')
  expect(after.every(({ trashedAt }) => trashedAt === null)).toBe(true)
})

test('nor does one in another library, which knows nothing of the disk itself', async () => {
  const { id, files, onDisk } = await libraryWithoutItsDisk()
  const folder = makeFolder()
  put(folder, { 'Copies/Nas v1.cbz': files['Nas/Nas v1.cbz']! })
  const other = await addLibrary(server, folder)
  await scan(server, other)
  expect(await pathOf(id, onDisk.id)).toBe('Nas/Nas v1.cbz')
  expect(await booksOf(server, other)).toHaveLength(1)
})

test('what is moved beside the disk is still followed while that is away', async () => {
  const { folder, id, before } = await libraryWithoutItsDisk()
  const here = before.find(({ relativePath }) => relativePath === 'Here/Here v1.cbz')!
  renameSync(join(folder, 'Here/Here v1.cbz'), join(folder, 'Here/Renamed.cbz'))
  await scan(server, id)
  expect(await pathOf(id, here.id)).toBe('Here/Renamed.cbz')
})

test('a book on a disk that is really gone, as a person has said, is where its content is', async () => {
  const { folder, id, files, onDisk } = await libraryWithoutItsDisk()
  await scan(server, id)
  put(folder, { 'Copies/Nas v1.cbz': files['Nas/Nas v1.cbz']! })
  const confirmed = await server.call('POST', `/libraries/${id}/confirm`, { as: 'ada' })
  expect(confirmed.status).toBe(202)
  await ended(server, id, confirmed.body.id)
  expect(await pathOf(id, onDisk.id)).toBe('Copies/Nas v1.cbz')
})
