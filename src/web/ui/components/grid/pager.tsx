import { useEffect } from 'react'
import { Button } from '../controls/button'
import { formatNumber, t } from '../../i18n/i18n'
import styles from './pager.module.css'

interface PagerProps {
  page: number
  pages: number
  onChange: (page: number) => void
}

/** Page navigation. Hidden if there is only one page. */
export function Pager({ page, pages, onChange }: PagerProps) {
  // The last page may have been removed in the meantime.
  const isBeyond = pages > 0 && page > pages
  useEffect(() => {
    if (isBeyond) onChange(pages)
  })
  if (pages <= 1) return null
  return (
    <nav className={styles.pager} aria-label={t('Pagination')}>
      <Button small aria-disabled={page <= 1} onClick={() => onChange(page - 1)}>
        {t('Previous')}
      </Button>
      <span>
        {t('Page {page} of {pages}', { page: formatNumber(page), pages: formatNumber(pages) })}
      </span>
      <Button small aria-disabled={page >= pages} onClick={() => onChange(page + 1)}>
        {t('Next')}
      </Button>
    </nav>
  )
}
