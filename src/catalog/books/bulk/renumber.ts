/** Numbers the books of a series, starting at 1. */
import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Viewer } from '../../../accounts/permissions/model'
import type { Context } from '../../../context'
import { invalid } from '../../../errors'
import { isEpub } from '../../../media/naming/naming'
import { requestMessages } from '../../../platform/messages/common'
import type { Db } from '../../../platform/db/store'
import { changeEachMetadata } from '../../metadata/metadata-draft'
import { getIdentity } from '../../series/service'
import { bookMessages } from '../messages'
import { bookEntity } from '../metadata/book-fields'
import type { NumberKind } from '../numbers/number-kind'
import { books } from '../schema'
import type { RenumberBody } from './model'

type Numbered = Awaited<ReturnType<typeof listNumberedBooks>>[number]

export async function renumberSeries(
  ctx: Context,
  viewer: Viewer,
  seriesId: string,
  { bookIds }: RenumberBody,
) {
  await getIdentity(ctx.db, viewer, seriesId)
  const present = await listNumberedBooks(ctx.db, seriesId)
  const ordered = bookIds ? orderBooks(present, bookIds) : present
  const changes = chooseNumbers(ordered)
  const ids = ordered.map(({ id }) => id)
  return changeEachMetadata(ctx, bookEntity, { viewer, ids }, async (draft) => {
    const { kind, number } = changes.get(draft.id)!
    const text = draft.state.values['number'] as string | null
    await draft.edit(getValues[kind](number, text))
  })
}

const listNumberedBooks = (db: Db, seriesId: string) =>
  db
    .select({
      id: books.id,
      numberKind: books.numberKind,
      volume: books.volume,
      path: books.relativePath,
    })
    .from(books)
    .where(and(eq(books.seriesId, seriesId), isNull(books.trashedAt)))
    .orderBy(asc(books.sortKey), asc(books.id))

function orderBooks(present: readonly Numbered[], ids: readonly string[]): Numbered[] {
  const byId = new Map(present.map((book) => [book.id, book]))
  const ordered = ids.flatMap((id) => byId.get(id) ?? [])
  if (ids.length === present.length && new Set(ordered).size === present.length) return ordered
  const details = [{ path: 'bookIds', message: bookMessages.not_all_books() }]
  throw invalid(requestMessages.body_invalid(), details)
}

interface Change {
  kind: Running
  number: number
}

/** Numbers each kind separately, except that issues and chapters share one sequence. */
function chooseNumbers(ordered: readonly Numbered[]): Map<string, Change> {
  const counts = new Map<string, number>()
  const hasVolumes = ordered.some(({ numberKind }) => numberKind === 'volume')
  const changes = new Map<string, Change>()
  for (const book of ordered) {
    const kind = chooseKind(book, hasVolumes)
    const group = kind === 'collectedVolume' ? 'collected' : kind
    const number = (counts.get(group) ?? 0) + 1
    counts.set(group, number)
    changes.set(book.id, { kind, number })
  }
  return changes
}

type Values = Partial<Record<'volume' | 'chapter' | 'number', number | string | null>>

/** Determines how a number is stored. Issues and chapters of a series share one sequence. */
type Running = 'run' | 'volume' | 'collectedVolume' | 'annual' | 'special' | 'collected'

const runs: Record<NumberKind, Running> = {
  issue: 'run',
  chapter: 'run',
  volume: 'volume',
  collected: 'collected',
  annual: 'annual',
  special: 'special',
}

/** Treats a book without a number as a volume if the series has volumes or the book is an EPUB. */
function chooseKind({ numberKind, volume, path }: Numbered, hasVolumes: boolean): Running {
  if (numberKind === 'collected' && volume !== null) return 'collectedVolume'
  if (numberKind !== null) return runs[numberKind]
  return hasVolumes || isEpub(path) ? 'volume' : 'run'
}

const getValues: Record<Running, (number: number, text: string | null) => Values> = {
  run: (chapter, text) => ({ chapter, volume: null, ...replaceText(text, `${chapter}`) }),
  volume: (volume, text) => ({ volume, chapter: null, ...replaceText(text, `${volume}`) }),
  collected: (chapter, text) => ({ chapter, ...replaceText(text, `${chapter}`) }),
  collectedVolume: (volume, text) => ({ volume, ...replaceText(text, `${volume}`) }),
  annual: (number, text) => ({ chapter: null, number: replaceDigits(text, number) }),
  special: (number, text) => ({ chapter: null, number: replaceDigits(text, number) }),
}

/** Replaces the number as text, such as `5AU`, only if there is one. */
const replaceText = (text: string | null, number: string) => (text === null ? {} : { number })

/** Keeps the words in `Annual 2`, because they may identify the book as an annual. */
const replaceDigits = (text: string | null, number: number) =>
  text !== null && /\d/.test(text) ? text.replace(/\d+(?:\.\d+)?/, `${number}`) : `${number}`
