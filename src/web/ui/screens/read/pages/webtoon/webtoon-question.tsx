/** Asks once per series whether it is a webtoon, if this is not clear from its pages. */
import { Button } from '../../../../components/controls/button'
import { t } from '../../../../i18n/i18n'
import styles from '../../reader.module.css'
import type { Settings } from '../../hooks/use-reader-settings'

interface QuestionProps {
  onAnswer(mode: Settings['reader.mode']): void
}

export const WebtoonQuestion = ({ onAnswer }: QuestionProps) => (
  <section className={styles.notice} role="status">
    <p>{t('Is this a webtoon, drawn as one continuous strip?')}</p>
    <div style={{ display: 'flex', gap: 8 }}>
      <Button small onClick={() => onAnswer('paged')}>
        {t('No, separate pages')}
      </Button>
      <Button small variant="primary" onClick={() => onAnswer('webtoon')}>
        {t('Read as webtoon')}
      </Button>
    </div>
  </section>
)
