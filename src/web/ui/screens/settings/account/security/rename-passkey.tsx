import { useState } from 'react'
import { api, readResponse, type Schemas } from '../../../../api/client'
import { Field } from '../../../../components/controls/field'
import { useChange } from '../../../../components/use-change'
import { t } from '../../../../i18n/i18n'
import { ChangesSheet } from '../../shared/changes-sheet'

interface RenamePasskeyProps {
  passkey: Schemas['Passkey']
  onClose: () => void
}

export function RenamePasskey({ passkey: { id, name }, onClose }: RenamePasskeyProps) {
  const [draft, setDraft] = useState(name)
  const save = useChange({
    once: true,
    act: () => {
      const params = { path: { id } }
      const body = { name: draft.trim() }
      return readResponse(api.PATCH('/api/v1/auth/passkeys/{id}', { params, body }))
    },
    done: t('Saved'),
    stale: ['/api/v1/auth/passkeys'],
    onDone: onClose,
    quiet: true,
  })
  return (
    <ChangesSheet
      title={t('Rename passkey')}
      isChanged={draft.trim() !== name}
      isComplete={draft.trim() !== ''}
      save={save}
      onClose={onClose}
    >
      <Field
        label={t('Name')}
        name="name"
        value={draft}
        maxLength={100}
        autoFocus
        required
        onChange={({ target }) => setDraft(target.value)}
      />
    </ChangesSheet>
  )
}
