/** What can be done with what is selected; in portions that the server takes, with words on the way. */
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { answerOf, api } from '../../api/client'
import { errorWords } from '../../api/error-words'
import { t } from '../../i18n/i18n'
import { useKeys } from '../../state/keys'
import { useMay } from '../../state/session'
import { Button, IconButton } from '../button'
import { BookmarkIcon, CheckIcon, CloseIcon, EditIcon, RefreshIcon } from '../icons'
import { toast } from '../toast'
import type { Selection } from './selection'
import styles from './selection.module.css'

const BulkEdit = lazy(async () => ({ default: (await import('../bulk-edit')).BulkEdit }))

interface BarProps {
  kind: 'series' | 'book'
  selection: Selection
  total: number | undefined
  /** The ids of the whole list; undefined where it is too long. */
  askAll: (() => Promise<readonly string[]>) | undefined
}

export function SelectionBar({ kind, selection, total, askAll }: BarProps) {
  const [isEditing, setEditing] = useState(false)
  const mayEdit = useMay('series:write') && kind === 'series'
  const { done, run } = useBulk(kind, selection)
  useKeys({ Escape: selection.end })
  const count = selection.ids.size
  const isIdle = done === undefined
  const action = { look: 'quiet', small: true, disabled: count === 0 || !isIdle } as const
  return (
    <div className={styles.bar} role="toolbar" aria-label={t('What is selected')}>
      <span className={styles.count} role="status">
        {isIdle
          ? t('{count} selected', { count })
          : t('{done} of {total}…', { done, total: count })}
      </span>
      {askAll && total !== undefined && count < total && (
        <Button
          look="quiet"
          small
          disabled={!isIdle}
          onClick={() =>
            void askAll().then(selection.all, (error: unknown) => toast(errorWords(error)))
          }
        >
          {t('Select all {total}', { total })}
        </Button>
      )}
      <Button {...action} icon={CheckIcon} onClick={() => void run('read')}>
        {t('Mark as read')}
      </Button>
      <Button {...action} icon={RefreshIcon} onClick={() => void run('unread')}>
        {t('Mark as unread')}
      </Button>
      <Button {...action} icon={BookmarkIcon} onClick={() => void run('want')}>
        {t('Want to read')}
      </Button>
      {mayEdit && (
        <Button {...action} look="primary" icon={EditIcon} onClick={() => setEditing(true)}>
          {t('Edit')}
        </Button>
      )}
      <IconButton label={t('Stop selecting')} icon={CloseIcon} onClick={selection.end} />
      {isEditing && (
        <Suspense>
          <BulkEdit ids={[...selection.ids]} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </div>
  )
}

type Act = 'read' | 'unread' | 'want'

/** The server takes so many at once. */
const portion = 500

function useBulk(kind: 'series' | 'book', selection: Selection) {
  const queries = useQueryClient()
  /** How many are done while it goes on. */
  const [done, setDone] = useState<number>()
  const run = async (act: Act) => {
    const ids = [...selection.ids]
    setDone(0)
    try {
      for (let from = 0; from < ids.length; from += portion) {
        await calls[kind][act](ids.slice(from, from + portion))
        setDone(Math.min(ids.length, from + portion))
      }
      toast(t('{count, plural, one {# changed} other {# changed}}', { count: ids.length }))
      selection.end()
    } catch (error) {
      toast(errorWords(error))
    } finally {
      setDone(undefined)
      void queries.invalidateQueries({
        predicate: ({ queryKey: [path] }) =>
          typeof path === 'string' && /^\/api\/v1\/(series|books|want-to-read)/.test(path),
      })
    }
  }
  return { done, run }
}

type Call = (ids: string[]) => Promise<unknown>

const calls: Record<'series' | 'book', Record<Act, Call>> = {
  series: {
    read: (seriesIds) => answerOf(api.POST('/api/v1/series/bulk/read', { body: { seriesIds } })),
    unread: (seriesIds) =>
      answerOf(api.POST('/api/v1/series/bulk/unread', { body: { seriesIds } })),
    want: (seriesIds) => answerOf(api.POST('/api/v1/want-to-read/bulk', { body: { seriesIds } })),
  },
  book: {
    read: (bookIds) => answerOf(api.POST('/api/v1/books/bulk/read', { body: { bookIds } })),
    unread: (bookIds) => answerOf(api.POST('/api/v1/books/bulk/unread', { body: { bookIds } })),
    want: (bookIds) => answerOf(api.POST('/api/v1/want-to-read/bulk', { body: { bookIds } })),
  },
}
