/** Bulk actions in batches and their result messages. */
import { readResponse, api } from '../../api/client'
import { t } from '../../i18n/i18n'
import { toastMarked, type UndoIds } from '../marking/toast-marked'
import { runInBatches, type Watching } from './run-in-batches'
import type { WorkKind } from './selection'

export type BulkAction = 'read' | 'unread' | 'want'

export interface BulkOutcomeCounts {
  /** Number of books marked or entries added. */
  changed: number
  /** Number of items that were already in the requested state. Unknown for whole series. */
  unchanged: number | undefined
  /** IDs of the items that could not be changed. */
  failedIds: readonly string[]
  /** Number of items that were not sent because the user stopped. */
  left: number
  /** IDs that undo what was marked, one for each batch. */
  undoIds: UndoIds
}

const nothing: BulkOutcomeCounts = { changed: 0, unchanged: 0, failedIds: [], left: 0, undoIds: [] }

interface Wish {
  kind: WorkKind
  act: BulkAction
  ids: readonly string[]
}

export async function runBulkAction(
  { kind, act, ids }: Wish,
  going: Watching,
): Promise<BulkOutcomeCounts> {
  let sum = nothing
  const sendBatch = async (some: string[]) => {
    sum = added(sum, act === 'want' ? await want(kind, some) : await mark(kind, act, some))
  }
  const done = await runInBatches(ids, sendBatch, going)
  return { ...sum, left: ids.length - done }
}

const added = (one: BulkOutcomeCounts, other: BulkOutcomeCounts): BulkOutcomeCounts => ({
  changed: one.changed + other.changed,
  unchanged:
    one.unchanged === undefined || other.unchanged === undefined
      ? undefined
      : one.unchanged + other.unchanged,
  failedIds: [...one.failedIds, ...other.failedIds],
  left: 0,
  undoIds: [...one.undoIds, ...other.undoIds],
})

async function mark(
  kind: WorkKind,
  act: 'read' | 'unread',
  ids: readonly string[],
): Promise<BulkOutcomeCounts> {
  const [seriesIds, bookIds] = [[...ids], [...ids]]
  const { count, problems, undoId } = await readResponse(
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
  const failedIds = problems.map(({ id }) => id)
  return {
    changed: count,
    unchanged: kind === 'book' ? ids.length - count - failedIds.length : undefined,
    failedIds,
    left: 0,
    undoIds: count === 0 ? [] : [undoId],
  }
}

async function want(kind: WorkKind, ids: readonly string[]): Promise<BulkOutcomeCounts> {
  const body = kind === 'series' ? { seriesIds: [...ids] } : { bookIds: [...ids] }
  const answer = await readResponse(api.POST('/api/v1/want-to-read/bulk', { body }))
  return { ...nothing, changed: answer.added, unchanged: answer.alreadyPresent }
}

/** Shows a toast such as "Marked 12 books as read. 3 already up to date". */
export function toastOutcome(
  act: BulkAction,
  { changed, unchanged = 0, failedIds, left, undoIds }: BulkOutcomeCounts,
) {
  const failed = failedIds.length
  const parts = [
    formatChanged(act, changed),
    unchanged > 0 && t('{count} already up to date', { count: unchanged }),
    failed > 0 && t('{failed} couldn’t be changed', { failed }),
    formatUnchanged(left),
  ]
  toastMarked(parts.filter(Boolean).join('. '), undoIds)
}

/**
 * Returns the text for the items that were not sent because the user stopped, or false if there are
 * none.
 */
export const formatUnchanged = (left: number) => left > 0 && t('{count} unchanged', { count: left })

function formatChanged(act: BulkAction, count: number): string {
  if (count === 0) return t('Nothing to change')
  return {
    read: () =>
      t('Marked {count, plural, one {# book} other {# books}} as read', {
        count,
      }),
    unread: () =>
      t('Marked {count, plural, one {# book} other {# books}} as unread', {
        count,
      }),
    want: () =>
      t(
        '{count, plural, one {Added # item to Want to read} other {Added # items to Want to read}}',
        { count },
      ),
  }[act]()
}
