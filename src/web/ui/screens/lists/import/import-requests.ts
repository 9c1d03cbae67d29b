import { api, readResponse, type Schemas } from '../../../api/client'

export type Review = Schemas['ReadingListImportReview']
export type ReviewEntry = Review['entries'][number]

/** The user's decision for an entry. Without a decision, an exact match is used. */
export type Decision = { bookId: string; label: string } | 'skipped' | 'missing'
export type Decisions = Readonly<Record<number, Decision>>

export interface Target {
  /** Name of a new list. */
  name: string
  /** ID of the user's list whose entries are replaced, or empty for a new list. */
  listId: string
}

/** Builds a form. The cast is needed because the generated type declares files as strings. */
const buildForm = <Body>(fields: Record<string, string | File>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return { body: form as unknown as Body, bodySerializer: () => form }
}

export const reviewImport = (file: File): Promise<Review> =>
  readResponse(api.POST('/api/v1/readlists/import/review', buildForm<{ file: string }>({ file })))

export const importList = (file: File, choices: object, { name, listId }: Target) =>
  readResponse(
    api.POST(
      '/api/v1/readlists/import',
      buildForm<{ file: string; choices: string }>({
        file,
        choices: JSON.stringify(choices),
        ...(listId === '' ? { name } : { listId }),
      }),
    ),
  )

/** Returns undefined if the entry is skipped, has no book, or needs a decision. */
export function getBookId(entry: ReviewEntry, decisions: Decisions): string | undefined {
  const decision = decisions[entry.index]
  if (decision === undefined)
    return entry.status === 'exact' ? entry.candidates[0]?.bookId : undefined
  return typeof decision === 'object' ? decision.bookId : undefined
}

export function buildChoices({ entries }: Review, decisions: Decisions) {
  const books: Record<number, string> = {}
  for (const entry of entries) {
    const bookId = getBookId(entry, decisions)
    if (bookId !== undefined) books[entry.index] = bookId
  }
  const listIndexes = (test: (decision: Decision) => boolean) =>
    entries.flatMap(({ index }) => {
      const decision = decisions[index]
      return decision !== undefined && test(decision) ? [index] : []
    })
  return {
    books,
    byHand: listIndexes((decision) => typeof decision === 'object'),
    skipped: listIndexes((decision) => decision === 'skipped'),
  }
}

/** Returns text such as "Batman (2016) #5". */
export function formatEntry(entry: {
  series: string
  number: string
  volume: string
  year: number | null
}): string {
  const { series, number, volume, year } = entry
  const start = /^\d{4}$/.test(volume) && !series.includes(volume) ? ` (${volume})` : ''
  const when = year === null || String(year) === volume ? '' : `, ${year}`
  return `${series}${start}${number === '' ? '' : ` #${number}`}${when}`
}

export const formatCandidate = ({
  seriesTitle,
  title,
  number,
}: Pick<ReviewEntry['candidates'][number], 'seriesTitle' | 'title' | 'number'>): string =>
  `${seriesTitle} · ${number === '' ? title : `#${number}`}`
