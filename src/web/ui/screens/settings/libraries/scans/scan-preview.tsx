import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { readResponse, api, type Schemas } from '../../../../api/client'
import { apiQuery } from '../../../../api/query'
import { formatError } from '../../../../api/format-error'
import { Button } from '../../../../components/controls/button'
import { Sheet } from '../../../../components/dialogs/dialog'
import { Loading } from '../../../../components/feedback/states'
import { t } from '../../../../i18n/i18n'
import { translate } from '../../../../i18n/server-messages'
import { useChange } from '../../../../components/use-change'
import styles from '../libraries.module.css'
import { formatKind } from './change-labels'

const lookMs = 1_000

export function ScanPreviewSheet({
  libraryId,
  onClose,
}: {
  libraryId: string
  onClose: () => void
}) {
  const params = { path: { id: libraryId } }
  const begin = useChange({
    act: () => readResponse(api.POST('/api/v1/libraries/{id}/scans/preview', { params })),
    quiet: true,
  })
  const { mutate } = begin
  useEffect(() => mutate(), [mutate])
  const preview = useQuery({
    ...apiQuery('/api/v1/libraries/{id}/scans/preview', { params }),
    enabled: begin.isSuccess || begin.isError,
    staleTime: 0,
    refetchInterval: ({ state }) => (isOver(state.data) ? false : lookMs),
  })
  const scan = useChange({
    act: () => readResponse(api.POST('/api/v1/libraries/{id}/scan', { params })),
    stale: ['/api/v1/libraries'],
    onDone: onClose,
  })
  const isDone = isOver(preview.data) && !begin.isPending
  const actions = (
    <Button
      variant="primary"
      disabled={!isDone}
      busy={scan.isPending}
      onClick={() => scan.mutate()}
    >
      {t('Scan now')}
    </Button>
  )
  return (
    <Sheet open onClose={onClose} title={t('Scan preview')} actions={actions}>
      {preview.isError && <p>{formatError(preview.error)}</p>}
      {!isDone && !preview.isError && <Loading />}
      {isDone && preview.data && <Result preview={preview.data} />}
    </Sheet>
  )
}

const isOver = (preview: Schemas['ScanPreview'] | undefined) =>
  preview?.status === 'completed' || preview?.status === 'failed'

const kinds = ['added', 'changed', 'moved', 'missing', 'returned'] as const

function Result({ preview: { result, message } }: { preview: Schemas['ScanPreview'] }) {
  if (!result) return <p>{message ? translate(message) : t('The preview failed')}</p>
  const some = kinds.filter((kind) => result[kind].count > 0)
  return (
    <div className={styles.result}>
      <p>
        {t('{count, plural, one {# file} other {# files}} found', { count: result.filesFound })}
      </p>
      {result.stateReason && <p className={styles.problem}>{translate(result.stateReason)}</p>}
      {some.length === 0 && <p>{t('Nothing would change')}</p>}
      {some.map((kind) => (
        <section key={kind}>
          <h3>{formatKind(kind, result[kind].count)}</h3>
          <ul className={styles.paths}>
            {result[kind].examples.map(({ path, pathBefore }) => (
              <li key={path}>
                {pathBefore && <s>{pathBefore}</s>}
                {path}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
