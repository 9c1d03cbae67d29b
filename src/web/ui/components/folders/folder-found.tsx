/** Preview of a folder, based on file names. Nothing is stored. */
import type { Schemas } from '../../api/client'
import { ApiError } from '../../api/client'
import { formatError } from '../../api/format-error'
import { formatNumber, t } from '../../i18n/i18n'
import { translate } from '../../i18n/server-messages'
import { getFolderName, isTop } from './folder-paths'
import { useFolderFound } from './folder-queries'
import styles from './folders.module.css'

export function FolderFound({ path, libraryId }: { path: string; libraryId?: string }) {
  const found = useFolderFound(path, libraryId)
  if (isTop(path)) {
    return <p className={styles.note}>{t('Choose the folder that contains your books')}</p>
  }
  if (found.isError) {
    return (
      <p className={styles.warn} role="alert">
        {formatDetail(found.error)}
      </p>
    )
  }
  if (!found.data) return <p className={styles.note}>{t('Checking folder…')}</p>
  return <Found found={found.data} />
}

function Found({ found }: { found: Schemas['FolderPreview'] }) {
  const { comics, books, formats, examples, folderCount, unreadable, isComplete } = found
  const name = getFolderName(found.path)
  if (comics + books === 0) {
    return (
      <>
        <strong>{name}</strong>
        <p className={styles.note}>
          {isComplete
            ? t('No comics or books found here')
            : t('No comics or books found yet. The folder may be very large, or the disk slow.')}
        </p>
      </>
    )
  }
  return (
    <>
      <strong>{name}</strong>
      <p className={styles.count}>{formatFound(found)}</p>
      {/* If there is only one format, its count is already shown above. */}
      {formats.length > 1 && (
        <p className={styles.note}>
          {formats
            .map(({ format, count }) => `${formatFileFormat(format)} ${formatNumber(count)}`)
            .join(' · ')}
        </p>
      )}
      <Examples examples={examples} />
      {folderCount > examples.length && (
        <p className={styles.note}>
          {t('{count, plural, one {# folder with books} other {# folders with books}}', {
            count: folderCount,
          })}
        </p>
      )}
      {unreadable > 0 && (
        <p className={styles.warn}>
          {t(
            'Quire doesn’t have permission to read {count, plural, one {# subfolder} other {# subfolders}}',
            {
              count: unreadable,
            },
          )}
        </p>
      )}
    </>
  )
}

/**
 * Reason code for a series named after its folder. This reason is the most common one and is not
 * shown.
 */
const plainReason = 'naming.series.from_folder'

const Examples = ({ examples }: Pick<Schemas['FolderPreview'], 'examples'>) => (
  <ul className={styles.examples}>
    {examples.map(({ name, books, because }, index) => (
      <li key={`${name} ${index}`}>
        {name} <span>{t('{books, plural, one {# book} other {# books}}', { books })}</span>
        {because.code !== plainReason && <p className={styles.note}>{translate(because)}</p>}
      </li>
    ))}
  </ul>
)

/** Returns text such as `3,412 comics, 210 books found`. */
export function formatFound({ comics, books, isComplete }: Schemas['FolderPreview']): string {
  const parts = [
    ...(comics > 0 ? [t('{comics, plural, one {# comic} other {# comics}}', { comics })] : []),
    ...(books > 0 ? [t('{books, plural, one {# book} other {# books}}', { books })] : []),
  ].join(', ')
  return isComplete
    ? t('{parts} found', { parts })
    : t('{parts} found so far; there may be more', { parts })
}

const formatFileFormat = (format: string) =>
  format === 'folder' ? t('Image folders') : format.toUpperCase()

/** Formats an error without the path, which is already shown above. */
function formatDetail(error: unknown): string {
  const detail = error instanceof ApiError ? error.details[0] : undefined
  return detail
    ? t('Can’t use this folder: {reason}', { reason: translate(detail) })
    : formatError(error)
}
