import { readResponse, api, type Schemas } from '../../api/client'
import type { Draft } from '../edit/form/draft'
import { withoutEmptyPeople } from '../edit/fields/filled-people'

export const ofLabels = new Set(['addGenres', 'removeGenres', 'addTags', 'removeTags'])

export async function saveSeries(seriesIds: string[], { values, locks }: Draft) {
  const answers: Schemas['BulkResult'][] = []
  const fields = Object.fromEntries(Object.entries(values).filter(([name]) => !ofLabels.has(name)))
  if (Object.keys(fields).length > 0) {
    const people = 'authors' in fields ? { authors: withoutEmptyPeople(fields['authors']) } : {}
    const body = { seriesIds, ...fields, ...people }
    answers.push(await readResponse(api.PATCH('/api/v1/series/bulk/metadata', { body })))
  }
  const genres = pickLabels(values, 'addGenres', 'removeGenres')
  if (genres) {
    const body = { seriesIds, ...genres }
    answers.push(await readResponse(api.POST('/api/v1/series/bulk/genres', { body })))
  }
  const tags = pickLabels(values, 'addTags', 'removeTags')
  if (tags) {
    const body = { seriesIds, ...tags }
    answers.push(await readResponse(api.POST('/api/v1/series/bulk/tags', { body })))
  }
  if (Object.keys(locks).length > 0) {
    const body = { seriesIds, ...locks }
    answers.push(await readResponse(api.PUT('/api/v1/series/bulk/metadata/locks', { body })))
  }
  return answers
}

export function pickLabels(values: Draft['values'], adding: string, removing: string) {
  const [add, remove] = [namesIn(values[adding]), namesIn(values[removing])]
  return add.length + remove.length > 0 ? { add, remove } : undefined
}

const namesIn = (value: unknown): string[] => (Array.isArray(value) ? (value as string[]) : [])
