import { t } from '../../../i18n/i18n'
import styles from './libraries.module.css'

const blank = '\u00a0'

export const LibrarySkeleton = () => (
  <div className={styles.card} role="status">
    <span className="hidden-words">{t('Loading')}</span>
    <div className={styles.top} data-waiting aria-hidden="true">
      <span className={styles.tile} />
      <div className={styles.names}>
        <h2>{blank}</h2>
        <code>{blank}</code>
        <div className={styles.facts}>
          <span>{blank}</span>
          <span>{blank}</span>
        </div>
      </div>
      <div className={styles.buttons} />
    </div>
  </div>
)
