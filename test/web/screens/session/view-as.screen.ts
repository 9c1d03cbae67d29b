/** Viewing as another user. */
import { expect, test } from 'bun:test'
import { manifestQuery } from '../../../../src/web/ui/screens/read/hooks/fetch-manifest'
import { fetchPart } from '../../../../src/web/ui/screens/read/text/engine/book/documents'
import { viewedUser } from '../../../../src/web/ui/state/session/view-as'
import { buildUrl } from '../../../../src/web/ui/api/client'
import { api, usePage } from '../support/page'
import { reader } from '../support/world/people'

usePage()

test('the manifest and the sections of a book are requested as that user', async () => {
  api.on('get', '/api/v1/books/{id}/manifest', {} as never)
  const { signal } = new AbortController()
  const request = async () => {
    await manifestQuery('b1').queryFn({ signal })
    await fetchPart(buildUrl('api/v1/books/b1/manifest'), signal)
  }
  const listViewers = () => api.sent.map(({ viewAs }) => viewAs)
  await request()
  expect(listViewers()).toEqual([undefined, undefined])
  viewedUser.set({ id: reader.id, name: reader.username })
  await request()
  expect(listViewers().slice(2)).toEqual([reader.id, reader.id])
})
