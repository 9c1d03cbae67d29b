/** Creates a key and shows it once. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { readResponse, api } from '../../../../api/client'
import { Button } from '../../../../components/controls/button'
import { Sheet } from '../../../../components/dialogs/dialog'
import { toast } from '../../../../components/feedback/toast'
import { t } from '../../../../i18n/i18n'
import { useUser } from '../../../../state/session/session'
import { ChangesSheet } from '../../shared/changes-sheet'
import { readingScopes } from '../../permissions/permission-labels'
import styles from '../../settings.module.css'
import { useChange } from '../../../../components/use-change'
import { common, isKeyComplete, type KeyDraft, KeyFields, getKeyFields } from './key-fields'

export function NewKey({ onClose }: { onClose: () => void }) {
  const offered = useUser()?.effectivePermissions ?? []
  const [draft, setDraft] = useState<KeyDraft>({
    name: '',
    life: 'never',
    day: '',
    permissions: common(offered, readingScopes()),
  })
  const [key, setKey] = useState<string>()
  const queries = useQueryClient()
  const make = useChange({
    once: true,
    act: () => readResponse(api.POST('/api/v1/api-keys', { body: getKeyFields(draft) })),
    onDone: (made) => {
      // Shows the key even if the list cannot be refreshed, because it is shown only once.
      setKey(made.key)
      void queries.invalidateQueries({ queryKey: ['/api/v1/api-keys'] })
    },
    quiet: true,
  })
  if (key !== undefined) return <Shown secret={key} onClose={onClose} />
  return (
    <ChangesSheet
      title={t('New API key')}
      action={t('Create key')}
      // Without a name, other choices do not count as unsaved changes.
      isChanged={draft.name !== ''}
      isComplete={isKeyComplete(draft)}
      save={make}
      onClose={onClose}
    >
      <KeyFields
        draft={draft}
        offered={offered}
        onChange={(patch) => setDraft((last) => ({ ...last, ...patch }))}
      />
    </ChangesSheet>
  )
}

function Shown({ secret, onClose }: { secret: string; onClose: () => void }) {
  // The Clipboard API requires HTTPS. Without it, users can select the key.
  const canCopy = 'clipboard' in navigator
  const copy = async () => {
    await navigator.clipboard.writeText(secret)
    toast(t('Copied'))
  }
  const actions = (
    <>
      {canCopy && <Button onClick={() => void copy()}>{t('Copy')}</Button>}
      <Button variant="primary" onClick={onClose}>
        {t('Done')}
      </Button>
    </>
  )
  return (
    <Sheet open onClose={onClose} title={t('Your new API key')} actions={actions}>
      <div className={styles.question}>
        <p>{t('Copy this now. It won’t be shown again.')}</p>
        <code className={styles.secret}>{secret}</code>
      </div>
    </Sheet>
  )
}
