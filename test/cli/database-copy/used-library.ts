/** Uses a server as people do, so that most lists of its API have something in them. */
import type { Client } from '../../bench/support/server'
import { waitUntil } from '../../support/wait-until'

interface Library {
  watching: { reason: { code: string } | null }[]
}

export async function useLibrary(client: Client) {
  await waitUntil(async () => (await client.need('GET', '/books')).total === 8)
  await waitUntilSettled(client)
  const books = await listIds(client, '/books?sort=natural')
  const series = await listIds(client, '/series?sort=name')
  const [library] = await client.need('GET', '/libraries')
  await read(client, books, series)
  await makeLists(client, books, series)
  await edit(client, { books, series })
  await manage(client, library.id)
  await waitUntilSettled(client)
}

/** No task is left, and the folders are watched, so answers no longer change by themselves. */
export const waitUntilSettled = (client: Client) =>
  waitUntil(async () => {
    const { pending, processing } = await client.need('GET', '/tasks/stats')
    return pending + processing === 0 && (await isWatched(client))
  })

async function isWatched(client: Client): Promise<boolean> {
  const libraries: Library[] = await client.need('GET', '/libraries')
  const reasons = libraries.flatMap(({ watching }) => watching.map(({ reason }) => reason?.code))
  return !reasons.includes('libraries.watch.not_started')
}

const listIds = async (client: Client, path: string): Promise<string[]> =>
  (await client.need('GET', path)).data.map(({ id }: { id: string }) => id)

async function read(client: Client, books: readonly string[], series: readonly string[]) {
  const [first, second, third, fourth] = books.map((id) => `/books/${id}`)
  await client.need('POST', `${first}/read`)
  await client.need('PUT', `${first}/progress`, { currentPage: 1 })
  await client.need('POST', `${second}/read`)
  await client.need('PUT', `${third}/progress`, { currentPage: 2 })
  await client.need('PUT', `${fourth}/progress`, { currentPage: 1 })
  await client.need('POST', `${third}/bookmarks`, { page: 2, note: 'The turn 😀' })
  await client.need('PUT', `${first}/rating`, { rating: 73, notes: 'fine' })
  await client.need('PUT', `/series/${series[0]}/rating`, { rating: 90 })
  await client.need('POST', '/want-to-read', { bookId: books[5] })
  await client.need('POST', '/want-to-read', { seriesId: series[1] })
  const preferences = { 'reader.fit': 'width' }
  await client.need('PUT', '/preferences?scope=user', { preferences })
}

async function makeLists(client: Client, books: readonly string[], series: readonly string[]) {
  const collection = await client.need('POST', '/collections', { name: 'Dark' })
  await client.need('POST', `/collections/${collection.id}/series`, { seriesIds: series })
  const list = await client.need('POST', '/readlists', { name: 'Order', ordered: true })
  const bookIds = books.toReversed()
  await client.need('POST', `/readlists/${list.id}/books`, { bookIds })
}

async function edit(
  client: Client,
  { books, series }: { books: readonly string[]; series: readonly string[] },
) {
  const [first, second] = series.map((id) => `/series/${id}`)
  const metadata = {
    summary: 'Edited by hand',
    year: 1997,
    customMetadata: { zz: [1, 2.5, { b: null }], aa: 'ü' },
  }
  await client.need('PATCH', `${first}/metadata`, metadata)
  await client.need('PUT', `${first}/genres`, { genres: ['Action', 'Ärger'] })
  await client.need('PUT', `${second}/tags`, { tags: ['long', 'Short'] })
  await client.need('POST', `${first}/alternate-titles`, { label: 'ja', title: '進撃の巨人' })
  await client.need('PATCH', `/books/${books[0]}/metadata`, { summary: 'Another summary' })
}

async function manage(client: Client, libraryId: string) {
  await client.need('POST', '/users', {
    username: 'ann',
    email: 'ann@example.org',
    password: 'correct horse battery',
    role: 'reader',
  })
  await client.need('POST', '/api-keys', { name: 'phone', permissions: ['libraries:read'] })
  await client.need('POST', '/admin/sharing-tags', { name: 'for children' })
  await client.need('POST', '/access-groups', { name: 'club', libraryIds: [libraryId] })
  await client.need('POST', '/user/notification-channels', {
    kind: 'ntfy',
    name: 'phone',
    address: 'https://ntfy.sh/secret-topic',
    newsKinds: ['release'],
  })
}
