import { Button } from '../../../components/controls/button'
import { t } from '../../../i18n/i18n'
import { useStore } from '../../../state/store'
import styles from '../reader.module.css'
import type { SectionLoader } from './engine/book/section-loader'

/** Shown while a section that could not be loaded is requested again. */
export function SectionPending({ sectionLoader }: { sectionLoader: SectionLoader }) {
  if (!useStore(sectionLoader.isLate)) return null
  return (
    <section className={styles.notice} role="alert">
      <p>{t('Couldn’t load this section. Retrying.')}</p>
      <Button small onClick={() => sectionLoader.retry()}>
        {t('Try again')}
      </Button>
    </section>
  )
}
