/**
 * Labels of the books of Audiobookshelf, so that people cannot see more here than in
 * Audiobookshelf.
 */
import type { ForeignSeries } from '../../neutral-form'
import type { ForeignDatabase } from '../foreign-database'
import { nameOthers, shortenLabel } from '../values/labels'
import type { BookMarks, Ebooks } from './audiobookshelf-books'
import { explicitLabel, readAllLimits, type TagLimits } from './audiobookshelf-people'

/** Yields the labels of each book. The series ID of a book is its own ID. */
export function* readBookLabels(db: ForeignDatabase, { marks }: Ebooks): Generator<ForeignSeries> {
  const limits = readAllLimits(db)
  const hidesExplicit = limits.some((one) => one.hidesExplicit)
  const denied = new Set(limits.flatMap((one) => one.denied))
  const lists = limits.flatMap(({ allowed }) => (allowed ? [allowed] : []))
  const rules = { denied, lists, listed: new Set(lists.flat()), hidesExplicit }
  for (const [foreignId, book] of marks) {
    const labels = listLabels(book, rules)
    if (labels.length > 0) yield { foreignId, edits: {}, labels: [...new Set(labels)] }
  }
}

interface Rules extends Pick<TagLimits, 'hidesExplicit'> {
  denied: ReadonlySet<string>
  /** All tags that someone is allowed to see. */
  listed: ReadonlySet<string>
  lists: readonly (readonly string[])[]
}

/**
 * Lists the labels of a book. A book with unknown tags is treated as if it had all tags that hide
 * it.
 */
function listLabels(
  { tags, isExplicit }: BookMarks,
  { denied, listed, lists, hidesExplicit }: Rules,
) {
  const own = tags ?? [...denied]
  const known = new Set(tags ?? [])
  return [
    ...own.filter((tag) => denied.has(tag) || listed.has(tag)).map(shortenLabel),
    ...lists.filter((list) => !list.some((tag) => known.has(tag))).map(nameOthers),
    ...(isExplicit && hidesExplicit ? [explicitLabel] : []),
  ]
}
