/** Files that scans ignore after an undo. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readResponse, api, type Schemas } from '../../../api/client'
import { apiQuery } from '../../../api/query'
import { Button } from '../../../components/controls/button'
import { Sheet } from '../../../components/dialogs/dialog'
import { ErrorState, Loading } from '../../../components/feedback/states'
import { formatDate, t } from '../../../i18n/i18n'
import { Pager } from '../../../components/grid/pager'
import { Entries, Entry } from '../shared/settings-section'
import settings from '../settings.module.css'
import { useChange } from '../../../components/use-change'
import styles from './libraries.module.css'

export function IgnoredFiles({
  libraryId: id,
  onClose,
}: {
  libraryId: string
  onClose: () => void
}) {
  const [page, setPage] = useState(1)
  const files = useQuery({
    ...apiQuery('/api/v1/libraries/{id}/ignored', {
      params: { path: { id }, query: { page, pageSize: 50 } },
    }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  return (
    <Sheet open onClose={onClose} title={t('Ignored files')}>
      <div className={styles.result}>
        <p className={settings.hint}>
          {t(
            'The scan that added these files was undone, so scans ignore them. Restore a file to add its book again.',
          )}
        </p>
        {files.isError && <ErrorState error={files.error} retry={files.refetch} />}
        {files.isPending && <Loading />}
        {files.data?.total === 0 && <p>{t('No ignored files')}</p>}
        <Entries label={t('Ignored files')}>
          {files.data?.data.map((file) => (
            <IgnoredEntry key={file.id} libraryId={id} file={file} />
          ))}
        </Entries>
        <Pager page={page} pages={files.data?.totalPages ?? 1} onChange={setPage} />
      </div>
    </Sheet>
  )
}

interface IgnoredEntryProps {
  libraryId: string
  file: Schemas['IgnoredFile']
}

function IgnoredEntry({
  libraryId,
  file: { id, title, path, bookId, createdAt },
}: IgnoredEntryProps) {
  const params = { path: { id: libraryId, ignoredId: id } }
  const want = useChange({
    act: () => readResponse(api.DELETE('/api/v1/libraries/{id}/ignored/{ignoredId}', { params })),
    done: bookId
      ? t('{name} restored', { name: title })
      : t('The next scan will add {name}', { name: title }),
    stale: ['/api/v1/'],
  })
  return (
    <Entry
      title={title}
      facts={t('since {date}', { date: formatDate(createdAt) })}
      actions={
        <Button small busy={want.isPending} onClick={() => want.mutate()}>
          {t('Restore')}
        </Button>
      }
    >
      <code className={settings.path}>{path}</code>
    </Entry>
  )
}
