/**
 * Builds book field values from provider data, and omits fields that belong together with protected
 * ones. Pure.
 */
import { foldText } from '../../../platform/lib/text/fold-text'
import type { BookWork, ProviderAuthor } from '../../providers/model'
import { normalizeIsbn } from '../../../media/metadata/isbn'

/** Fields that are the same for every edition of a book. */
export const fieldsOfAllEditions: readonly string[] = [
  'title',
  'summary',
  'authors',
  'writer',
  'subjects',
  'originalYear',
  'originalTitle',
  'seriesPosition',
  'seriesTotal',
]

/** The catalog rejects longer lists. */
const maxSubjects = 200

interface CurrentValues {
  isbns: string | null
  month: number | null
  day: number | null
  subjects: readonly string[]
}

/** Returns values keyed by field. A value is undefined if the provider does not have it. */
export function buildBookValues(work: BookWork, current: CurrentValues): Record<string, unknown> {
  const { authors, isbns, language, subjects } = work
  return {
    title: work.title,
    subtitle: work.subtitle,
    summary: work.summary,
    isbns: isbns && addIsbns(current.isbns, isbns),
    publisher: work.publisher,
    imprint: work.imprint,
    edition: work.edition,
    ...buildDate(work, current),
    originalYear: work.originalYear,
    originalTitle: work.originalTitle,
    languageIso: language,
    authors: authors?.map(({ name, role }) => ({ name, role, sortName: null })),
    ...flattenPeople(authors),
    subjects: subjects && addNames(current.subjects, subjects),
    seriesPosition: work.seriesPosition,
    seriesTotal: work.seriesTotal,
  }
}

/**
 * Returns the date, or nothing if it is less exact than the stored one. The parts of two dates are
 * never combined.
 */
function buildDate({ year, month, day }: BookWork, current: CurrentValues) {
  const isAsExact =
    (month !== undefined || current.month === null) && (day !== undefined || current.day === null)
  return year !== undefined && isAsExact ? { year, month, day } : {}
}

const flatFields = {
  writer: ['writer', 'author', 'co_author'],
  penciller: ['penciller'],
  inker: ['inker'],
  colorist: ['colorist'],
  letterer: ['letterer'],
  coverArtist: ['cover_artist'],
  editor: ['editor'],
  translator: ['translator'],
}

/** Builds the flat fields for each role. The caller sets `authors`. */
function flattenPeople(authors: readonly ProviderAuthor[] = []) {
  const entries = Object.entries(flatFields).map(([field, roles]) => {
    const names = authors.filter(({ role }) => roles.includes(role)).map(({ name }) => name)
    return [field, names.length > 0 ? [...new Set(names)].join(', ') : undefined] as const
  })
  return Object.fromEntries(entries)
}

const dateFields = ['year', 'month', 'day']
const peopleFields = Object.keys(flatFields)

/**
 * Omits fields that belong together with a protected field (dates, or people in both stored forms).
 * `isKept` returns whether a field is protected. The protected field itself is still proposed, so
 * that a person can decide.
 */
export function leaveOutParts(
  values: Readonly<Record<string, unknown>>,
  isKept: (field: string) => boolean,
): Record<string, unknown> {
  const left = new Set([
    ...(dateFields.some(isKept) ? dateFields : []),
    ...(peopleFields.some(isKept) ? ['authors'] : []),
    ...(isKept('authors') ? peopleFields : []),
  ])
  const entries = Object.entries(values).filter(([field]) => !left.has(field) || isKept(field))
  return Object.fromEntries(entries)
}

/** Adds ISBNs to the stored ones, because a book may have an ISBN for each format. */
function addIsbns(stored: string | null, offered: readonly string[]) {
  const given = (stored ?? '').split(/[,;]/).map((one) => one.trim())
  const known = new Set(given.map((one) => normalizeIsbn(one) ?? one))
  const added = offered.filter((one) => !known.has(one))
  return added.length === 0
    ? (stored ?? undefined)
    : [...given.filter(Boolean), ...added].join(', ')
}

/** Adds subjects to the stored ones, which come from the file or from users. */
function addNames(stored: readonly string[], offered: readonly string[]) {
  const names = new Map([...stored, ...offered].toReversed().map((name) => [foldText(name), name]))
  return [...names.values()].toReversed().slice(0, maxSubjects)
}
