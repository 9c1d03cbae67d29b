/** A test server whose books are grouped manually. */
import { expect } from 'bun:test'
import type { TestServer } from '../../../support/server'
import { listBooks, listSeries } from '../../scanning/scan-server'

type Request = Record<string, unknown>

/** Sends the change and returns it. Throws if it is refused. */
export async function changeGrouping(server: TestServer, body: Request, as = 'max') {
  const answer = await server.call('POST', '/grouping-changes', { as, body })
  if (answer.status !== 201) throw new Error(`refused: ${JSON.stringify(answer.body)}`)
  return answer.body
}

export async function undoGrouping(server: TestServer, id: string) {
  const answer = await server.call('POST', `/grouping-changes/${id}/undo`, { as: 'max' })
  expect(answer.body).toMatchObject({ id, canUndo: false })
  expect(answer.status).toBe(200)
}

/** Returns the titles of the existing series with the file names of their existing books. */
export async function getShelf(server: TestServer, libraryId: string) {
  const books = (await listBooks(server, libraryId)).filter(({ trashedAt }) => trashedAt === null)
  const present = (await listSeries(server, libraryId)).filter((one) => one.trashedAt === null)
  const shelf = present.map(({ id, title }) => [
    title,
    books
      .filter(({ seriesId }) => seriesId === id)
      .map(({ relativePath }) => relativePath.split('/').at(-1)!.replace('.cbz', ''))
      .toSorted(),
  ])
  return Object.fromEntries(shelf) as Record<string, string[]>
}

export async function getSeriesId(server: TestServer, libraryId: string, title: string) {
  const found = (await listSeries(server, libraryId)).filter((one) => one.title === title)
  if (found.length !== 1) throw new Error(`${found.length} series are called ${title}`)
  return found[0]!.id
}

export async function getBookIds(server: TestServer, libraryId: string, names: readonly string[]) {
  const books = await listBooks(server, libraryId)
  return names.map(
    (name) => books.find(({ relativePath }) => relativePath.endsWith(`/${name}.cbz`))!.id,
  )
}
