import type { Schemas } from '../../../api/client'
import { t } from '../../../i18n/i18n'
import settings from '../settings.module.css'
import styles from '../libraries/libraries.module.css'

type Preview = Schemas['NamingPreview']

export function NamingPreview({ preview }: { preview: Preview }) {
  const { booksMoved, booksRenamed, seriesAdded, series, books } = preview
  // If all books of a series are renamed, the series keeps its identity and gets a new title.
  const isCalled = series.some(({ title, titleAfter }) => title !== titleAfter)
  if (booksMoved + booksRenamed + seriesAdded === 0 && !isCalled) {
    return (
      <p className={settings.hint} role="status">
        {t('Nothing would change')}
      </p>
    )
  }
  return (
    <div className={styles.result} role="status">
      <p>{formatSummary(preview)}</p>
      {series.length > 0 && <SeriesList series={series} />}
      {books.length > 0 && <BookList books={books} />}
    </div>
  )
}

const SeriesList = ({ series }: Pick<Preview, 'series'>) => (
  <section>
    <h3>{t('Series')}</h3>
    <ul className={styles.paths}>
      {series.slice(0, shown).map((each) => (
        <li key={`${each.id ?? ''}${each.titleAfter ?? ''}`}>
          {each.title ?? t('(new)')} → <strong>{each.titleAfter ?? t('(empty)')}</strong>
        </li>
      ))}
    </ul>
  </section>
)

const BookList = ({ books }: Pick<Preview, 'books'>) => (
  <section>
    <h3>{t('Books')}</h3>
    <ul className={styles.paths}>
      {books.slice(0, shown).map((each) => (
        <li key={each.id}>
          {each.before.series}, {each.before.title} →{' '}
          <strong>
            {each.after.series}, {each.after.title}
          </strong>
          <span>{each.fileName}</span>
        </li>
      ))}
    </ul>
  </section>
)

/** Maximum number of examples of each kind. */
const shown = 8

/** Omits counts that are zero. */
function formatSummary({ booksMoved, booksRenamed, seriesAdded, seriesEmptied }: Preview): string {
  const sums = [
    booksMoved > 0 &&
      t('{count, plural, one {# book moves} other {# books move}} to another series', {
        count: booksMoved,
      }),
    booksRenamed > 0 &&
      t('{count, plural, one {# book gets} other {# books get}} a new title or number', {
        count: booksRenamed,
      }),
    seriesAdded > 0 &&
      t('{count, plural, one {# new series} other {# new series}}', { count: seriesAdded }),
    seriesEmptied > 0 &&
      t('{count, plural, one {# series becomes} other {# series become}} empty', {
        count: seriesEmptied,
      }),
  ]
  return sums.filter((words) => words !== false).join(', ') || t('Series are renamed')
}
