/**
 * Permanently deletes the trash of a library, or a library in the trash. Before that, shows how
 * much would be deleted.
 */
import { useQuery } from '@tanstack/react-query'
import { readResponse, api, type Schemas } from '../../../../api/client'
import { apiQuery } from '../../../../api/query'
import { t } from '../../../../i18n/i18n'
import { usePermission } from '../../../../state/session/session'
import { PurgeButton } from './purge-button'
import styles from '../../settings.module.css'
import { formatBookCount, formatTrashedSeries } from './trash-labels'
import type { TrashCounts } from './use-trash-counts'

type Library = Pick<Schemas['Library'], 'id' | 'name'>

interface EmptyTrashProps {
  libraryId: string | undefined
  counts: TrashCounts
}

/**
 * Applies to the only library, or else the selected one, or else asks the user to select one.
 * Renders nothing if the trash is empty or the user may not empty it.
 */
export function EmptyTrash({ libraryId, counts }: EmptyTrashProps) {
  const mayDelete = usePermission('libraries:delete')
  const { data: libraries = [] } = useQuery(apiQuery('/api/v1/libraries'))
  const library =
    libraries.length === 1 ? libraries[0] : libraries.find(({ id }) => id === libraryId)
  if (!mayDelete || !(counts.books || counts.series)) return null
  if (!library) return <p className={styles.hint}>{t('Choose a library to empty its trash')}</p>
  return (
    <PurgeButton
      name={library.name}
      extent={[formatBookCount(counts.books ?? 0), formatTrashedSeries(counts.series ?? 0)].join(
        ' · ',
      )}
      words={{
        button: t('Empty trash…'),
        question: t('Permanently delete everything in the trash of {name}?', {
          name: library.name,
        }),
      }}
      act={(name) => purgeLibrary(library, name)}
    />
  )
}

const purgeLibrary = ({ id }: Library, name: string) =>
  readResponse(
    api.POST('/api/v1/libraries/{id}/purge', { params: { path: { id } }, body: { name } }),
  )

/** A button that permanently deletes a library that is itself in the trash. */
export const PurgeLibrary = ({ library }: { library: Schemas['Library'] }) => (
  <PurgeButton
    name={library.name}
    extent={[formatBookCount(library.bookCount), formatTrashedSeries(library.seriesCount)].join(
      ' · ',
    )}
    act={(name) => purgeLibrary(library, name)}
  />
)
