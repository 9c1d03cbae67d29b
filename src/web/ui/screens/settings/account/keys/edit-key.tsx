/** Edits an API key's name, permissions and expiration. */
import { useState } from 'react'
import { readResponse, api, type Schemas } from '../../../../api/client'
import { t } from '../../../../i18n/i18n'
import { useUser } from '../../../../state/session/session'
import { ChangesSheet } from '../../shared/changes-sheet'
import { useChange } from '../../../../components/use-change'
import { toLocalDate } from './local-date'
import { isKeyComplete, type KeyDraft, KeyFields, getKeyFields } from './key-fields'

interface EditKeyProps {
  value: Schemas['ApiKey']
  onClose: () => void
}

export function EditKey({ value: { id, name, permissions, expiresAt }, onClose }: EditKeyProps) {
  const mine = useUser()?.effectivePermissions ?? []
  const [begun] = useState<KeyDraft>({
    name,
    life: expiresAt ? 'day' : 'never',
    day: expiresAt ? toLocalDate(expiresAt) : '',
    permissions,
  })
  const [draft, setDraft] = useState(begun)
  const save = useChange({
    once: true,
    act: () =>
      readResponse(
        api.PATCH('/api/v1/api-keys/{id}', {
          params: { path: { id } },
          body: getChanges(begun, draft),
        }),
      ),
    done: t('Saved'),
    stale: ['/api/v1/api-keys'],
    onDone: onClose,
    quiet: true,
  })
  return (
    <ChangesSheet
      title={name}
      isChanged={Object.keys(getChanges(begun, draft)).length > 0}
      isComplete={isKeyComplete(draft)}
      save={save}
      onClose={onClose}
    >
      <KeyFields
        draft={draft}
        // Permissions that the key already has can stay even if the owner has lost them.
        offered={[...new Set([...mine, ...permissions])]}
        onChange={(patch) => setDraft((last) => ({ ...last, ...patch }))}
      />
    </ChangesSheet>
  )
}

/** Sends only changed fields, because an expiration date in the past must not be sent again. */
function getChanges(before: KeyDraft, after: KeyDraft): Schemas['ApiKeyPatch'] {
  const { name, permissions, expiresAt } = getKeyFields(after)
  return {
    ...(name !== before.name && { name }),
    ...(isOther(permissions, before.permissions) && { permissions }),
    ...((after.life !== before.life || after.day !== before.day) && { expiresAt }),
  }
}

const isOther = (some: readonly string[], others: readonly string[]) =>
  some.length !== others.length || some.some((each) => !others.includes(each))
