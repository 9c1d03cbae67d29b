import type { Schemas } from '../../../api/client'
import { formatNumber, t } from '../../../i18n/i18n'
import styles from './parsing-rule.module.css'

export function Preview({ previews }: { previews: readonly Schemas['NamingPreview'][] }) {
  const moved = previews.reduce((sum, { booksMoved }) => sum + booksMoved, 0)
  const renamed = previews.reduce((sum, { booksRenamed }) => sum + booksRenamed, 0)
  const books = previews.flatMap((preview) => preview.books)
  // If all books of a series are renamed, the series keeps its identity and gets a new title.
  const called = previews
    .flatMap(({ series }) => series)
    .filter(({ title, titleAfter }) => title && titleAfter && title !== titleAfter)
  if (moved + renamed + called.length === 0) {
    return <p role="status">{t('Nothing would change: metadata in the files takes precedence')}</p>
  }
  return (
    <section className={styles.preview} aria-label={t('Preview')}>
      <p role="status">
        {moved + renamed === 0
          ? t('Renames the series for all of its books')
          : t(
              '{renamed, plural, one {# book gets a new title or number} other {# books get a new title or number}}, {moved, plural, =0 {none move to another series} one {# moves to another series} other {# move to another series}}',
              {
                renamed,
                moved,
              },
            )}
      </p>
      <ul role="list">
        {called.map(({ id, title, titleAfter }) => (
          <li key={id}>
            <del>{title}</del>
            <ins>{titleAfter}</ins>
          </li>
        ))}
        {books.map(({ id, fileName, before, after }) => (
          <li key={id}>
            <span className={styles.fileName}>{fileName}</span>
            <span>
              <del>{formatNaming(before)}</del>
            </span>
            <span>
              <ins>{formatNaming(after)}</ins>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function formatNaming({ series, title, volume, chapter }: Schemas['BookNaming']): string {
  return [
    series,
    ...(volume === null ? [] : [t('Vol. {volume}', { volume: formatNumber(volume) })]),
    ...(chapter === null ? [] : [t('Ch. {chapter}', { chapter: formatNumber(chapter) })]),
    title,
  ].join(' · ')
}
