import { useState } from 'react'
import { t } from '../../i18n/i18n'
import { usePageTitle } from '../../state/browser/page-title'
import { Queue } from './queue'
import styles from './want-to-read.module.css'

export function WantToReadScreen() {
  usePageTitle(t('Want to read'))
  const [total, setTotal] = useState<number>()
  return (
    <>
      <header className={styles.head}>
        <h1>{t('Want to read')}</h1>
        {total !== undefined && total > 0 && (
          <span>{t('{total, plural, one {# entry} other {# entries}}', { total })}</span>
        )}
      </header>
      <Queue onTotal={setTotal} />
    </>
  )
}
