import { afterAll, beforeAll, expect, test } from 'bun:test'
import { storeSidecars } from '../../../src/catalog/sidecars/service'
import { type TestServer, startTestServer } from '../../support/server'
import { seedLibrary, type SeededLibrary } from '../../support/seed'
import { renderMessage } from '../../../src/platform/messages/message'
import { fileMetadataMessages } from '../../../src/media/metadata/messages'

let server: TestServer
let library: SeededLibrary
let other: SeededLibrary
beforeAll(async () => {
  server = await startTestServer()
  library = await seedLibrary(server, { path: '/shelf', name: 'Shelf' })
  other = await seedLibrary(server, { path: '/other' })
  const file = { book: null, size: 1, modifiedAtMs: 1 }
  const message = fileMetadataMessages.series_json_unreadable()
  const finding = { code: 'metadata_broken', message }
  const addSidecar = (rootId: string, folder: string, name: string) => ({
    ...file,
    rootId,
    folder,
    name,
  })
  await server.ctx.write((tx) =>
    storeSidecars(tx, [
      { ...addSidecar(library.rootId, 'Comics/Saga', 'series.json'), kind: 'series_json', finding },
      { ...addSidecar(library.rootId, 'Comics/Saga', 'cover.jpg'), kind: 'artwork' },
      { ...addSidecar(other.rootId, '', 'metadata.opf'), kind: 'opf', finding },
    ]),
  )
})
afterAll(() => server.close())

const listProblems = async (as: string, query = '') =>
  (await server.call('GET', `/side-files/errors${query}`, { as })).body

test('lists sidecar files with problems and their paths', async () => {
  const { data, total } = await listProblems('ada', `?libraryId=${library.id}`)
  expect(total).toBe(1)
  expect(data).toEqual([
    {
      id: expect.any(String),
      libraryId: library.id,
      libraryName: 'Shelf',
      name: 'series.json',
      folder: 'Saga',
      path: '/shelf/Comics/Saga/series.json',
      kind: 'series_json',
      code: 'metadata_broken',
      message: renderMessage(fileMetadataMessages.series_json_unreadable()),
      messageCode: 'file_metadata.series_json_unreadable',
      params: {},
    },
  ])
})

test('is paged, and shows absolute paths only to users who may edit libraries', async () => {
  const first = await listProblems('ann', '?pageSize=1')
  expect([first.total, first.data.length, first.data[0].path]).toEqual([2, 1, null])
  const second = await listProblems('ann', '?pageSize=1&page=2')
  const folders = [first, second].map(({ data }) => data[0].folder)
  expect(folders.toSorted()).toEqual(['Saga', 'other'])
})

test('requires sign-in', async () => {
  expect((await server.call('GET', '/side-files/errors')).status).toBe(401)
})
