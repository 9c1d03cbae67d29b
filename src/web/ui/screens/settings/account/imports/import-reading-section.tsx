/** Imports reading data from an app: choose its file, review the preview, see the result. */
import { useState } from 'react'
import { Button } from '../../../../components/controls/button'
import { t } from '../../../../i18n/i18n'
import { translate } from '../../../../i18n/server-messages'
import { DiscardImport } from '../../server/move-in/discard-import'
import { EarlierImports } from '../../server/move-in/earlier-imports'
import { ImportProgress } from '../../server/move-in/import-progress'
import { ImportReport } from '../../server/move-in/import-report'
import { ImportResult } from '../../server/move-in/import-result'
import { ConfirmImport } from '../../server/move-in/import-review'
import {
  type Import,
  ImportsPath,
  isImportRunning,
  isOpen,
  ownImportsPath,
  useImports,
} from '../../server/move-in/use-imports'
import { Part, PendingSection, SettingsCard } from '../../shared/settings-section'
import styles from '../../settings.module.css'
import { AppFileForm } from './app-file-form'

export const ImportReading = () => (
  <ImportsPath value={ownImportsPath}>
    <OwnImports />
  </ImportsPath>
)

function OwnImports() {
  const imports = useImports()
  const [shownId, setShownId] = useState<string | null>(null)
  const title = t('Import reading data')
  if (!imports.data) return <PendingSection title={title} question={imports} />
  const shown =
    imports.data.find((one) => isOpen(one) || (isImportRunning(one) && one.state !== 'undoing')) ??
    imports.data.find(({ id }) => id === shownId)
  return (
    <Part
      title={title}
      lead={t(
        'Imports your reading data from another app. Entries are matched with the books that you can see here.',
      )}
    >
      {shown ? (
        <OwnImport
          shown={shown}
          onConfirm={() => setShownId(shown.id)}
          onClose={() => setShownId(null)}
        />
      ) : (
        <AppFileForm />
      )}
      <EarlierImports imports={imports.data.filter(({ id }) => id !== shown?.id)} />
    </Part>
  )
}

interface OwnImportProps {
  shown: Import
  onConfirm: () => void
  onClose: () => void
}

function OwnImport({ shown, onConfirm, onClose }: OwnImportProps) {
  if (isImportRunning(shown)) return <ImportProgress shown={shown} />
  if (!isOpen(shown)) {
    return <ImportResult shown={shown} actions={<Button onClick={onClose}>{t('Done')}</Button>} />
  }
  const { preview, error, state } = shown
  return (
    <SettingsCard title={t('2. Review the preview')} hint={t('Nothing is changed yet')}>
      {error && <p role="alert">{translate(error)}</p>}
      {preview && <ImportReport preview={preview} />}
      <div className={styles.actions}>
        {state === 'ready' && <ConfirmImport shown={shown} onConfirm={onConfirm} />}
        <DiscardImport shown={shown} />
      </div>
    </SettingsCard>
  )
}
