/** The user's star rating, favorite and private note for a series or book. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { api, readResponse, type Schemas } from '../../api/client'
import { formatError } from '../../api/format-error'
import { useMutation } from '../../api/mutation'
import { cancelQueries, inSequence, isLastInSequence } from '../../api/optimistic-changes'
import { apiQuery } from '../../api/query'
import { formatNumber, t } from '../../i18n/i18n'
import { IconButton } from '../controls/button'
import { toast } from '../feedback/toast'
import { HeartIcon, NoteIcon } from '../icons'
import { withId } from '../use-action'
import { Stars } from './stars'
import styles from './own-rating.module.css'

export interface RatedItem {
  kind: 'series' | 'book'
  id: string
}

type UserData = Schemas['UserData']
type Changes = Schemas['UserDataUpdate']

const NoteDialog = lazy(() =>
  import('./note-dialog').then((part) => ({ default: part.NoteDialog })),
)

export function OwnRating({ kind, id }: RatedItem) {
  const { data, change } = useUserData({ kind, id })
  const [isWriting, setWriting] = useState(false)
  // Reserves the space, so that nothing below moves.
  if (!data) return <div className={styles.row} />
  const { rating, favorite, note } = data
  return (
    <div className={styles.own}>
      <div className={styles.row}>
        {rating === null && (
          <span className={styles.average} aria-hidden="true">
            {t('Your rating')}
          </span>
        )}
        <Stars rating={rating} onRate={(value) => change({ rating: value })} />
        <IconButton
          label={t('Favorite')}
          className={styles.favorite}
          icon={HeartIcon}
          pressed={favorite}
          onClick={() => change({ favorite: !favorite })}
        />
        <IconButton
          label={note === null ? t('Write a private note') : t('Edit your private note')}
          icon={NoteIcon}
          onClick={() => setWriting(true)}
        />
        <Average {...data} />
      </div>
      {note !== null && <p className={styles.note}>{note}</p>}
      {isWriting && (
        <Suspense>
          <NoteDialog
            note={note}
            onClose={() => setWriting(false)}
            onSave={(text) => change({ note: text })}
          />
        </Suspense>
      )}
    </div>
  )
}

/** Average rating. Shown only if other users have also rated the item. */
function Average({ average, count, rating }: UserData) {
  const others = count - (rating === null ? 0 : 1)
  if (average === null || others <= 0) return null
  return (
    <span className={styles.average}>
      {t('{count, plural, one {# rating} other {# ratings}}, {score} on average', {
        count,
        score: formatNumber(Math.round(average) / 20),
      })}
    </span>
  )
}

const paths = {
  series: '/api/v1/series/{id}/user-data',
  book: '/api/v1/books/{id}/user-data',
} as const

/**
 * Loads and changes the user's rating, favorite and note. Changes are shown immediately and sent in
 * sequence.
 */
function useUserData({ kind, id }: RatedItem) {
  const path = paths[kind]
  const queries = useQueryClient()
  const query = apiQuery(path, withId(id))
  const { data } = useQuery(query)
  const { mutate } = useMutation({
    ...inSequence(path),
    mutationFn: (body: Changes, signal) =>
      readResponse(api.PATCH(path, { ...withId(id), body, signal })),
    onError: (error) => toast(formatError(error)),
    onSettled: () => {
      if (isLastInSequence(queries, path)) void queries.invalidateQueries({ queryKey: [path] })
    },
  })
  const change = (changes: Changes) => {
    cancelQueries(queries, path)
    queries.setQueryData(
      query.queryKey,
      (known: UserData | undefined) => known && { ...known, ...dropUndefined(changes) },
    )
    mutate(changes)
  }
  return { data, change }
}

const dropUndefined = (changes: Changes) =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
