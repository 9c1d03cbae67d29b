/** A series keeps its row, and all that was said of it, when its folder is renamed or moved. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { makePictures } from '../../support/make/pictures'
import { wrongDerived } from '../../storm/derived'
import { comicOf, comicsIn, move } from './moved'
import {
  addLibrary,
  booksOf,
  makeFolder,
  startScanServer,
  put,
  scan,
  type ScanServer,
  seriesOf,
} from './support'

setDefaultTimeout(60_000)

let server: ScanServer
beforeAll(async () => {
  server = await startScanServer()
})
afterAll(() => server.close())

const present = async (id: string) =>
  (await seriesOf(server, id)).filter(({ trashedAt }) => trashedAt === null)
const named = async (id: string, name: string) =>
  (await present(id)).find(({ groupKey }) => groupKey.endsWith(`/${name}`))!

/** A person's summary, an uploaded cover and a place in the queue. */
async function describeIt(seriesId: string) {
  const summary = `Said of ${seriesId}`
  const path = `/series/${seriesId}`
  const edited = await server.call('PATCH', `${path}/metadata`, { as: 'ada', body: { summary } })
  const wanted = await server.call('POST', '/want-to-read', { as: 'ann', body: { seriesId } })
  const body = new FormData()
  const [picture] = await makePictures(1, { width: 40, height: 60 })
  body.append('file', new File([new Uint8Array(picture!)], 'cover.png'))
  const sent = { method: 'POST', as: 'ada', body } as const
  const cover = await server.fetch(`/api/v1${path}/cover`, sent)
  expect([edited.status, wanted.status, cover.status]).toEqual([200, 201, 200])
}

async function expectDescribed(seriesId: string, bookCount: number) {
  const path = `/series/${seriesId}`
  const { body: shown } = await server.call('GET', path, { as: 'ann' })
  expect(shown).toMatchObject({ bookCount, wantToRead: true, hasCustomCover: true })
  const { body: said } = await server.call('GET', `${path}/metadata`, { as: 'ann' })
  expect(said.summary).toBe(`Said of ${seriesId}`)
  const { body: list } = await server.call('GET', `${path}/covers`, { as: 'ann' })
  const image = await server.fetch(`/api/v1${path}/covers/${list.covers[0].id}/image`, {
    as: 'ann',
  })
  expect(image.status).toBe(200)
}

async function begin(folders: Record<string, number>) {
  const folder = makeFolder()
  let first = 1
  for (const [name, count] of Object.entries(folders)) {
    put(folder, await comicsIn(name, count, first))
    first += count
  }
  const id = await addLibrary(server, folder)
  await scan(server, id)
  return { folder, id }
}

async function expectNothingElse(id: string, names: string[]) {
  expect((await present(id)).map(({ title }) => title)).toEqual(names)
  expect((await booksOf(server, id)).filter(({ trashedAt }) => trashedAt)).toEqual([])
  expect(await scan(server, id)).toMatchObject({ added: 0, moved: 0, changed: 0, missing: 0 })
  expect(await wrongDerived(server.ctx)).toEqual([])
}

describe('a series keeps what was said of it', () => {
  test('when its folder is renamed, and gets a book more at once', async () => {
    const { folder, id } = await begin({ Old: 30 })
    const one = await named(id, 'Old')
    await describeIt(one.id)
    move(`${folder}/Old`, `${folder}/New (2020)`)
    put(folder, { 'New (2020)/31.cbz': await comicOf(1031) })
    expect(await scan(server, id)).toMatchObject({ added: 1, moved: 30, missing: 0 })
    expect(await named(id, 'New (2020)')).toMatchObject({ id: one.id, title: 'New', year: 2020 })
    await expectDescribed(one.id, 31)
    await expectNothingElse(id, ['New'])
  })

  test('when its folder moves below another one, and one of its books is deleted', async () => {
    const { folder, id } = await begin({ Old: 3, Other: 1 })
    const one = await named(id, 'Old')
    await describeIt(one.id)
    move(`${folder}/Old`, `${folder}/Deep/Down/Old`)
    rmSync(`${folder}/Deep/Down/Old/1.cbz`)
    expect(await scan(server, id)).toMatchObject({ added: 0, moved: 2, missing: 1 })
    await expectDescribed(one.id, 2)
    expect(await named(id, 'Deep/Down/Old')).toMatchObject({ id: one.id })
  })

  test('when two folders swap their names', async () => {
    const { folder, id } = await begin({ A: 3, B: 2 })
    const [a, b] = [await named(id, 'A'), await named(id, 'B')]
    await describeIt(a.id)
    move(`${folder}/A`, `${folder}/C`)
    move(`${folder}/B`, `${folder}/A`)
    move(`${folder}/C`, `${folder}/B`)
    expect(await scan(server, id)).toMatchObject({ added: 0, moved: 5, missing: 0 })
    expect([(await named(id, 'A')).id, (await named(id, 'B')).id]).toEqual([b.id, a.id])
    await expectDescribed(a.id, 3)
    await expectNothingElse(id, ['A', 'B'])
  })

  test('when forty folders each take the next one’s name', async () => {
    const count = 40
    const { folder, id } = await begin(
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`S ${i + 1}`, 2])),
    )
    const before = await Promise.all(
      Array.from({ length: count }, async (_, i) => (await named(id, `S ${i + 1}`)).id),
    )
    for (let i = count; i > 0; i--) move(`${folder}/S ${i}`, `${folder}/S ${i + 1}`)
    expect(await scan(server, id)).toMatchObject({ added: 0, moved: 2 * count, missing: 0 })
    for (let i = 1; i <= count; i++) {
      expect((await named(id, `S ${i + 1}`)).id).toBe(before[i - 1]!)
    }
    expect(await present(id)).toHaveLength(count)
    expect(await wrongDerived(server.ctx)).toEqual([])
  })

  test('when half of its folder was moved before the last scan', async () => {
    const { folder, id } = await begin({ Old: 6 })
    const one = await named(id, 'Old')
    await describeIt(one.id)
    for (const i of [1, 2, 3]) move(`${folder}/Old/${i}.cbz`, `${folder}/New/${i}.cbz`)
    expect(await scan(server, id)).toMatchObject({ added: 0, moved: 3, missing: 0 })
    expect((await named(id, 'New')).id).not.toBe(one.id)
    for (const i of [4, 5, 6]) move(`${folder}/Old/${i}.cbz`, `${folder}/New/${i}.cbz`)
    expect(await scan(server, id)).toMatchObject({ added: 0, moved: 3, missing: 0 })
    expect((await named(id, 'New')).id).toBe(one.id)
    await expectDescribed(one.id, 6)
    await expectNothingElse(id, ['New'])
  })

  test('when it takes the name of a series that is in the trash', async () => {
    const { folder, id } = await begin({ Old: 2, Gone: 2 })
    const [one, gone] = [await named(id, 'Old'), await named(id, 'Gone')]
    await describeIt(one.id)
    rmSync(`${folder}/Gone`, { recursive: true })
    await scan(server, id)
    move(`${folder}/Old`, `${folder}/Gone`)
    expect(await scan(server, id)).toMatchObject({ added: 0, moved: 2, missing: 0 })
    await expectDescribed(one.id, 2)
    const inTrash = (await seriesOf(server, id)).find((other) => other.id === gone.id)!
    expect(inTrash.trashedAt).not.toBeNull()
    expect(await wrongDerived(server.ctx)).toEqual([])
  })

  test('when its folder moves to another library', async () => {
    const { folder, id } = await begin({ Old: 3, Stays: 1 })
    const other = await begin({ Here: 1 })
    const one = await named(id, 'Old')
    await describeIt(one.id)
    move(`${folder}/Old`, `${other.folder}/New`)
    expect(await scan(server, other.id)).toMatchObject({ moved: 3 })
    expect(await named(other.id, 'New')).toMatchObject({ id: one.id })
    await expectDescribed(one.id, 3)
    await scan(server, id)
    await expectNothingElse(id, ['Stays'])
    await expectNothingElse(other.id, ['Here', 'New'])
  })
})

describe('a series stays where it is', () => {
  test('while one of its books does', async () => {
    const { folder, id } = await begin({ Old: 4 })
    const one = await named(id, 'Old')
    for (const i of [1, 2, 3]) move(`${folder}/Old/${i}.cbz`, `${folder}/New/${i}.cbz`)
    expect(await scan(server, id)).toMatchObject({ added: 0, moved: 3 })
    expect(await named(id, 'Old')).toMatchObject({ id: one.id, bookCount: 1 })
    expect((await named(id, 'New')).id).not.toBe(one.id)
  })

  test('when another one’s books come to it', async () => {
    const { folder, id } = await begin({ A: 3, B: 2 })
    const [a, b] = [await named(id, 'A'), await named(id, 'B')]
    await describeIt(a.id)
    await describeIt(b.id)
    for (const i of [4, 5]) move(`${folder}/B/${i}.cbz`, `${folder}/A/${i}.cbz`)
    expect(await scan(server, id)).toMatchObject({ added: 0, moved: 2, missing: 0 })
    await expectDescribed(a.id, 5)
    await expectNothingElse(id, ['A'])
  })

  test('and no series is left with a key of its own making when all are at their places', async () => {
    const aside = sql`select count(*) as rows from series where group_key like '%//aside' and trashed_at is null`
    const [row] = (await server.ctx.db.rows(aside)) as { rows: number | string }[]
    expect(Number(row!.rows)).toBe(0)
  })
})
