/** What is done with many at once, in portions, and what is said of it afterwards. */
import { answerOf, api } from '../../api/client'
import { t } from '../../i18n/i18n'
import { inPortions, type Watching } from './batches'
import type { WorkKind } from './selection'

export type MassAct = 'read' | 'unread' | 'want'

export interface MassOutcome {
  /** Books that were marked, or entries that were added. */
  changed: number
  /** It was so already; unknown where whole series were marked. */
  unchanged: number | undefined
  failed: number
  /** So many were not begun, because it was stopped. */
  left: number
}

const nothing: MassOutcome = { changed: 0, unchanged: 0, failed: 0, left: 0 }

interface Wish {
  kind: WorkKind
  act: MassAct
  ids: readonly string[]
}

export async function actOnMany({ kind, act, ids }: Wish, going: Watching): Promise<MassOutcome> {
  let sum = nothing
  const actOnSome = async (some: string[]) => {
    sum = added(sum, act === 'want' ? await want(kind, some) : await mark(kind, act, some))
  }
  const done = await inPortions(ids, actOnSome, going)
  return { ...sum, left: ids.length - done }
}

const added = (one: MassOutcome, other: MassOutcome): MassOutcome => ({
  changed: one.changed + other.changed,
  unchanged:
    one.unchanged === undefined || other.unchanged === undefined
      ? undefined
      : one.unchanged + other.unchanged,
  failed: one.failed + other.failed,
  left: 0,
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
    left: 0,
  }
}

async function want(kind: WorkKind, ids: readonly string[]): Promise<MassOutcome> {
  const body = kind === 'series' ? { seriesIds: [...ids] } : { bookIds: [...ids] }
  const answer = await answerOf(api.POST('/api/v1/want-to-read/bulk', { body }))
  return { changed: answer.added, unchanged: answer.alreadyPresent, failed: 0, left: 0 }
}

/** "12 books are marked as read. 3 were so already." */
export function outcomeWords(act: MassAct, { changed, unchanged = 0, failed, left }: MassOutcome) {
  const parts = [
    changedWords(act, changed),
    unchanged > 0 && t('{count} already up to date', { count: unchanged }),
    failed > 0 && t('{failed} could not be changed', { failed }),
    leftWords(left),
  ]
  return parts.filter(Boolean).join('. ')
}

/** Of what was stopped. */
export const leftWords = (left: number) => left > 0 && t('{count} unchanged', { count: left })

function changedWords(act: MassAct, count: number): string {
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
    want: () => t('Added {count} to Want to read', { count }),
  }[act]()
}
