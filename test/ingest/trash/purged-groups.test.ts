/** M11: what people grouped by hand and the names of releases return after a purge. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import {
  addLibrary,
  listBooks,
  makeDifferentComics,
  makeFolder,
  scanLibrary,
  type ScanServer,
  writeFiles,
} from '../scanning/scan-server'
import { createCall, startTrashServer, waitUntilPurged } from './trash-server'

let server: ScanServer
beforeAll(async () => {
  server = await startTrashServer({ 'scan.missing_minimum': '1000' })
})
afterAll(() => server.close())

const call = createCall(() => server)

const get = (path: string) => call('GET', path)

async function createLibrary(title: string) {
  const folder = makeFolder()
  const files = await makeDifferentComics(title, 3)
  const others = await makeDifferentComics(`Other ${title}`, 2)
  writeFiles(folder, { ...files, ...others })
  const id = await addLibrary(server, folder)
  await scanLibrary(server, id)
  return { id, folder, files, others, title }
}
type Library = Awaited<ReturnType<typeof createLibrary>>

async function findPresent({ id }: Pick<Library, 'id'>, start: string) {
  const books = (await listBooks(server, id)).filter(
    ({ relativePath, trashedAt }) => trashedAt === null && relativePath.startsWith(`${start}/`),
  )
  return books.toSorted((one, other) => (one.relativePath < other.relativePath ? -1 : 1))
}

/** Deletes the files of a folder, and their books permanently. */
async function purge({ id, folder }: Library, start: string) {
  writeFiles(folder, { [start]: null })
  await scanLibrary(server, id)
  const { name } = await get(`/libraries/${id}`)
  const deleted = await call('POST', `/libraries/${id}/purge`, { name })
  await waitUntilPurged(server, deleted.id)
}

interface Listed {
  bookCount: number
  title?: string
  metadata: { title: string }
}
const listTitles = async (library: Library) =>
  ((await get(`/series?libraryId=${library.id}&pageSize=50`)).data as Listed[])
    .map(({ metadata, title = metadata.title, bookCount }) => `${title} ${bookCount}`)
    .toSorted()

test('M11: a series that a user created returns with the books that were moved to it', async () => {
  const library = await createLibrary('Created')
  const books = await findPresent(library, 'Created')
  const chosen = books.slice(0, 2).map(({ id }) => id)
  const { targetId } = await call('POST', '/grouping-changes', {
    bookIds: chosen,
    newTitle: 'By hand',
  })
  await call('PATCH', `/series/${targetId}/metadata`, { summary: 'About it', ageRating: 12 })
  const tag = await call('POST', '/admin/sharing-tags', { name: 'Grown up' })
  await call('PUT', `/series/${targetId}/sharing-tags`, { sharingTagIds: [tag.id] })
  const before = await listTitles(library)
  expect(before).toEqual(['By hand 2', 'Created 1', 'Other Created 2'])
  await purge(library, 'Created')
  expect(await listTitles(library)).toEqual(['Other Created 2'])
  writeFiles(library.folder, library.files)
  await scanLibrary(server, library.id)
  expect(await listTitles(library)).toEqual(before)
  const returned = await findPresent(library, 'Created')
  expect(returned.map(({ seriesId }) => seriesId === targetId)).toEqual([true, true, false])
  const metadata = await get(`/series/${targetId}/metadata`)
  expect([metadata.title, metadata.summary, metadata.ageRating]).toEqual([
    'By hand',
    'About it',
    12,
  ])
  const tags = await get(`/series/${targetId}/sharing-tags`)
  expect(tags.map(({ id }: { id: string }) => id)).toEqual([tag.id])
  // Grouping by hand stays a choice: a further scan keeps it, and it can be reset.
  await scanLibrary(server, library.id, 'deep')
  expect(await listTitles(library)).toEqual(before)
  await call('POST', '/grouping-changes', {
    bookIds: returned.slice(0, 2).map(({ id }) => id),
    automatic: true,
  })
  expect(await listTitles(library)).toEqual(['Created 3', 'Other Created 2'])
})

test('M11: books return to the series of another folder that a user chose for them', async () => {
  const library = await createLibrary('Moved')
  const books = await findPresent(library, 'Moved')
  const [other] = await findPresent(library, 'Other Moved')
  await call('POST', '/grouping-changes', {
    seriesIds: [books[0]!.seriesId],
    targetSeriesId: other!.seriesId,
  })
  expect(await listTitles(library)).toEqual(['Other Moved 5'])
  await purge(library, 'Moved')
  expect(await listTitles(library)).toEqual(['Other Moved 2'])
  writeFiles(library.folder, library.files)
  await scanLibrary(server, library.id)
  expect(await listTitles(library)).toEqual(['Other Moved 5'])
})

test('M11: in another library, books return to the series of their folder', async () => {
  const library = await createLibrary('Elsewhere')
  const books = await findPresent(library, 'Elsewhere')
  const bookIds = books.map(({ id }) => id)
  await call('POST', '/grouping-changes', { bookIds: bookIds.slice(0, 2), newTitle: 'Own' })
  await purge(library, 'Elsewhere')
  const folder = makeFolder()
  writeFiles(folder, library.files)
  const elsewhere = { ...library, id: await addLibrary(server, folder), folder }
  await scanLibrary(server, elsewhere.id)
  expect(await listTitles(elsewhere)).toEqual(['Elsewhere 3'])
})

test('M11: the names of releases return with the series', async () => {
  const library = await createLibrary('Named')
  const books = await findPresent(library, 'Named')
  const { seriesId } = books[0]!
  await call('POST', `/series/${seriesId}/aliases`, { alias: 'Nommé' })
  await call('DELETE', `/series/${seriesId}`)
  const purged = await call('POST', `/series/${seriesId}/purge`, { name: 'Named' })
  await waitUntilPurged(server, purged.id)
  await scanLibrary(server, library.id)
  const [returned] = await findPresent(library, 'Named')
  expect(returned!.seriesId).not.toBe(seriesId)
  const { aliases } = await get(`/series/${returned!.seriesId}/aliases`)
  expect(aliases.map(({ alias }: { alias: string }) => alias)).toEqual(['Nommé'])
})
