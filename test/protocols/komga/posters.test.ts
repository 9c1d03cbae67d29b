/** Posters of series and books in the Komga API. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { makeFolder, writeTree } from '../../support/make/tree'
import { makePicture } from '../../support/make/pictures'
import { makeZip } from '../../support/make/zip'
import { seedBook, type SeededSeries, seedLibrary, seedSeries } from '../../support/seed'
import { startTestServer, type TestServer } from '../../support/server'
import { createKomgaClient } from './komga-client'

let server: TestServer
let series: SeededSeries
let book: { id: string }
let komga: ReturnType<typeof createKomgaClient>

beforeAll(async () => {
  server = await startTestServer()
  komga = createKomgaClient(server)
})
afterAll(() => server.close())
beforeEach(async () => {
  const folder = makeFolder()
  writeTree(folder, { 'a.cbz': makeZip([{ name: '1.jpg', data: await makePicture() }]) })
  const library = await seedLibrary(server, { path: folder })
  series = await seedSeries(server, library)
  book = await seedBook(server, series, { relativePath: 'a.cbz' })
})

async function makeForm(seed: number, fields: Record<string, string> = {}) {
  const form = new FormData()
  form.set('file', new File([await makePicture({ seed })], 'cover.jpg', { type: 'image/jpeg' }))
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

const owners = () => [`/api/v1/series/${series.id}`, `/api/v1/books/${book.id}`] as const

interface Poster {
  id: string
  type: string
  selected: boolean
}
const list = async (owner: string): Promise<Poster[]> =>
  (await komga('GET', `${owner}/thumbnails`)).body
const listUploads = async (owner: string) =>
  (await list(owner)).filter(({ type }) => type === 'USER_UPLOADED')

describe('posters of a series and of a book', () => {
  test('are uploaded, listed, shown, selected and deleted', async () => {
    for (const owner of owners()) {
      const first = await komga('POST', `${owner}/thumbnails`, { body: await makeForm(1) })
      expect(first.status).toBe(200)
      expect(first.body).toMatchObject({ selected: true, mediaType: 'image/jpeg', width: 60 })
      const second = await komga('POST', `${owner}/thumbnails`, { body: await makeForm(2) })
      expect(await listUploads(owner)).toMatchObject([
        { id: first.body.id, selected: false },
        { id: second.body.id, selected: true },
      ])
      const shown = await komga('GET', `${owner}/thumbnails/${first.body.id}`)
      expect(shown.headers.get('content-type')).toBe('image/jpeg')
      expect(Buffer.from(shown.bytes).equals(await makePicture({ seed: 1 }))).toBe(true)
      const path = `${owner}/thumbnails/${first.body.id}`
      expect((await komga('PUT', `${path}/selected`)).status).toBe(202)
      expect(await listUploads(owner)).toMatchObject([{ selected: true }, { selected: false }])
      expect((await komga('DELETE', path)).status).toBe(202)
      expect((await listUploads(owner)).map(({ id }) => id)).toEqual([second.body.id])
    }
  }, 60_000)

  test('can be added without being selected, by query or by form', async () => {
    for (const owner of owners()) {
      const byQuery = await komga('POST', `${owner}/thumbnails?selected=false`, {
        body: await makeForm(1),
      })
      const byForm = await komga('POST', `${owner}/thumbnails`, {
        body: await makeForm(2, { selected: 'false' }),
      })
      expect(byQuery.body.selected).toBe(false)
      expect(byForm.body.selected).toBe(false)
      expect((await listUploads(owner)).some(({ selected }) => selected)).toBe(false)
    }
    const { body } = await server.call('GET', `/series/${series.id}`, { as: 'max' })
    expect(body).toMatchObject({ hasCustomCover: true, selectedCoverSource: 'first_book' })
    expect(body.metadata.locks.cover).toBe(false)
  }, 60_000)

  test('are refused to readers, strangers and hidden libraries', async () => {
    const ann = server.getUserId('ann')
    for (const owner of owners()) {
      const { body } = await komga('POST', `${owner}/thumbnails`, { body: await makeForm(1) })
      const poster = `${owner}/thumbnails/${body.id}`
      const form = await makeForm(2)
      expect((await komga('POST', `${owner}/thumbnails`, { body: form, as: 'ann' })).status).toBe(
        403,
      )
      expect((await komga('DELETE', poster, { as: 'ann' })).status).toBe(403)
      expect((await komga('PUT', `${poster}/selected`, { as: 'ann' })).status).toBe(403)
      expect((await komga('GET', poster, { as: '' })).status).toBe(401)
      expect((await komga('GET', poster, { as: 'ann' })).status).toBe(200)
      const path = `/users/${ann}/libraries`
      await server.call('PUT', path, { as: 'ada', body: { libraryIds: [] } })
      expect((await komga('GET', poster, { as: 'ann' })).status).toBe(404)
      expect((await komga('GET', `${owner}/thumbnails`, { as: 'ann' })).status).toBe(404)
      await server.call('PUT', path, { as: 'ada', body: { libraryIds: null } })
    }
  }, 60_000)

  test('answer 404 for unknown ids and 4xx for what is no picture', async () => {
    for (const owner of owners()) {
      for (const id of [Bun.randomUUIDv7(), 'x', '..%2f..']) {
        expect((await komga('GET', `${owner}/thumbnails/${id}`)).status).toBe(404)
        expect((await komga('DELETE', `${owner}/thumbnails/${id}`)).status).toBe(404)
        expect((await komga('PUT', `${owner}/thumbnails/${id}/selected`)).status).toBe(404)
      }
      const noPicture = new FormData()
      noPicture.set('file', new File(['<svg/>'], 'cover.jpg', { type: 'image/jpeg' }))
      expect((await komga('POST', `${owner}/thumbnails`, { body: noPicture })).status).toBe(415)
      const noFile = new FormData()
      noFile.set('selected', 'true')
      const bodies = [noFile, '{}', 'null']
      for (const body of bodies) {
        expect((await komga('POST', `${owner}/thumbnails`, { body })).status).toBe(400)
      }
      const broken = await komga('POST', `${owner}/thumbnails`, {
        body: 'no form',
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
      })
      expect(broken.status).toBe(400)
    }
  }, 60_000)
})

describe('the generated poster of a book', () => {
  test('is selected until another one is, and can be selected again', async () => {
    const owner = `/api/v1/books/${book.id}`
    const generated = async () => (await list(owner)).find(({ type }) => type === 'GENERATED')
    expect(await generated()).toMatchObject({ id: book.id, selected: true })
    await komga('POST', `${owner}/thumbnails`, { body: await makeForm(1) })
    expect(await generated()).toMatchObject({ selected: false })
    const path = `${owner}/thumbnails/${book.id}`
    expect((await komga('PUT', `${path}/selected`)).status).toBe(202)
    expect(await generated()).toMatchObject({ selected: true })
    expect((await komga('GET', path)).headers.get('content-type')).toStartWith('image/')
    expect((await komga('DELETE', path)).status).toBe(409)
  }, 60_000)
})

type Wish = Readonly<Record<'type' | 'selected', unknown>>

const isWished =
  ({ type, selected }: Wish) =>
  (poster: Poster) =>
    (type ?? poster.type) === poster.type && (selected ?? poster.selected) === poster.selected

test('conditions find books by the posters that are listed', async () => {
  const titles = ['without', 'unselected', 'selected', 'both']
  const posters = new Map<string, Poster[]>()
  for (const [place, title] of titles.entries()) {
    const relativePath = `${title}.cbz`
    const { id } = await seedBook(server, series, { relativePath, title, volume: place + 2 })
    const uploads = { without: [], unselected: ['false'], selected: ['true'] }[title]
    for (const selected of uploads ?? ['true', 'false']) {
      const body = await makeForm(place, { selected })
      const owner = `/api/v1/books/${id}`
      expect((await komga('POST', `${owner}/thumbnails`, { body })).status).toBe(200)
    }
    posters.set(id, await list(`/api/v1/books/${id}`))
  }
  posters.set(book.id, await list(`/api/v1/books/${book.id}`))
  for (const type of [undefined, null, 'GENERATED', 'SIDECAR', 'USER_UPLOADED']) {
    for (const selected of [undefined, null, true, false]) {
      for (const operator of ['is', 'isNot']) {
        const wish = { type, selected }
        const condition = {
          allOf: [
            { seriesId: { operator: 'is', value: series.id } },
            { poster: { operator, value: wish } },
          ],
        }
        const answer = await komga('POST', '/api/v1/books/list', { body: { condition } })
        const found = answer.body.content.map(({ id }: { id: string }) => id)
        const expected = [...posters].flatMap(([id, all]) =>
          all.some(isWished(wish)) === (operator === 'is') ? [id] : [],
        )
        expect([wish, operator, found.toSorted()]).toEqual([wish, operator, expected.toSorted()])
      }
    }
  }
}, 60_000)
