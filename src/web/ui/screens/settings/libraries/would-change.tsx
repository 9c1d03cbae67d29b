/** What another way to read names would change. */
import type { Schemas } from '../../../api/client'
import { t } from '../../../i18n/i18n'
import settings from '../settings.module.css'
import styles from './libraries.module.css'

export function WouldChange({ preview }: { preview: Schemas['NamingPreview'] }) {
  const { booksMoved, booksRenamed, seriesAdded, seriesEmptied, series, books } = preview
  // A series whose books all get another series' name keeps its id, and is only called otherwise.
  const isCalled = series.some(({ title, titleAfter }) => title !== titleAfter)
  if (booksMoved + booksRenamed + seriesAdded === 0 && !isCalled) {
    return (
      <p className={settings.hint} role="status">
        {t('Nothing would change.')}
      </p>
    )
  }
  return (
    <div className={styles.result} role="status">
      <p>
        {t(
          '{moved, plural, one {# book} other {# books}} into another series, {renamed, plural, one {# book} other {# books}} with another title or number, {added} new series, {emptied} series left empty.',
          { moved: booksMoved, renamed: booksRenamed, added: seriesAdded, emptied: seriesEmptied },
        )}
      </p>
      <ul className={styles.paths}>
        {series.slice(0, 8).map((each) => (
          <li key={`${each.id ?? ''}${each.titleAfter ?? ''}`}>
            {each.title ?? t('(new)')} → <strong>{each.titleAfter ?? t('(empty)')}</strong>
          </li>
        ))}
        {books.slice(0, 8).map((each) => (
          <li key={each.id}>
            {each.before.series}, {each.before.title} →{' '}
            <strong>
              {each.after.series}, {each.after.title}
            </strong>
            <span>{each.fileName}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
