/** Concurrent choices of a cover take effect one after the other, in any process. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { addCover } from '../../../src/artwork/covers/uploads/add-cover'
import { covers } from '../../../src/artwork/covers/schema'
import { thumbnails } from '../../../src/artwork/thumbnails/schema'
import { waitUntil } from '../../support/wait-until'
import { type TestServer, startTestServer } from '../../support/server'
import { makePictures } from '../../support/make/pictures'
import { seedBook, seedLibrary, type SeededSeries, seedSeries } from '../../support/seed'

let server: TestServer
let series: SeededSeries
beforeAll(async () => {
  server = await startTestServer()
  series = await seedSeries(server, await seedLibrary(server))
})
afterAll(() => server.close())

const timeoutMs = 60_000
const pictures = await makePictures(4)
const as = 'max'

function upload(path: string, picture: Uint8Array) {
  const body = new FormData()
  body.set('file', new File([picture as Uint8Array<ArrayBuffer>], 'cover.jpg'))
  return server.fetch(`/api/v1${path}`, { method: 'POST', as, body })
}

const listRows = () => server.ctx.db.select().from(covers)
const listFiles = () =>
  readdirSync(join(server.ctx.config.data_dir, 'uploads', 'covers')).toSorted()
const isConsistent = async () =>
  expect(listFiles()).toEqual((await listRows()).map(({ fileName }) => fileName).toSorted())

test(
  'the same image and others: one is selected, and every row has its file',
  async () => {
    const { id } = await seedBook(server, series)
    for (const path of [`/books/${id}`, `/series/${series.id}`]) {
      const answers = await Promise.all(
        [0, 1, 0, 2, 1, 0].map((n) => upload(`${path}/cover`, pictures[n]!)),
      )
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
      const listed = (await server.call('GET', `${path}/covers`, { as })).body.covers
      expect(listed).toHaveLength(3)
      expect(listed.filter((one: { isSelected: boolean }) => one.isSelected)).toHaveLength(1)
      await isConsistent()
    }
  },
  timeoutMs,
)

test(
  'deletion and selection: the selected cover exists',
  async () => {
    const { id } = await seedBook(server, series)
    const uploaded = await upload(`/books/${id}/cover`, pictures[0]!)
    const { id: coverId } = (await uploaded.json()) as { id: string }
    const path = `/books/${id}/covers/${coverId}`
    const [deleted, , again] = await Promise.all([
      server.call('DELETE', path, { as }),
      server.call('PUT', `${path}/select`, { as }),
      upload(`/books/${id}/cover`, pictures[0]!),
    ])
    expect([deleted.status, again.status]).toEqual([204, 200])
    const { coverLock } = (await server.call('GET', `/books/${id}/metadata/locks`, { as })).body
    const { covers: listed } = (await server.call('GET', `/books/${id}/covers`, { as })).body
    expect(coverLock).toBe(listed.some((one: { isSelected: boolean }) => one.isSelected))
    await isConsistent()
  },
  timeoutMs,
)

/** Names of all stored pictures and thumbnails. */
function listStored(): string[] {
  const { data_dir: folder } = server.ctx.config
  const list = (name: string) => readdirSync(join(folder, name), { recursive: true }).map(String)
  return [...list('uploads/covers'), ...list('thumbnails')]
}

async function addSeriesList() {
  const body = { name: Bun.randomUUIDv7() }
  const created = await server.call('POST', '/collections', { as, body })
  return `/collections/${created.body.id}/cover`
}

describe('a cover that is removed while it is added leaves no file', () => {
  const removals = [
    ['of a book', async () => `/books/${(await seedBook(server, series)).id}`, 'covers'],
    ['of a series', async () => `/series/${series.id}`, 'covers'],
    ['of a collection', addSeriesList, 'list'],
    ['of a user', async () => '/user/picture', 'list'],
  ] as const
  test.each(removals)(
    '%s',
    async (_, makePath, kind) => {
      const path = await makePath()
      const known = new Set((await listRows()).map(({ id }) => id))
      const adding = upload(kind === 'covers' ? `${path}/cover` : path, pictures[3]!)
      const row = await waitUntil(async () => (await listRows()).find(({ id }) => !known.has(id)))
      const url = kind === 'covers' ? `${path}/covers/${row.id}` : path
      expect((await server.call('DELETE', url, { as })).status).toBe(204)
      expect((await adding).status).toBeLessThan(300)
      expect(listStored().filter((name) => name.includes(row.id))).toEqual([])
      const left = await server.ctx.db
        .select()
        .from(thumbnails)
        .where(eq(thumbnails.ownerId, row.id))
      expect(left).toEqual([])
      await isConsistent()
    },
    timeoutMs,
  )
})

test(
  'a failed selection leaves neither row nor file',
  async () => {
    const before = listFiles()
    const { id } = await seedBook(server, series)
    const picture = { source: 'custom', file: new Blob([pictures[3]!]) }
    const failing = addCover(server.ctx, { kind: 'book', id }, picture, async () => {
      throw new Error('no')
    })
    expect(await failing.catch((error: Error) => error.message)).toBe('no')
    expect(listFiles()).toEqual(before)
    await isConsistent()
  },
  timeoutMs,
)
