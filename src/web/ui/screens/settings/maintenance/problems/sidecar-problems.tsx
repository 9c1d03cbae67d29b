/** Sidecar files with problems. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiQuery } from '../../../../api/query'
import { t } from '../../../../i18n/i18n'
import { Pager } from '../../../../components/grid/pager'
import { SettingsCard, Entries, Entry } from '../../shared/settings-section'
import styles from '../../settings.module.css'

/** Renders nothing without problems. */
export function SidecarProblems({ libraryId }: { libraryId: string | undefined }) {
  const [page, setPage] = useState(1)
  const filter = libraryId ? { libraryId } : {}
  const { data: found } = useQuery({
    ...apiQuery('/api/v1/side-files/errors', {
      params: { query: { page, pageSize: 30, ...filter } },
    }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  if (!found || found.total === 0) return null
  return (
    <SettingsCard
      title={t('Sidecar files')}
      hint={t(
        'Metadata files and images that can’t be used. The books themselves aren’t affected.',
      )}
    >
      <Entries label={t('Sidecar files')}>
        {found.data.map(({ id, name, folder, libraryName, message, path }) => (
          <Entry key={id} title={name} facts={`${folder} · ${libraryName}`}>
            <div>{message}</div>
            {path && <code className={styles.path}>{path}</code>}
          </Entry>
        ))}
      </Entries>
      <Pager page={found.page} pages={found.totalPages} onChange={setPage} />
    </SettingsCard>
  )
}
