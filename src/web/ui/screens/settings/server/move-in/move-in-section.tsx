/** Imports from another server: choose the source, review the preview, see the result. */
import { useState } from 'react'
import { Button } from '../../../../components/controls/button'
import { t } from '../../../../i18n/i18n'
import { Part, PendingSection } from '../../shared/settings-section'
import { EarlierImports } from './earlier-imports'
import { ImportResult } from './import-result'
import { SourceImportReview } from './import-review'
import { ImportProgress } from './import-progress'
import { ServerForm } from './server-form'
import { SourceForm } from './source-form'
import { type Import, isOpen, isImportRunning, useImports } from './use-imports'

export function MoveIn() {
  const imports = useImports()
  const [shownId, setShownId] = useState<string | null>(null)
  if (!imports.data)
    return <PendingSection title={t('Import from another server')} question={imports} />
  const shown =
    imports.data.find((one) => isOpen(one) || (isImportRunning(one) && one.state !== 'undoing')) ??
    imports.data.find(({ id }) => id === shownId)
  return (
    <Part
      title={t('Import from another server')}
      lead={t(
        'Imports accounts, reading progress, lists and edits from another server. Add and scan your libraries first, so that the books can be matched.',
      )}
    >
      {shown ? (
        <CurrentImport
          shown={shown}
          onConfirm={() => setShownId(shown.id)}
          onClose={() => setShownId(null)}
        />
      ) : (
        <>
          <SourceForm />
          <ServerForm />
        </>
      )}
      <EarlierImports imports={imports.data.filter(({ id }) => id !== shown?.id)} />
    </Part>
  )
}

interface CurrentImportProps {
  shown: Import
  onConfirm: () => void
  onClose: () => void
}

function CurrentImport({ shown, onConfirm, onClose }: CurrentImportProps) {
  if (isImportRunning(shown)) return <ImportProgress shown={shown} />
  if (isOpen(shown)) {
    return <SourceImportReview key={shown.id} shown={shown} onConfirm={onConfirm} />
  }
  return <ImportResult shown={shown} actions={<Button onClick={onClose}>{t('Done')}</Button>} />
}
