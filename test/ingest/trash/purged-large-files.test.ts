/** M11: what people made is kept with large files, whose content only a hash of all bytes tells. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { makePdf } from '../../support/make/pdf'
import { makePicture } from '../../support/make/pictures'
import { waitUntil } from '../../support/wait-until'
import {
  addLibrary,
  listBooks,
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

interface Place {
  id: string
  seriesId: string
}

interface Kind {
  name: string
  make: (place: Place) => Promise<unknown>
  read: (place: Place) => Promise<unknown>
}

async function uploadCover({ id }: Place) {
  const body = new FormData()
  body.set('file', new Blob([await makePicture({ width: 40, height: 60, seed: 5 })]), 'cover.jpg')
  const sent = await server.fetch(`/api/v1/books/${id}/cover`, { method: 'POST', as: 'max', body })
  expect(sent.status).toBe(200)
}

async function tagSeries({ seriesId }: Place) {
  const { id: sharingTagId } = await call('POST', '/admin/sharing-tags', { name: 'Adult' })
  await call('POST', `/series/${seriesId}/sharing-tags`, { sharingTagId })
}

const kinds: readonly Kind[] = [
  {
    name: 'Bookmark',
    make: ({ id }) => call('POST', `/books/${id}/bookmarks`, { page: 1, note: 'Mine' }, 'ann'),
    read: async ({ id }) => (await call('GET', `/books/${id}/bookmarks`, undefined, 'ann')).total,
  },
  {
    name: 'Rating',
    make: ({ id }) => call('PUT', `/books/${id}/rating`, { rating: 80 }, 'ann'),
    read: async ({ id }) =>
      (await server.call('GET', `/books/${id}/rating`, { as: 'ann' })).body.rating,
  },
  {
    name: 'Series rating',
    make: ({ seriesId }) => call('PUT', `/series/${seriesId}/rating`, { rating: 80 }, 'ann'),
    read: async ({ seriesId }) =>
      (await server.call('GET', `/series/${seriesId}/rating`, { as: 'ann' })).body.rating,
  },
  {
    name: 'Preference',
    make: ({ id }) =>
      call('PUT', `/preferences?scope=book&id=${id}`, { preferences: { 'reader.trim': true } }),
    read: async ({ id }) => (await call('GET', `/preferences?scope=book&id=${id}`)).preferences,
  },
  {
    name: 'Edit',
    make: ({ id }) => call('PATCH', `/books/${id}/metadata`, { summary: 'My summary' }),
    read: async ({ id }) => (await call('GET', `/books/${id}/metadata`)).summary,
  },
  {
    name: 'Cover',
    make: uploadCover,
    read: async ({ id }) => (await call('GET', `/books/${id}/covers`)).covers.length,
  },
  {
    name: 'Sharing tag',
    make: tagSeries,
    read: async ({ seriesId }) => (await call('GET', `/series/${seriesId}/sharing-tags`)).length,
  },
]

/** Too large to be hashed by a scan, and of a size of its own. */
const makeLargePdf = (name: string, n: number) =>
  Buffer.concat([
    makePdf({}),
    Buffer.alloc(1_500_000 + 1000 * n + name.charCodeAt(0), `% nothing ${name} ${n}\n`),
  ])

async function createLibrary(name: string) {
  const folder = makeFolder()
  const files = kinds.map(
    (kind, n) => [`${kind.name} ${name}/one.pdf`, makeLargePdf(name, n)] as const,
  )
  writeFiles(folder, Object.fromEntries(files))
  writeFiles(folder, { 'Other/other.pdf': makePdf({}) })
  const id = await addLibrary(server, folder)
  await scanLibrary(server, id)
  return { id, folder, files }
}

async function findBook(libraryId: string, folder: string) {
  const found = (await listBooks(server, libraryId)).find(
    ({ relativePath, trashedAt }) => trashedAt === null && relativePath.startsWith(`${folder}/`),
  )
  return found!
}

const isHashed = async (libraryId: string, path: string) =>
  (await findBook(libraryId, path)).contentHash !== null

test('M11: it returns with a large file under another name after a purge', async () => {
  const { id, folder, files } = await createLibrary('A')
  const made: unknown[][] = []
  for (const { name, make, read } of kinds) {
    const place = await findBook(id, `${name} A`)
    await make(place)
    made.push([name, await read(place)])
  }
  await scanLibrary(server, id)
  for (const { name } of kinds) await waitUntil(() => isHashed(id, `${name} A`))
  for (const { name } of kinds) {
    await call('DELETE', `/series/${(await findBook(id, `${name} A`)).seriesId}`)
  }
  const library = await call('GET', `/libraries/${id}`)
  const asked = await call('POST', `/libraries/${id}/purge`, { name: library.name })
  expect(await waitUntilPurged(server, asked.id)).toMatchObject({ booksPurged: kinds.length })
  writeFiles(folder, Object.fromEntries(kinds.map(({ name }) => [`${name} A`, null])))
  for (const [path, data] of files) writeFiles(folder, { [`Back ${path}`]: data })
  await scanLibrary(server, id)
  const found = () =>
    Promise.all(
      kinds.map(async ({ name, read }) => [name, await read(await findBook(id, `Back ${name} A`))]),
    )
  await waitUntil(async () => Bun.deepEquals(await found(), made))
  expect(await found()).toEqual(made)
}, 120_000)

test('M11: a large file that users marked or rated is hashed at once, before it can move', async () => {
  const { id, folder, files } = await createLibrary('B')
  const used = kinds.filter(({ name }) => ['Bookmark', 'Rating'].includes(name))
  const made: unknown[][] = []
  for (const { name, make, read } of used) {
    const place = await findBook(id, `${name} B`)
    expect(place.contentHash).toBeNull()
    await make(place)
    made.push([place.id, await read(place)])
    await waitUntil(() => isHashed(id, `${name} B`))
  }
  for (const { name } of used) {
    const [, data] = files.find(([path]) => path.startsWith(`${name} B`))!
    writeFiles(folder, { [`${name} B`]: null, [`Moved ${name} B/elsewhere.pdf`]: data })
  }
  await scanLibrary(server, id)
  for (const [n, { name, read }] of used.entries()) {
    const place = await findBook(id, `Moved ${name} B`)
    expect([place.id, await read(place)]).toEqual(made[n]!)
  }
}, 120_000)
