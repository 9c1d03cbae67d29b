/** What is wrong with the file of a book, in words for people. */
import type { Schemas } from '../../api/client'
import { WarningIcon } from '../../components/icons'
import { t } from '../../i18n/i18n'
import styles from './book.module.css'

export function Findings({ book: { findings } }: { book: Schemas['FullBook'] }) {
  if (findings.length === 0) return null
  return (
    <section className={styles.findings} aria-label={t('What is wrong with the file')}>
      <WarningIcon size={22} />
      <div>
        <h2>{t('Something is wrong with the file')}</h2>
        <ul role="list">
          {findings.map(({ code, message }) => (
            <li key={code}>{message}</li>
          ))}
        </ul>
        <p>{t('It is looked at again when the file changes.')}</p>
      </div>
    </section>
  )
}
