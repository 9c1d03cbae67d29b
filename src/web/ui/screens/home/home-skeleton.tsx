/** Home in grey, in the shape of what comes. */
import { t } from '../../i18n/i18n'
import styles from './home.module.css'

/** As many as a wide screen shows. */
const covers = 8

export const HomeSkeleton = () => (
  <>
    <div className={styles.waitingPanel} aria-hidden="true" />
    <RowSkeleton />
  </>
)

/** Below the rows that are there. */
export const RowSkeleton = () => (
  <div className={styles.waiting} role="status">
    <span className="hidden-words">{t('Loading')}</span>
    {Array.from({ length: covers }, (_, cover) => (
      <i key={cover} aria-hidden="true" />
    ))}
  </div>
)
