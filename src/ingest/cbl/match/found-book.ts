/** Catalog books in the form that matching compares. Pure. */
import { findNumberInWork } from '../../matching/books/part-number'
import type { LocalBook } from '../../matching/model'
import { comicvineIssues } from '../../providers/books/comicvine-issues'
import { metronIssues } from '../../providers/books/metron-issues'
import type { BookRow } from './candidate-queries'
import type { FoundBook } from './match-entry'

const isRange = (start: number | null, end: number | null) => end !== null && end !== start

const toLocalBook = (row: BookRow): LocalBook => ({
  title: row.title,
  subtitle: null,
  seriesTitle: row.seriesTitle,
  fileName: row.relativePath
    .split('/')
    .at(-1)!
    .replace(/\.[a-z0-9]{1,5}$/i, ''),
  number: row.number,
  volume: row.volume,
  chapter: row.chapter,
  isRange: isRange(row.volume, row.volumeEnd) || isRange(row.chapter, row.chapterEnd),
  formatDetail: row.formatDetail,
  isbns: [],
  authors: [],
  year: row.year,
  publisher: null,
  language: null,
})

/** Returns the number in the form that entries use, or undefined if it is not certain. */
export function findNumber(row: BookRow): { number: string; isAnnual: boolean } | undefined {
  const local = toLocalBook(row)
  const number = findNumberInWork(local, 'issues') ?? findVolume(local)
  if (number !== undefined) return { number, isAnnual: false }
  // The book may be an annual among the issues of its series.
  const words = `${local.fileName} ${local.title} ${local.formatDetail ?? ''}`
  if (!/\bannuals?\b/i.test(words)) return undefined
  const plain = {
    ...local,
    fileName: removeAnnual(local.fileName),
    title: removeAnnual(local.title),
  }
  const annual = findNumberInWork({ ...plain, formatDetail: null }, 'issues')
  return annual === undefined ? undefined : { number: annual, isAnnual: true }
}

const removeAnnual = (text: string) => text.replace(/\bannuals?\b/gi, ' ')

/** Returns the volume number. A year in the volume field is not a volume number. */
const findVolume = (local: LocalBook) =>
  local.number === null && (local.volume ?? 0) < 1500
    ? findNumberInWork(local, 'volumes')
    : undefined

const linkParsers = [
  ['comicvine', comicvineIssues.parseLink],
  ['metron', metronIssues.parseLink],
] as const

export function toFoundBook(
  row: BookRow,
  number: string,
  matched: readonly (readonly [string, string])[],
): FoundBook {
  const linked = (row.details?.links ?? []).slice(0, 20).flatMap((url) =>
    linkParsers.flatMap(([provider, parse]) => {
      const id = parse(url)
      return id === undefined ? [] : [[provider, id] as const]
    }),
  )
  const { id, seriesId, seriesTitle, title, year, volume } = row
  const issueIds = new Map([...linked, ...matched])
  return { id, seriesId, seriesTitle, title, number, year, volume, issueIds }
}
