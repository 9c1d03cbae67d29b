/** Finds what the neutral form does not allow. */
import type { OpenSource } from '../../../../src/ingest/importing/neutral-form'

export const readAll = (source: OpenSource) => ({
  version: source.version,
  instance: source.instance,
  libraries: source.libraries,
  people: source.people,
  books: [...source.books()],
  series: [...source.series()],
  bookEdits: [...source.bookEdits()],
  readings: [...source.readings()],
  personal: [...source.personal()],
  lists: [...source.lists()],
  leftOut: source.leftOut(),
})

const earliest = Date.parse('1990-01-01T00:00:00Z')
const latest = Date.parse('2100-01-01T00:00:00Z')
const integers = new Set(['page', 'pageCount', 'age', 'rating', 'count'])

/** What a database cannot store, or what is outside of what the neutral form promises. */
export function listProblems(value: unknown, path = ''): string[] {
  const name = path.split('.').at(-1)!
  const isWrong = findProblem(value, name)
  if (isWrong) return [`${path}: ${String(value).slice(0, 60)}`]
  if (typeof value !== 'object' || value === null || value instanceof Date) return []
  // Values of fields are checked when they are stored.
  if (name === 'edits') return []
  return Object.entries(value).flatMap(([key, member]) => listProblems(member, `${path}.${key}`))
}

function findProblem(value: unknown, name: string): boolean {
  if (typeof value === 'number') return isWrongNumber(value, name)
  if (typeof value === 'string') {
    return value.includes('\0') || !value.isWellFormed() || value.length > 10_000
  }
  if (value instanceof Date) return !(value.getTime() >= earliest && value.getTime() <= latest)
  return typeof value === 'bigint'
}

function isWrongNumber(value: number, name: string): boolean {
  if (!Number.isFinite(value)) return true
  if (integers.has(name)) return !Number.isInteger(value) || Math.abs(value) >= 2 ** 31
  return name === 'fraction' && (value < 0 || value > 1)
}
