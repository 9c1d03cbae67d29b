import { SilentServer } from '../../components/feedback/states'
import { t } from '../../i18n/i18n'
import styles from './home.module.css'

/** Number of covers that fit on a wide screen. */
const covers = 8

export const HomeSkeleton = () => (
  <>
    <SilentServer />
    <div className={styles.waitingPanel} aria-hidden="true" />
    <RowSkeleton />
  </>
)

/** Skeleton below the loaded rows. */
export const RowSkeleton = () => (
  <div className={styles.waiting} role="status">
    <span className="hidden-words">{t('Loading')}</span>
    {Array.from({ length: covers }, (_, cover) => (
      <i key={cover} aria-hidden="true" />
    ))}
  </div>
)
