/** The third step: the result of an import, with undo. */
import { type ReactNode, useState } from 'react'
import { api, readResponse } from '../../../../api/client'
import { Button } from '../../../../components/controls/button'
import { useChange } from '../../../../components/use-change'
import { formatInstant } from '../../../../i18n/date-time'
import { t } from '../../../../i18n/i18n'
import { translate } from '../../../../i18n/server-messages'
import { Confirm } from '../../shared/confirm'
import { SettingsCard } from '../../shared/settings-section'
import styles from '../../settings.module.css'
import { getStateWords } from './import-progress'
import { ImportReport } from './import-report'
import { type Import, importsPath, useImportsPath } from './use-imports'

interface ImportResultProps {
  shown: Import
  actions: ReactNode
}

export function ImportResult({ shown, actions }: ImportResultProps) {
  const { state, error, preview, kept, canUndo } = shown
  return (
    <SettingsCard title={t('3. {state}', { state: getStateWords()[state] })}>
      {error && <p role="alert">{translate(error)}</p>}
      {state === 'undone' && kept !== null && kept > 0 && (
        <p>
          {t(
            '{count, plural, one {# entry has been changed since and will be kept} other {# entries have been changed since and will be kept}}',
            {
              count: kept,
            },
          )}
        </p>
      )}
      {preview && state === 'done' && <ImportReport preview={preview} />}
      <div className={styles.actions}>
        {actions}
        {canUndo && <UndoImport shown={shown} />}
      </div>
    </SettingsCard>
  )
}

export function UndoImport({ shown: { id, createdAt } }: { shown: Import }) {
  const [isAsked, setIsAsked] = useState(false)
  const path = useImportsPath()
  const undo = useChange({
    act: () => readResponse(api.POST(`${path}/{id}/undo`, { params: { path: { id } } })),
    stale: [path],
    onDone: () => setIsAsked(false),
    once: true,
  })
  return (
    <>
      <Button small variant="danger" onClick={() => setIsAsked(true)}>
        {t('Undo import')}
      </Button>
      {isAsked && (
        <Confirm
          title={t('Undo this import?')}
          action={t('Undo import')}
          busy={undo.isPending}
          onConfirm={() => undo.mutate()}
          onClose={() => setIsAsked(false)}
        >
          <p>
            {path === importsPath
              ? t(
                  'Everything added by the import on {time} will be removed, except data that has been changed since and accounts that someone has signed in to',
                  { time: formatInstant(createdAt) },
                )
              : t(
                  'Everything added by the import on {time} will be removed, except data that you have changed since',
                  {
                    time: formatInstant(createdAt),
                  },
                )}
          </p>
        </Confirm>
      )}
    </>
  )
}
