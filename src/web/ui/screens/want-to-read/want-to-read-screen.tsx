import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { buttonClass } from '../../components/controls/button'
import { EmptyState } from '../../components/feedback/states'
import { BookmarkIcon } from '../../components/icons'
import { ListsNavigation } from '../../components/lists/lists-navigation'
import { OrderedList } from '../../components/ordered-list/ordered-list'
import styles from '../../components/ordered-list/ordered-list.module.css'
import { formatDate, t } from '../../i18n/i18n'
import { fullBookTitle } from '../../labels/metadata-labels'
import { usePageTitle } from '../../state/browser/page-title'
import { wantedEntriesQuery, type Entry } from './queries'
import { useQueue } from './use-queue'

export function WantToReadScreen() {
  usePageTitle(t('Want to read'))
  const [total, setTotal] = useState<number>()
  const changes = useQueue()
  return (
    <>
      <ListsNavigation />
      <header className={styles.head}>
        <h1>{t('Want to read')}</h1>
        {total !== undefined && total > 0 && (
          <span>{t('{total, plural, one {# entry} other {# entries}}', { total })}</span>
        )}
      </header>
      <OrderedList<Entry>
        label={t('Want to read')}
        pageQuery={wantedEntriesQuery}
        toEntry={toEntry}
        changes={changes}
        onTotal={setTotal}
        empty={<Nothing />}
      />
    </>
  )
}

const toEntry = ({ id, itemType, seriesId, bookId, seriesName, addedAt, ...work }: Entry) => ({
  id,
  kind: itemType,
  itemId: seriesId ?? bookId ?? '',
  title: seriesName === null ? work.title : fullBookTitle({ ...work, seriesName }),
  note: `${itemType === 'series' ? t('A series') : t('Book')} · ${t('since {date}', {
    date: formatDate(addedAt),
  })}`,
})

const Nothing = () => (
  <EmptyState icon={BookmarkIcon} title={t('Your list is empty')}>
    <p>{t('Choose “Want to read” on a series or book to add it here. Drag to reorder.')}</p>
    <Link to="/library" search={{}} className={buttonClass('plain')}>
      {t('Go to library')}
    </Link>
  </EmptyState>
)
