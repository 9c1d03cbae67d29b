/** Shared by Open Library series and books: works with their authors and covers. */
import { createProviderError } from '../../../platform/outgoing/provider-error'
import type { SendRequest } from '../model'
import { stripMarkup } from '../text/plain-text'
import { type JsonObject, readInteger, readItems, readLine, readObject } from '../text/read-json'
import { acceptList, acceptObject } from '../text/response-shape'

export const fields =
  'key,title,subtitle,author_name,first_publish_year,cover_i,edition_count,publisher,subject'
export const maxResults = 100
export const siteUrl = 'https://openlibrary.org'

export const readKey = (value: unknown) =>
  /^\/works\/(OL\d{1,12}W)$/.exec(readLine(value) ?? '')?.[1]

export const acceptDocuments = acceptList(
  'docs',
  ({ key, title }) => readKey(key) !== undefined && readLine(title) !== undefined,
)

const readType = ({ type }: JsonObject) => readLine(readObject(type)['key'])

/** Deleted and redirected records have no title and no name. */
const isMoved = (one: JsonObject) =>
  ['/type/delete', '/type/redirect'].includes(readType(one) ?? '')
const acceptWork = acceptObject(
  '',
  (work) => isMoved(work) || readLine(work['title']) !== undefined,
)
const acceptAuthor = acceptObject(
  '',
  (author) => isMoved(author) || readLine(author['name']) !== undefined,
)

export function buildCoverUrl(cover: unknown) {
  const id = readInteger(cover, { min: 1 })
  return id === undefined ? undefined : `https://covers.openlibrary.org/b/id/${id}-L.jpg`
}

const maxRedirects = 3

/** Fetches a work. Merged works redirect to the remaining one. */
export async function getWork(send: SendRequest, externalId: string) {
  let id = externalId
  for (let hop = 0; hop <= maxRedirects && /^OL\d{1,12}W$/.test(id); hop++) {
    const work = readObject(
      await send({ path: `/works/${id}.json`, kind: 'work', accepts: acceptWork }),
    )
    const type = readType(work)
    if (type === '/type/delete') break
    if (type !== '/type/redirect') return { id, work }
    id = readKey(work['location']) ?? ''
  }
  throw createProviderError('openlibrary', 'not_found')
}

const maxAuthors = 3

/** Fetches the names of the authors, because a work contains only their keys. */
export async function getAuthors(send: SendRequest, { authors }: JsonObject): Promise<string[]> {
  const names: string[] = []
  for (const one of readItems(authors).slice(0, maxAuthors)) {
    const key = readLine(readObject(readObject(one)['author'])['key'])
    if (!key || !/^\/authors\/OL\d{1,12}A$/.test(key)) continue
    const name = readLine(
      readObject(await send({ path: `${key}.json`, kind: 'work', accepts: acceptAuthor }))['name'],
    )
    if (name !== undefined) names.push(name)
  }
  return names
}

/** The description is a string, or an object that contains one. */
export function readSummary({ description }: JsonObject) {
  const text = typeof description === 'string' ? description : readObject(description)['value']
  return typeof text === 'string' ? stripMarkup(text) : undefined
}
