/** How a series is read for editing, and how its changes are told to the server. */
import { answerOf, api, ApiError } from '../../../api/client'
import type { operations } from '../../../api/schema'
import { type Draft, type Stored, type StoredFields, valueIn } from '../../../components/edit/draft'
import { type PairRow, rowsIn } from '../../../components/edit/rows-field'
import { namedOnly } from '../../../components/edit/named-only'
import type { Loaded, Target } from '../../../components/edit/use-edit-form'
import { withId } from '../../../components/work/use-action'

export const seriesTarget = (id: string): Target => ({ id, load, save })

async function load(id: string): Promise<Loaded> {
  // First the version, then the values: what is newer than the version is refused when it is saved.
  const {
    data: metadata,
    error,
    response,
  } = await api.GET('/api/v1/series/{id}/metadata', withId(id))
  if (!metadata) throw new ApiError(response.status, error)
  const sources = await answerOf(api.GET('/api/v1/series/{id}/metadata/sources', withId(id)))
  const fields = Object.fromEntries(sources.fields.map((field) => [field.field, field]))
  const { genres, tags, alternateTitles } = metadata.locks
  return {
    tag: response.headers.get('etag') ?? '*',
    fields: {
      ...fields,
      genres: { ...known(fields['genres']), isLocked: genres },
      tags: { ...known(fields['tags']), isLocked: tags },
      alternateTitles: {
        ...known(undefined),
        isLocked: alternateTitles,
        value: metadata.alternateTitles.map(({ id: titleId, label, title }) => ({
          id: titleId,
          label,
          title,
        })),
      },
      links: {
        ...known(undefined),
        value: metadata.externalLinks.map(({ id: linkId, sourceName, url }) => ({
          id: linkId,
          sourceName,
          url,
        })),
      },
    },
  }
}

const known = (field: Stored | undefined): Stored =>
  field ?? { value: null, source: null, isLocked: false, candidates: [] }

/** Fields that are not part of the metadata's own body. */
const apart = new Set(['genres', 'tags', 'alternateTitles', 'links'])

async function save(id: string, draft: Draft, { tag, fields }: Loaded) {
  await saveFields(id, draft, tag)
  await saveResets(id, draft)
  await saveLabels(id, draft, fields)
  await saveTitles(id, draft, fields)
  await saveLinks(id, draft, fields)
  await saveLocks(id, draft)
}

async function saveFields(id: string, { values }: Draft, tag: string) {
  const body = Object.fromEntries(Object.entries(values).filter(([name]) => !apart.has(name)))
  if (Object.keys(body).length === 0) return
  const cleaned = 'authors' in body ? { ...body, authors: namedOnly(body['authors']) } : body
  await answerOf(
    api.PATCH('/api/v1/series/{id}/metadata', {
      ...withId(id),
      headers: { 'If-Match': tag },
      body: cleaned,
    }),
  )
}

type Resettable = NonNullable<
  operations['seriesMetadataReset']['requestBody']['content']['application/json']['fields']
>

async function saveResets(id: string, { resets }: Draft) {
  const fields = resets.filter((name) => !apart.has(name)) as Resettable
  if (fields.length === 0) return
  await answerOf(
    api.POST('/api/v1/series/{id}/metadata/reset', { ...withId(id), body: { fields } }),
  )
}

async function saveLabels(id: string, draft: Draft, fields: StoredFields) {
  const changed = (name: string) => name in draft.values || draft.resets.includes(name)
  const names = (name: string) => (valueIn(fields, draft, name) ?? []) as string[]
  if (changed('genres')) {
    const body = { genres: names('genres') }
    await answerOf(api.PUT('/api/v1/series/{id}/genres', { ...withId(id), body }))
  }
  if (changed('tags')) {
    const body = { tags: names('tags') }
    await answerOf(api.PUT('/api/v1/series/{id}/tags', { ...withId(id), body }))
  }
}

const titleOf = ({ label = '', title = '' }: PairRow) => ({ label, title })

async function saveTitles(id: string, draft: Draft, fields: StoredFields) {
  const { added, changed, removed } = differenceOf('alternateTitles', draft, fields)
  const path = (titleId = '') => ({ params: { path: { id, titleId } } })
  for (const row of removed) {
    await answerOf(api.DELETE('/api/v1/series/{id}/alternate-titles/{titleId}', path(row.id)))
  }
  for (const row of changed) {
    const edit = { ...path(row.id), body: titleOf(row) }
    await answerOf(api.PATCH('/api/v1/series/{id}/alternate-titles/{titleId}', edit))
  }
  for (const row of added.filter(({ title }) => title)) {
    const addition = { ...withId(id), body: titleOf(row) }
    await answerOf(api.POST('/api/v1/series/{id}/alternate-titles', addition))
  }
}

/** A link is known by its site: one that is changed is set anew. */
async function saveLinks(id: string, draft: Draft, fields: StoredFields) {
  const { added, changed, removed } = differenceOf('links', draft, fields)
  for (const { id: linkId = '' } of [...removed, ...changed]) {
    const path = { params: { path: { id, linkId } } }
    await answerOf(api.DELETE('/api/v1/series/{id}/external-links/{linkId}', path))
  }
  for (const { sourceName = '', url = '' } of [...changed, ...added]) {
    if (!sourceName && !url) continue
    const addition = { ...withId(id), body: { sourceName, url } }
    await answerOf(api.POST('/api/v1/series/{id}/external-links', addition))
  }
}

function differenceOf(field: string, { values }: Draft, fields: StoredFields) {
  const before = rowsIn(fields[field]?.value)
  const after = field in values ? rowsIn(values[field]) : before
  const ids = new Set(after.map((row) => row.id))
  const old = new Map(before.map((row) => [row.id, JSON.stringify(row)]))
  return {
    added: after.filter((row) => row.id === undefined),
    changed: after.filter((row) => row.id && old.get(row.id) !== JSON.stringify(row)),
    removed: before.filter((row) => !ids.has(row.id)),
  }
}

/** After all else: what is changed was locked meanwhile, unless somebody said otherwise. */
async function saveLocks(id: string, { locks, resets }: Draft) {
  const unlocked = resets.filter((name) => apart.has(name)).map((name) => [name, false] as const)
  const said = [...unlocked, ...Object.entries(locks)]
  if (said.length === 0) return
  const body = Object.fromEntries(
    said.map(([name, isLocked]) => [name === 'authors' ? 'authorsJsonLock' : name, isLocked]),
  )
  await answerOf(api.PUT('/api/v1/series/{id}/metadata/locks', { ...withId(id), body }))
}
