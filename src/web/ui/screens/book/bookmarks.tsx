import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMutation } from '../../api/mutation'
import { Link } from '@tanstack/react-router'
import type { Schemas } from '../../api/client'
import { readResponse, api } from '../../api/client'
import { formatError } from '../../api/format-error'
import { IconButton } from '../../components/controls/button'
import { CloseIcon } from '../../components/icons'
import { toast } from '../../components/feedback/toast'
import { Card } from '../../components/card/card'
import { readLink } from '../../components/read-link'
import { formatNumber, formatPercent, t } from '../../i18n/i18n'
import styles from './book.module.css'
import { bookmarksQuery } from './queries'

type Bookmark = Schemas['Bookmark']

/** Hidden if there are no bookmarks, which are created in the reader. */
export function Bookmarks({ book: { id } }: { book: Schemas['FullBook'] }) {
  const bookmarks = useQuery(bookmarksQuery(id))
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: (bookmarkId: string) =>
      readResponse(
        api.DELETE('/api/v1/books/{id}/bookmarks/{bookmarkId}', {
          params: { path: { id, bookmarkId } },
        }),
      ),
    // Does not wait for the live event.
    onSuccess: () => queries.invalidateQueries({ queryKey: bookmarksQuery(id).queryKey }),
    onError: (error) => toast(formatError(error)),
  })
  const all = bookmarks.data?.data ?? []
  if (all.length === 0) return null
  return (
    <Card title={t('Bookmarks')}>
      <ul role="list" className={styles.bookmarks}>
        {all.map((bookmark) => (
          <li key={bookmark.id}>
            <Link
              {...readLink(id, bookmark.page === null ? {} : { page: bookmark.page })}
              className={styles.bookmark}
            >
              <b>{formatPlace(bookmark)}</b>
              {bookmark.note && <span>{bookmark.note}</span>}
            </Link>
            <IconButton
              label={t('Remove bookmark: {place}', { place: formatPlace(bookmark) })}
              icon={CloseIcon}
              onClick={() => remove.mutate(bookmark.id)}
            />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function formatPlace({ page, locator }: Bookmark): string {
  if (page !== null) return t('Page {page}', { page: formatNumber(page) })
  const whole = locator?.locations.totalProgression
  if (locator?.title) return locator.title
  return typeof whole === 'number'
    ? t('At {percent}', { percent: formatPercent(whole) })
    : t('Position in the text')
}
