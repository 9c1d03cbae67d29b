/**
 * Validates and normalizes series metadata, including rules that the shape of a request does not
 * contain.
 */
import { normalizeSiteName } from '../parts/link-sites'
import { Value } from '@sinclair/typebox/value'
import { type Detail, invalid } from '../../../errors'
import { parseLanguage } from '../../../media/metadata/languages'
import { validateNames } from '../../labels/label-names'
import { parseIdSource, requireText, parseUrl, trimOrNull } from '../../metadata/validation'
import type { MetadataEdit } from '../model'
import { SeriesEditBody } from './edit-model'
import { valueMessages, requestMessages } from '../../../platform/messages/common'
import type { Message } from '../../../platform/messages/message'
import { invalidBody } from '../../../platform/http/validation'

const maxCustomBytes = 64 * 1024
const maxCustomDepth = 20

/**
 * Converts blank text to null and normalizes language tags. Throws one error that lists all
 * problems.
 */
export function normalizeValues(edit: Partial<MetadataEdit>): Partial<MetadataEdit> {
  const details: Detail[] = []
  const tidy: Partial<MetadataEdit> = Object.fromEntries(
    Object.entries(edit).map(([field, value]) => [field, normalizeText(value)]),
  )
  if (typeof edit.title === 'string' && tidy.title === null) {
    details.push({ path: 'title', message: valueMessages.empty() })
  }
  if (tidy.language) {
    const language = parseLanguage(tidy.language)
    if (language === undefined) details.push({ path: 'language', message: languageRule })
    else tidy.language = language
  }
  if (tidy.customMetadata) details.push(...findCustomProblems(tidy.customMetadata))
  if (tidy.authors) {
    tidy.authors = tidy.authors.map(({ name, role, sortName }) => ({
      name: name.trim(),
      role,
      sortName: sortName?.trim() || null,
    }))
    for (const [place, { name }] of tidy.authors.entries()) {
      if (!name) details.push({ path: `authors.${place}.name`, message: valueMessages.empty() })
    }
  }
  if (details.length > 0) throw invalid(requestMessages.body_invalid(), details)
  return tidy
}

export const languageRule = valueMessages.language()

function normalizeText(value: unknown): unknown {
  if (typeof value !== 'string') return value
  return value.trim().toWellFormed() || null
}

function findCustomProblems(value: Record<string, unknown>): Detail[] {
  const problem = findTextProblem(value, 1)
  if (problem) return [{ path: 'customMetadata', message: problem }]
  const bytes = Buffer.byteLength(JSON.stringify(value))
  if (bytes <= maxCustomBytes) return []
  return [{ path: 'customMetadata', message: valueMessages.max_bytes({ max: maxCustomBytes }) }]
}

/** Rejects NUL characters and lone surrogates, which databases cannot store, and deep nesting. */
export function findTextProblem(value: unknown, depth: number): Message | undefined {
  if (depth > maxCustomDepth) return valueMessages.max_depth({ max: maxCustomDepth })
  if (typeof value === 'string') {
    return value.includes('\0') || !value.isWellFormed() ? valueMessages.bad_text() : undefined
  }
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, member] of Object.entries(value)) {
    const problem = findTextProblem(key, depth) ?? findTextProblem(member, depth + 1)
    if (problem) return problem
  }
  return undefined
}

type Parts = Pick<
  SeriesEditBody,
  'alternateTitles' | 'externalLinks' | 'externalIds' | 'externalRatings'
>

export function normalizeParts(edit: Parts) {
  const { alternateTitles, externalLinks, externalIds, externalRatings } = edit
  const titles = alternateTitles?.map(({ label, title }, place) => ({
    label: requireText(`alternateTitles.${place}.label`, label),
    title: requireText(`alternateTitles.${place}.title`, title),
  }))
  const links = externalLinks?.map(({ sourceName, url, externalId }, place) => ({
    sourceName: normalizeSiteName(requireText(`externalLinks.${place}.sourceName`, sourceName)),
    url: parseUrl(`externalLinks.${place}.url`, url),
    ...(externalId !== undefined && { externalId: trimOrNull(externalId) }),
  }))
  const ids = externalIds?.map(({ source, externalId, externalUrl }, place) => ({
    source: parseIdSource(source, `externalIds.${place}.source`),
    externalId: requireText(`externalIds.${place}.externalId`, externalId),
    externalUrl: parseUrl(`externalIds.${place}.externalUrl`, externalUrl ?? null),
  }))
  const ratings = externalRatings?.map(({ sourceName, ...rating }, place) => ({
    sourceName: normalizeSiteName(requireText(`externalRatings.${place}.sourceName`, sourceName)),
    ...rating,
  }))
  refuseDuplicates('externalRatings', 'sourceName', ratings)
  refuseDuplicates('externalLinks', 'sourceName', links)
  refuseDuplicates('externalIds', 'source', ids)
  return {
    alternateTitles: titles,
    externalLinks: links,
    externalIds: ids,
    externalRatings: ratings,
  }
}

/** Allows only one item per key, because duplicates would be lost. */
function refuseDuplicates<Key extends string>(
  path: string,
  key: Key,
  rows: readonly Record<Key, string>[] = [],
) {
  const names = rows.map((row) => row[key])
  const details: Detail[] = names.flatMap((name, place) =>
    names.indexOf(name) < place
      ? [{ path: `${path}.${place}.${key}`, message: valueMessages.duplicate({ value: name }) }]
      : [],
  )
  if (details.length > 0) throw invalid(requestMessages.body_invalid(), details)
}

const schemas: Readonly<Record<string, (typeof SeriesEditBody.properties)['title']>> =
  SeriesEditBody.properties as never

/**
 * Validates a proposed value, for example from a provider, by the same rules as a request. Returns
 * it in stored form. Throws a `Refusal` that names the field.
 */
export const createSeriesParser = (name: string) => (value: unknown) => {
  if (!Value.Check(schemas[name]!, value)) {
    throw invalidBody(name, valueMessages.wrong_form())
  }
  if (name === 'genres' || name === 'tags') {
    validateNames(value as unknown as string[], name)
    return value
  }
  const edit: Readonly<Record<string, unknown>> = { [name]: value }
  const normalized: Readonly<Record<string, unknown>> = partNames.has(name)
    ? normalizeParts(edit)
    : normalizeValues(edit)
  return normalized[name]
}

const partNames: ReadonlySet<string> = new Set([
  'alternateTitles',
  'externalLinks',
  'externalIds',
  'externalRatings',
])
