import { afterAll, describe, expect, test } from 'bun:test'
import { emptyMetadata, type FileMetadata } from '../../../src/media/contents/file-metadata'
import { storeSidecars } from '../../../src/catalog/sidecars/service'
import { startTestServer } from '../../support/server'
import { seedBook, seedLibrary, seedSeries } from '../../support/seed'

const server = await startTestServer()
afterAll(() => server.close())
const library = await seedLibrary(server)

/** Adds a series in its own folder, with one book. */
async function addSeries(inside: Partial<FileMetadata>, beside?: Partial<FileMetadata>) {
  const folder = `Shelf ${Bun.randomUUIDv7()}/Saga (2012)`
  const series = await seedSeries(server, library, {
    title: 'Saga',
    year: 2012,
    groupKey: `${library.rootId}/${folder}`,
    metadata: { sources: { title: 'path', year: 'path' } },
  })
  const fileMetadata = { ...emptyMetadata('comicinfo'), ...inside }
  await seedBook(server, series, { relativePath: `${folder}/1.cbz`, contents: { fileMetadata } })
  if (beside) {
    const metadata = { ...emptyMetadata('series_json'), ...beside }
    const file = { name: 'series.json', kind: 'series_json', size: 1, modifiedAtMs: 1 } as const
    const draft = { rootId: library.rootId, folder, book: null, metadata, ...file }
    await server.ctx.write((tx) => storeSidecars(tx, [draft]))
  }
  return `/series/${series.id}/metadata`
}

const getSources = async (path: string) => {
  const { status, body } = await server.call('GET', `${path}/sources`, { as: 'ann' })
  expect([status, body.message]).toEqual([200, undefined])
  return body
}
const getField = async (path: string, name: string) =>
  (await getSources(path)).fields.find((one: { field: string }) => one.field === name)
const patchMetadata = (path: string, body: object) =>
  server.call('PATCH', path, { as: 'max', body })
const resetFields = (path: string, fields?: string[]) =>
  server.call('POST', `${path}/reset`, { as: 'max', body: fields ? { fields } : {} })

describe('sources of a series', () => {
  test('list the edited value and the candidates of folder, files and path', async () => {
    const path = await addSeries({ series: 'Saga!', year: 2020 }, { series: 'SAGA', year: 2011 })
    await patchMetadata(path, { title: 'Mine' })
    expect(await getField(path, 'title')).toEqual({
      field: 'title',
      value: 'Mine',
      source: 'edited',
      isLocked: true,
      candidates: [
        { source: 'series_json', value: 'SAGA' },
        { source: 'comicinfo', value: 'Saga!' },
        { source: 'path', value: 'Saga' },
      ],
    })
    expect(await getField(path, 'year')).toMatchObject({
      value: 2012,
      source: 'path',
      candidates: [
        { source: 'series_json', value: 2011 },
        { source: 'comicinfo', value: 2020 },
      ],
    })
    expect((await getSources(path)).files).toEqual([
      { name: 'series.json', kind: 'series_json', problem: null },
    ])
  })

  test('include genres and tags', async () => {
    const path = await addSeries({ genres: ['Action'] })
    expect(await getField(path, 'genres')).toMatchObject({
      value: [],
      source: null,
      candidates: [{ source: 'comicinfo', value: ['Action'] }],
    })
  })

  test('return 404 for a missing series', async () => {
    const path = `/series/${Bun.randomUUIDv7()}/metadata/sources`
    expect((await server.call('GET', path, { as: 'ann' })).status).toBe(404)
  })
})

describe('a reset', () => {
  test('of single fields restores the values of the file or the path', async () => {
    const path = await addSeries({ publisher: 'In' }, { summary: 'Told' })
    await patchMetadata(path, { publisher: 'Mine', summary: 'Mine', year: 1999, imprint: 'Mine' })
    const { status, body } = await resetFields(path, ['publisher', 'summary', 'year'])
    expect(status).toBe(200)
    expect([body.publisher, body.summary, body.year, body.imprint]).toEqual([
      'In',
      'Told',
      2012,
      'Mine',
    ])
    expect([body.locks.publisher, body.locks.imprint]).toEqual([false, true])
    expect(await getField(path, 'summary')).toMatchObject({ source: 'series_json' })
    expect(await getField(path, 'year')).toMatchObject({ source: 'path' })
  })

  test('of everything discards all edits', async () => {
    const path = await addSeries({ publisher: 'In' })
    await patchMetadata(path, { publisher: 'Mine', year: 1999, title: 'Mine' })
    const { body } = await resetFields(path)
    expect([body.publisher, body.year, body.title]).toEqual(['In', 2012, 'Saga'])
  })

  test('rejects unknown fields and readers', async () => {
    const path = await addSeries({})
    expect((await resetFields(path, ['colour'])).status).toBe(400)
    const asReader = await server.call('POST', `${path}/reset`, { as: 'ann', body: {} })
    expect(asReader.status).toBe(403)
  })
})
