/** Validation beyond the shape of a request: field semantics and the limits of both databases. */
import { Value } from '@sinclair/typebox/value'
import { type Detail, invalid } from '../../../errors'
import { parseLanguage } from '../../../media/metadata/languages'
import { normalizeParts } from '../../series/metadata/validate-series'
import { BookEditBody } from './edit-model'
import { type BookField, bookFields, type BookMetadataInput } from './model'
import type { ShownField } from './sources-model'
import { valueMessages, requestMessages } from '../../../platform/messages/common'
import { bookMessages } from '../messages'
import { invalidBody } from '../../../platform/http/validation'

/** Values by field in stored form; includes only fields in the request. */
export type Given = Partial<Record<BookField, unknown>>

const maxCustomBytes = 64 * 1024
const maxCustomDepth = 32

/** Reads the fields in a request. Throws an error that lists each invalid one. */
export function pickGivenFields(input: BookMetadataInput): Given {
  const fields = pickFields(input)
  validateStorable(fields)
  throwIfAny([
    ...findLanguageProblems(fields),
    ...findIsbnProblems(fields),
    ...findCustomProblems(fields),
  ])
  const { authors, awards, languageIso, ...rest } = fields
  return {
    ...rest,
    ...(languageIso !== undefined && { languageIso: languageIso && parseLanguage(languageIso) }),
    ...(authors !== undefined && { authors: authors && authors.map(completeAuthor) }),
    ...(awards !== undefined && { awards: awards && awards.map(completeAward) }),
  }
}

/** Normalizes external IDs and links like those of series. An empty list is stored as null. */
export function normalizeExternal(given: Pick<BookEditBody, 'externalIds' | 'externalLinks'>) {
  const { externalIds, externalLinks } = normalizeParts({
    externalIds: given.externalIds ?? [],
    externalLinks: given.externalLinks ?? [],
  })
  return {
    ...(given.externalIds !== undefined && { externalIds: emptyToNull(externalIds) }),
    ...(given.externalLinks !== undefined && { externalLinks: emptyToNull(externalLinks) }),
  }
}

const emptyToNull = <Item>(items: readonly Item[] | undefined) => (items?.length ? items : null)

type ItemOf<Name extends 'authors' | 'awards'> = NonNullable<BookMetadataInput[Name]>[number]

const completeAuthor = ({ name, role, sortName }: ItemOf<'authors'>) => {
  return { name, role, sortName: sortName ?? null }
}

const completeAward = ({ name, category, won, year }: ItemOf<'awards'>) => {
  return { name, category: category ?? null, won, year: year ?? null }
}

/** Ignores response-only members, which may be sent back. */
function pickFields(input: BookMetadataInput) {
  const named = Object.entries(input).filter(([name]) => isField(name))
  return Object.fromEntries(named) as Omit<BookMetadataInput, 'bookId' | 'locks' | 'updatedAt'>
}

const isField = (name: string) => (bookFields as readonly string[]).includes(name)

/** Rejects a day that the month does not have. `given` decides which member is reported. */
export function validateDate(
  { year, month, day }: { year: number | null; month: number | null; day: number | null },
  given: Readonly<Record<string, unknown>>,
) {
  if (month === null || day === null || day <= countDaysInMonth(month, year)) return
  const path = ['day', 'month', 'year'].find((name) => given[name] !== undefined)
  if (path === undefined) return
  throwIfAny([{ path, message: bookMessages.no_such_day({ month, day }) }])
}

/** Without a year, February may have 29 days. */
function countDaysInMonth(month: number, year: number | null): number {
  if (month !== 2) return [4, 6, 9, 11].includes(month) ? 30 : 31
  if (year === null) return 29
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
}

/**
 * Rejects text that PostgreSQL cannot store and SQLite would corrupt, infinite numbers, and
 * excessive nesting.
 */
export function validateStorable(fields: object) {
  const details = Object.entries(fields).flatMap(([path, value]) => [
    ...findTextProblems(value, path, 0),
  ])
  throwIfAny(details)
}

function throwIfAny(details: Detail[]) {
  if (details.length > 0) throw invalid(requestMessages.body_invalid(), details.slice(0, 50))
}

function* findTextProblems(value: unknown, path: string, depth: number): Generator<Detail> {
  if (typeof value === 'string' && !isStorable(value)) {
    yield { path, message: valueMessages.bad_text() }
  }
  if (typeof value === 'number' && !Number.isFinite(value)) {
    yield { path, message: valueMessages.too_large() }
  }
  if (typeof value !== 'object' || value === null) return
  if (depth > maxCustomDepth) {
    yield { path, message: valueMessages.max_depth({ max: maxCustomDepth }) }
    return
  }
  for (const [name, member] of Object.entries(value)) {
    if (!isStorable(name)) yield { path, message: valueMessages.bad_name() }
    yield* findTextProblems(member, `${path}.${name}`, depth + 1)
  }
}

const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed()

function findLanguageProblems({ languageIso }: BookMetadataInput): Detail[] {
  if (languageIso === undefined || languageIso === null) return []
  if (parseLanguage(languageIso) !== undefined) return []
  return [{ path: 'languageIso', message: valueMessages.language() }]
}

/** Checks only characters: many real files have wrong check digits and unusual separators. */
function findIsbnProblems({ isbns }: BookMetadataInput): Detail[] {
  if (!isbns || /^[\p{L}\p{N}\s,;:./_-]*$/u.test(isbns)) return []
  return [{ path: 'isbns', message: bookMessages.isbns() }]
}

function findCustomProblems({ customMetadata }: BookMetadataInput): Detail[] {
  if (!customMetadata) return []
  const bytes = Buffer.byteLength(JSON.stringify(customMetadata))
  if (bytes <= maxCustomBytes) return []
  return [{ path: 'customMetadata', message: valueMessages.max_bytes({ max: maxCustomBytes }) }]
}

/**
 * Validates a proposed value, for example from a provider, by the same rules as a request. Returns
 * it in stored form. Throws a `Refusal` that names the field.
 */
export function parseBookValue(name: ShownField, value: unknown): unknown {
  if (!Value.Check(BookEditBody.properties[name], value)) throw refuse(name, 'wrong_form')
  if (typeof value === 'string' && value.trim() === '') throw refuse(name, 'empty')
  if (isField(name)) {
    const given: Readonly<Record<string, unknown>> = pickGivenFields({ [name]: value })
    return given[name]
  }
  validateStorable({ [name]: value })
  if (name === 'externalIds' || name === 'externalLinks') {
    const given: Readonly<Record<string, unknown>> = normalizeExternal({ [name]: value })
    return given[name]
  }
  return value
}

const refuse = (path: string, problem: 'wrong_form' | 'empty') =>
  invalidBody(path, valueMessages[problem]())
