import { afterAll, describe, expect, test } from 'bun:test'
import { emptyMetadata, type FileMetadata } from '../../../src/media/contents/file-metadata'
import { storeSidecars } from '../../../src/catalog/sidecars/service'
import { startTestServer } from '../../support/server'
import { seedBook, seedLibrary, seedSeries } from '../../support/seed'

const server = await startTestServer()
afterAll(() => server.close())
const library = await seedLibrary(server)

/** A series in a folder of its own, with one book. */
async function newSeries(inside: Partial<FileMetadata>, beside?: Partial<FileMetadata>) {
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

const sourcesOf = async (path: string) => {
  const { status, body } = await server.call('GET', `${path}/sources`, { as: 'ann' })
  expect([status, body.message]).toEqual([200, undefined])
  return body
}
const field = async (path: string, name: string) =>
  (await sourcesOf(path)).fields.find((one: { field: string }) => one.field === name)
const patch = (path: string, body: object) => server.call('PATCH', path, { as: 'max', body })
const reset = (path: string, fields?: string[]) =>
  server.call('POST', `${path}/reset`, { as: 'max', body: fields ? { fields } : {} })

describe('the sources of a series', () => {
  test('tell what a person wrote and what folder, files and path say besides', async () => {
    const path = await newSeries({ series: 'Saga!', year: 2020 }, { series: 'SAGA', year: 2011 })
    await patch(path, { title: 'Mine' })
    expect(await field(path, 'title')).toEqual({
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
    expect(await field(path, 'year')).toMatchObject({
      value: 2012,
      source: 'path',
      candidates: [
        { source: 'series_json', value: 2011 },
        { source: 'comicinfo', value: 2020 },
      ],
    })
    expect((await sourcesOf(path)).files).toEqual([
      { name: 'series.json', kind: 'series_json', problem: null },
    ])
  })

  test('tell genres and tags, too', async () => {
    const path = await newSeries({ genres: ['Action'] })
    expect(await field(path, 'genres')).toMatchObject({
      value: [],
      source: null,
      candidates: [{ source: 'comicinfo', value: ['Action'] }],
    })
  })

  test('of a series that is not there are not', async () => {
    const path = `/series/${Bun.randomUUIDv7()}/metadata/sources`
    expect((await server.call('GET', path, { as: 'ann' })).status).toBe(404)
  })
})

describe('a reset', () => {
  test('of single fields gives them back to the file, or to the path', async () => {
    const path = await newSeries({ publisher: 'In' }, { summary: 'Told' })
    await patch(path, { publisher: 'Mine', summary: 'Mine', year: 1999, imprint: 'Mine' })
    const { status, body } = await reset(path, ['publisher', 'summary', 'year'])
    expect(status).toBe(200)
    expect([body.publisher, body.summary, body.year, body.imprint]).toEqual([
      'In',
      'Told',
      2012,
      'Mine',
    ])
    expect([body.locks.publisher, body.locks.imprint]).toEqual([false, true])
    expect(await field(path, 'summary')).toMatchObject({ source: 'series_json' })
    expect(await field(path, 'year')).toMatchObject({ source: 'path' })
  })

  test('of everything takes back all that a person wrote', async () => {
    const path = await newSeries({ publisher: 'In' })
    await patch(path, { publisher: 'Mine', year: 1999, title: 'Mine' })
    const { body } = await reset(path)
    expect([body.publisher, body.year, body.title]).toEqual(['In', 2012, 'Saga'])
  })

  test('of a field that does not exist is refused, as is one by a reader', async () => {
    const path = await newSeries({})
    expect((await reset(path, ['colour'])).status).toBe(400)
    const asReader = await server.call('POST', `${path}/reset`, { as: 'ann', body: {} })
    expect(asReader.status).toBe(403)
  })
})
