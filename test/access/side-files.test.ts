/** S1: problems of side files tell nothing about books outside of the viewer's sight. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { sidecars } from '../../src/catalog/sidecars/schema'
import { readMessages } from '../../src/ingest/scanning/messages'
import { seedBook, type SeededLibrary, seedLibrary, seedSeries } from '../support/seed'
import { startTestServer, type TestServer } from '../support/server'

let server: TestServer
let library: SeededLibrary

beforeAll(async () => {
  server = await startTestServer()
  library = await seedLibrary(server, { name: 'Comics' })
  const open = await seedSeries(server, library, { title: 'Open', ageRating: 6 })
  const grown = await seedSeries(server, library, { title: 'Grown', ageRating: 18 })
  const unrated = await seedSeries(server, library, { title: 'Unrated' })
  const add = (series: typeof open, relativePath: string, more = {}) =>
    seedBook(server, series, { relativePath, ...more })
  await add(open, 'Open/Open v1.cbz')
  await add(open, 'Open/Sub/Open v2.cbz')
  await add(open, 'Pictures/Open v3')
  await add(open, 'Mixed/Open v4.cbz')
  await add(grown, 'Grown/Grown v1.cbz')
  await add(grown, 'Open/Secret.cbz')
  await add(open, 'Open/Secret.2.cbz')
  await add(grown, 'Mixed/Grown v4.cbz')
  await add(grown, 'Openly grown/Grown v5.cbz')
  await add(unrated, 'Unrated/Unrated v1.cbz')
  await add(open, 'Gone/Open v9.cbz', { trashedAt: new Date() })
  const state = { rootId: library.rootId, kind: 'comicinfo', size: 1, modifiedAtMs: 1 } as const
  const finding = { code: 'unreadable', message: readMessages.timeout() }
  const rows = [
    ['Open', 'series.json', null],
    ['Open', 'Open v1.xml', 'Open v1'],
    ['Open', 'Other.xml', 'Other'],
    ['Open', 'Secret.xml', 'Secret'],
    ['Pictures/Open v3', 'ComicInfo.xml', null],
    ['Pictures', 'Open v3.mokuro', 'Open v3'],
    ['Pictures', 'Other.mokuro', 'Other'],
    ['Mixed', 'Open v4.xml', 'Open v4'],
    ['Mixed', 'Grown v4.xml', 'Grown v4'],
    ['Grown', 'series.json', null],
    ['Openly grown', 'series.json', null],
    ['Unrated', 'series.json', null],
    ['Gone', 'series.json', null],
    ['Empty', 'series.json', null],
  ] as const
  await server.ctx.write((tx) =>
    tx
      .insert(sidecars)
      .values(rows.map(([folder, name, book]) => ({ ...state, folder, name, book, finding }))),
  )
  const restrict = (name: string, body: object) =>
    server.call('PATCH', `/users/${server.getUserId(name)}/restrictions`, { as: 'ada', body })
  await server.addUser('mia', 'reader')
  await server.addUser('max two', 'maintainer')
  await restrict('mia', { ageLimit: 12, hidesUnrated: true })
  await restrict('max two', { ageLimit: 12, hidesUnrated: false })
})
afterAll(() => server.close())

const list = async (as: string) => {
  const { body } = await server.call('GET', '/side-files/errors?pageSize=100', { as })
  const data = body.data as { folder: string; name: string }[]
  const paths = data.map(({ folder, name }) => `${folder}/${name}`)
  return { paths: paths.toSorted(), total: body.total }
}

test('S1: only those that apply to a visible book are listed and counted', async () => {
  const shown = [
    'Mixed/Open v4.xml',
    'Open v3/ComicInfo.xml',
    'Open/Open v1.xml',
    'Open/series.json',
    'Pictures/Open v3.mokuro',
  ]
  expect(await list('mia')).toEqual({ paths: shown, total: 5 })
  const more = [...shown, 'Unrated/series.json'].toSorted()
  expect(await list('max two')).toEqual({ paths: more, total: 6 })
  expect((await list('ann')).total).toBe(14)
})

test('S1: nothing is listed once the last book is hidden', async () => {
  const { body } = await server.call('GET', '/series?search=Open', { as: 'mia' })
  for (const { id } of body.data) {
    const path = `/series/${id}/metadata`
    await server.call('PATCH', path, { as: 'ada', body: { ageRating: 18 } })
  }
  expect(await list('mia')).toEqual({ paths: [], total: 0 })
})
