/** A series keeps its row and metadata when its folder is renamed or moved. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { makePictures } from '../../support/make/pictures'
import { findWrongDerivedData } from '../../support/derived'
import { makeComic, moveFile } from './user-data'
import {
  addLibrary,
  listBooks,
  makeFolder,
  startScanServer,
  writeFiles,
  scanLibrary,
  type ScanServer,
  listSeries,
} from './scan-server'

setDefaultTimeout(60_000)

let server: ScanServer
beforeAll(async () => {
  server = await startScanServer()
})
afterAll(() => server.close())

const listPresent = async (id: string) =>
  (await listSeries(server, id)).filter(({ trashedAt }) => trashedAt === null)
const findByName = async (id: string, name: string) =>
  (await listPresent(id)).find(({ groupKey }) => groupKey.endsWith(`/${name}`))!

/** Adds a summary, an uploaded cover and a want-to-read entry. */
async function addMetadata(seriesId: string) {
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
  const { body } = await server.call('GET', `${path}/metadata`, { as: 'ann' })
  expect(body.summary).toBe(`Said of ${seriesId}`)
  const { body: list } = await server.call('GET', `${path}/covers`, { as: 'ann' })
  const image = await server.fetch(`/api/v1${path}/covers/${list.covers[0].id}/image`, {
    as: 'ann',
  })
  expect(image.status).toBe(200)
}

let seed = 0
/** Creates comics that no other library contains, numbered across folders. */
async function createLibrary(folders: Record<string, number>) {
  const folder = makeFolder()
  const names = Object.entries(folders).flatMap(([name, count]) => Array(count).fill(name))
  for (const [index, name] of names.entries())
    writeFiles(folder, { [`${name}/${index + 1}.cbz`]: await makeComic((seed += 1)) })
  const id = await addLibrary(server, folder)
  await scanLibrary(server, id)
  return { folder, id }
}

async function expectNothingElse(id: string, names: string[]) {
  expect((await listPresent(id)).map(({ title }) => title)).toEqual(names)
  expect((await listBooks(server, id)).filter(({ trashedAt }) => trashedAt)).toEqual([])
  expect(await scanLibrary(server, id)).toMatchObject({
    added: 0,
    moved: 0,
    changed: 0,
    missing: 0,
  })
  expect(await findWrongDerivedData(server.ctx)).toEqual([])
}

describe('a series keeps its metadata', () => {
  test('when its folder is renamed and gets another book at the same time', async () => {
    const { folder, id } = await createLibrary({ Old: 30 })
    const one = await findByName(id, 'Old')
    await addMetadata(one.id)
    moveFile(`${folder}/Old`, `${folder}/New (2020)`)
    writeFiles(folder, { 'New (2020)/31.cbz': await makeComic((seed += 1)) })
    expect(await scanLibrary(server, id)).toMatchObject({ added: 1, moved: 30, missing: 0 })
    expect(await findByName(id, 'New (2020)')).toMatchObject({
      id: one.id,
      title: 'New',
      year: 2020,
    })
    await expectDescribed(one.id, 31)
    await expectNothingElse(id, ['New'])
  })

  test('when its folder moves below another one and a book is deleted', async () => {
    const { folder, id } = await createLibrary({ Old: 3, Other: 1 })
    const one = await findByName(id, 'Old')
    await addMetadata(one.id)
    moveFile(`${folder}/Old`, `${folder}/Deep/Down/Old`)
    rmSync(`${folder}/Deep/Down/Old/1.cbz`)
    expect(await scanLibrary(server, id)).toMatchObject({ added: 0, moved: 2, missing: 1 })
    await expectDescribed(one.id, 2)
    expect(await findByName(id, 'Deep/Down/Old')).toMatchObject({ id: one.id })
  })

  test('when two folders swap names', async () => {
    const { folder, id } = await createLibrary({ A: 3, B: 2 })
    const [a, b] = [await findByName(id, 'A'), await findByName(id, 'B')]
    await addMetadata(a.id)
    moveFile(`${folder}/A`, `${folder}/C`)
    moveFile(`${folder}/B`, `${folder}/A`)
    moveFile(`${folder}/C`, `${folder}/B`)
    expect(await scanLibrary(server, id)).toMatchObject({ added: 0, moved: 5, missing: 0 })
    expect([(await findByName(id, 'A')).id, (await findByName(id, 'B')).id]).toEqual([b.id, a.id])
    await expectDescribed(a.id, 3)
    await expectNothingElse(id, ['A', 'B'])
  })

  test('when forty folders each take the name of the next', async () => {
    const count = 40
    const { folder, id } = await createLibrary(
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`S ${i + 1}`, 2])),
    )
    const before = await Promise.all(
      Array.from({ length: count }, async (_, i) => (await findByName(id, `S ${i + 1}`)).id),
    )
    for (let i = count; i > 0; i--) moveFile(`${folder}/S ${i}`, `${folder}/S ${i + 1}`)
    expect(await scanLibrary(server, id)).toMatchObject({ added: 0, moved: 2 * count, missing: 0 })
    for (let i = 1; i <= count; i++) {
      expect((await findByName(id, `S ${i + 1}`)).id).toBe(before[i - 1]!)
    }
    expect(await listPresent(id)).toHaveLength(count)
    expect(await findWrongDerivedData(server.ctx)).toEqual([])
  })

  test('when half of its books were moved before the last scan', async () => {
    const { folder, id } = await createLibrary({ Old: 6 })
    const one = await findByName(id, 'Old')
    await addMetadata(one.id)
    for (const i of [1, 2, 3]) moveFile(`${folder}/Old/${i}.cbz`, `${folder}/New/${i}.cbz`)
    expect(await scanLibrary(server, id)).toMatchObject({ added: 0, moved: 3, missing: 0 })
    expect((await findByName(id, 'New')).id).not.toBe(one.id)
    for (const i of [4, 5, 6]) moveFile(`${folder}/Old/${i}.cbz`, `${folder}/New/${i}.cbz`)
    expect(await scanLibrary(server, id)).toMatchObject({ added: 0, moved: 3, missing: 0 })
    expect((await findByName(id, 'New')).id).toBe(one.id)
    await expectDescribed(one.id, 6)
    await expectNothingElse(id, ['New'])
  })

  test('when it takes the name of a trashed series', async () => {
    const { folder, id } = await createLibrary({ Old: 2, Gone: 2 })
    const [one, gone] = [await findByName(id, 'Old'), await findByName(id, 'Gone')]
    await addMetadata(one.id)
    rmSync(`${folder}/Gone`, { recursive: true })
    await scanLibrary(server, id)
    moveFile(`${folder}/Old`, `${folder}/Gone`)
    expect(await scanLibrary(server, id)).toMatchObject({ added: 0, moved: 2, missing: 0 })
    await expectDescribed(one.id, 2)
    const inTrash = (await listSeries(server, id)).find((other) => other.id === gone.id)!
    expect(inTrash.trashedAt).not.toBeNull()
    expect(await findWrongDerivedData(server.ctx)).toEqual([])
  })

  test('when its folder moves to another library', async () => {
    const { folder, id } = await createLibrary({ Old: 3, Stays: 1 })
    const other = await createLibrary({ Here: 1 })
    const one = await findByName(id, 'Old')
    await addMetadata(one.id)
    moveFile(`${folder}/Old`, `${other.folder}/New`)
    expect(await scanLibrary(server, other.id)).toMatchObject({ moved: 3 })
    expect(await findByName(other.id, 'New')).toMatchObject({ id: one.id })
    await expectDescribed(one.id, 3)
    await scanLibrary(server, id)
    await expectNothingElse(id, ['Stays'])
    await expectNothingElse(other.id, ['Here', 'New'])
  })
})

describe('a series is not renamed', () => {
  test('while one of its books stays', async () => {
    const { folder, id } = await createLibrary({ Old: 4 })
    const one = await findByName(id, 'Old')
    for (const i of [1, 2, 3]) moveFile(`${folder}/Old/${i}.cbz`, `${folder}/New/${i}.cbz`)
    expect(await scanLibrary(server, id)).toMatchObject({ added: 0, moved: 3 })
    expect(await findByName(id, 'Old')).toMatchObject({ id: one.id, bookCount: 1 })
    expect((await findByName(id, 'New')).id).not.toBe(one.id)
  })

  test('when the books of another one move to it', async () => {
    const { folder, id } = await createLibrary({ A: 3, B: 2 })
    const [a, b] = [await findByName(id, 'A'), await findByName(id, 'B')]
    await addMetadata(a.id)
    await addMetadata(b.id)
    for (const i of [4, 5]) moveFile(`${folder}/B/${i}.cbz`, `${folder}/A/${i}.cbz`)
    expect(await scanLibrary(server, id)).toMatchObject({ added: 0, moved: 2, missing: 0 })
    await expectDescribed(a.id, 5)
    await expectNothingElse(id, ['A'])
  })

  test('and leaves no temporary key once all books are in place', async () => {
    const aside = sql`select count(*) as rows from series where group_key like '%//aside' and trashed_at is null`
    const [row] = (await server.ctx.db.rows(aside)) as { rows: number | string }[]
    expect(Number(row!.rows)).toBe(0)
  })
})
