/** How a book is read for editing, and how its changes are told to the server. */
import { answerOf, api, ApiError } from '../../../api/client'
import type { operations } from '../../../api/schema'
import type { Draft } from '../../../components/edit/draft'
import { namedOnly } from '../../../components/edit/named-only'
import type { Loaded, Target } from '../../../components/edit/use-edit-form'
import { withId } from '../../../components/work/use-action'

export const bookTarget = (id: string): Target => ({ id, load, save })

async function load(id: string): Promise<Loaded> {
  // First the version, then the values: what is newer than the version is refused when it is saved.
  const { data, error, response } = await api.GET('/api/v1/books/{id}/metadata', withId(id))
  if (!data) throw new ApiError(response.status, error)
  const sources = await answerOf(api.GET('/api/v1/books/{id}/metadata/sources', withId(id)))
  return {
    tag: response.headers.get('etag') ?? '*',
    fields: Object.fromEntries(sources.fields.map((field) => [field.field, field])),
  }
}

/** They belong to the book itself: the rest is its metadata. */
const ofBook = new Set(['title', 'number'])

async function save(id: string, draft: Draft, { tag }: Loaded) {
  await saveFields(id, draft, tag)
  await saveOwn(id, draft)
  await saveResets(id, draft)
  await saveLocks(id, draft)
}

async function saveFields(id: string, { values }: Draft, tag: string) {
  const body = Object.fromEntries(Object.entries(values).filter(([name]) => !ofBook.has(name)))
  if (Object.keys(body).length === 0) return
  const cleaned = 'authors' in body ? { ...body, authors: namedOnly(body['authors']) } : body
  await answerOf(
    api.PATCH('/api/v1/books/{id}/metadata', {
      ...withId(id),
      headers: { 'If-Match': tag },
      body: cleaned,
    }),
  )
}

async function saveOwn(id: string, { values }: Draft) {
  const body = Object.fromEntries(Object.entries(values).filter(([name]) => ofBook.has(name)))
  if (Object.keys(body).length === 0) return
  await answerOf(api.PATCH('/api/v1/books/{id}', { ...withId(id), body }))
}

type Resettable = NonNullable<
  operations['bookMetadataReset']['requestBody']['content']['application/json']['fields']
>

async function saveResets(id: string, { resets }: Draft) {
  if (resets.length === 0) return
  const body = { fields: resets as Resettable }
  await answerOf(api.POST('/api/v1/books/{id}/metadata/reset', { ...withId(id), body }))
}

/** After all else: what is changed was locked meanwhile, unless somebody said otherwise. */
async function saveLocks(id: string, { locks }: Draft) {
  const said = Object.entries(locks)
  if (said.length === 0) return
  const body = Object.fromEntries(said.map(([name, isLocked]) => [lockOf(name), isLocked]))
  await answerOf(api.PUT('/api/v1/books/{id}/metadata/locks', { ...withId(id), body }))
}

const lockOf = (field: string) =>
  ['authors', 'awards'].includes(field) ? `${field}JsonLock` : `${field}Lock`
