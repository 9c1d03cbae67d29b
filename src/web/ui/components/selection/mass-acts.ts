/** What is done with many at once, in portions, and what is said of it afterwards. */
import { answerOf, api } from '../../api/client'
import { t } from '../../i18n/i18n'
import type { WorkKind } from './selection'

export type MassAct = 'read' | 'unread' | 'want'

export interface MassOutcome {
  /** Books that were marked, or entries that were added. */
  changed: number
  /** It was so already; unknown where whole series were marked. */
  unchanged: number | undefined
  failed: number
}

/** Small enough that one sees it go on, well below what the server takes. */
const portion = 100

const nothing: MassOutcome = { changed: 0, unchanged: 0, failed: 0 }

/** @param onDone is told how many of the ids are done */
export async function actOnMany(
  { kind, act, ids }: { kind: WorkKind; act: MassAct; ids: readonly string[] },
  onDone: (done: number) => void,
): Promise<MassOutcome> {
  let sum = nothing
  for (let from = 0; from < ids.length; from += portion) {
    const some = ids.slice(from, from + portion)
    sum = added(sum, act === 'want' ? await want(kind, some) : await mark(kind, act, some))
    onDone(from + some.length)
  }
  return sum
}

const added = (one: MassOutcome, other: MassOutcome): MassOutcome => ({
  changed: one.changed + other.changed,
  unchanged:
    one.unchanged === undefined || other.unchanged === undefined
      ? undefined
      : one.unchanged + other.unchanged,
  failed: one.failed + other.failed,
})

async function mark(
  kind: WorkKind,
  act: 'read' | 'unread',
  ids: readonly string[],
): Promise<MassOutcome> {
  const [seriesIds, bookIds] = [[...ids], [...ids]]
  const { count, problems } = await answerOf(
    {
      series: {
        read: () => api.POST('/api/v1/series/bulk/read', { body: { seriesIds } }),
        unread: () => api.POST('/api/v1/series/bulk/unread', { body: { seriesIds } }),
      },
      book: {
        read: () => api.POST('/api/v1/books/bulk/read', { body: { bookIds } }),
        unread: () => api.POST('/api/v1/books/bulk/unread', { body: { bookIds } }),
      },
    }[kind][act](),
  )
  const failed = problems.length
  return {
    changed: count,
    unchanged: kind === 'book' ? ids.length - count - failed : undefined,
    failed,
  }
}

async function want(kind: WorkKind, ids: readonly string[]): Promise<MassOutcome> {
  const body = kind === 'series' ? { seriesIds: [...ids] } : { bookIds: [...ids] }
  const answer = await answerOf(api.POST('/api/v1/want-to-read/bulk', { body }))
  return { changed: answer.added, unchanged: answer.alreadyPresent, failed: 0 }
}

/** "12 books are marked as read. 3 were so already." */
export function outcomeWords(act: MassAct, { changed, unchanged = 0, failed }: MassOutcome) {
  const parts = [
    changedWords(act, changed),
    unchanged > 0 &&
      t('{count, plural, one {# was so already} other {# were so already}}', { count: unchanged }),
    failed > 0 && t('{failed} could not be changed', { failed }),
  ]
  return parts.filter(Boolean).join('. ')
}

function changedWords(act: MassAct, count: number): string {
  if (count === 0) return t('Nothing had to be changed')
  return {
    read: () =>
      t('{count, plural, one {# book is marked as read} other {# books are marked as read}}', {
        count,
      }),
    unread: () =>
      t('{count, plural, one {# book is marked as unread} other {# books are marked as unread}}', {
        count,
      }),
    want: () =>
      t('{count, plural, one {# is put on your list} other {# are put on your list}}', { count }),
  }[act]()
}
