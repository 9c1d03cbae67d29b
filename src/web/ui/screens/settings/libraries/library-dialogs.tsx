import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { readResponse, api, type Schemas } from '../../../api/client'
import { t } from '../../../i18n/i18n'
import { translate } from '../../../i18n/server-messages'
import { Confirm } from '../shared/confirm'
import { useChange } from '../../../components/use-change'
import { IgnoredFiles } from './ignored-files'
import { ScanHistory } from './scans/scan-history'
import { ScanPreviewSheet } from './scans/scan-preview'

export type Shown = 'edit' | 'preview' | 'journal' | 'ignored' | 'trash' | 'confirm'

interface LibraryDialogsProps {
  library: Schemas['Library']
  shown: Shown
  onClose: () => void
}

const EditLibrary = lazy(async () => ({
  default: (await import('./form/edit-library')).EditLibrary,
}))

export function LibraryDialogs({ library, shown, onClose }: LibraryDialogsProps) {
  // Keeps the library while the dialog closes.
  const [opened] = useState(library)
  switch (shown) {
    case 'edit':
      return (
        <Suspense fallback={null}>
          <EditLibrary library={opened} onClose={onClose} />
        </Suspense>
      )
    case 'preview':
      return <ScanPreviewSheet libraryId={library.id} onClose={onClose} />
    case 'journal':
      return <ScanHistory libraryId={library.id} onClose={onClose} />
    case 'ignored':
      return <IgnoredFiles libraryId={library.id} onClose={onClose} />
    case 'trash':
      return <TrashLibrary library={library} onClose={onClose} />
    case 'confirm':
      return <ConfirmRemoval library={library} onClose={onClose} />
  }
}

type Props = Pick<LibraryDialogsProps, 'library' | 'onClose'>

function TrashLibrary({ library: { id, name }, onClose }: Props) {
  const queries = useQueryClient()
  const trash = useChange({
    act: () => readResponse(api.DELETE('/api/v1/libraries/{id}', { params: { path: { id } } })),
    done: t('Moved {name} to the trash', { name }),
    onDone: () => {
      // Refetches only the list of libraries, because the library's scans no longer exist. Events
      // refetch everything else.
      void queries.invalidateQueries({ queryKey: ['/api/v1/libraries'] })
      onClose()
    },
  })
  return (
    <Confirm
      title={t('Move {name} to trash?', { name })}
      action={t('Move to trash')}
      name={name}
      busy={trash.isPending}
      onClose={onClose}
      onConfirm={() => trash.mutate()}
    >
      <p>
        {t(
          'The library will be hidden from everyone. Its files aren’t deleted, and you can restore the library with all reading progress.',
        )}
      </p>
    </Confirm>
  )
}

function ConfirmRemoval({ library: { id, name, stateReason }, onClose }: Props) {
  const confirm = useChange({
    act: () =>
      readResponse(api.POST('/api/v1/libraries/{id}/confirm', { params: { path: { id } } })),
    done: t('A scan is moving the missing books to the trash'),
    stale: ['/api/v1/libraries'],
    onDone: onClose,
  })
  return (
    <Confirm
      title={t('Were the files in {name} really deleted?', { name })}
      action={t('Move missing books to trash')}
      busy={confirm.isPending}
      onClose={onClose}
      onConfirm={() => confirm.mutate()}
    >
      {stateReason && <p>{translate(stateReason)}</p>}
      <p>
        {t(
          'The missing books will be moved to the trash. If the files return, the books are restored with all reading progress.',
        )}
      </p>
    </Confirm>
  )
}
