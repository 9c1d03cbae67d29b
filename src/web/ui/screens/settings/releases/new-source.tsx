import { useState } from 'react'
import { api, readResponse } from '../../../api/client'
import { Field } from '../../../components/controls/field'
import { useChange } from '../../../components/use-change'
import { t } from '../../../i18n/i18n'
import { ChangesSheet } from '../shared/changes-sheet'
import { sourcePaths } from './source-entry'

export function NewSource({ onClose }: { onClose: () => void }) {
  const [draft, setDraft] = useState({ displayName: '', address: '' })
  const { displayName, address } = draft
  const save = useChange({
    once: true,
    act: () => readResponse(api.POST('/api/v1/release-sources', { body: draft })),
    done: t('Feed added'),
    stale: sourcePaths,
    onDone: onClose,
    quiet: true,
  })
  return (
    <ChangesSheet
      title={t('Add a feed')}
      action={t('Add')}
      isChanged={displayName !== '' || address !== ''}
      isComplete={displayName.trim() !== '' && address.trim() !== ''}
      save={save}
      onClose={onClose}
    >
      <Field
        label={t('Name')}
        name="displayName"
        value={displayName}
        maxLength={200}
        autoComplete="off"
        onChange={({ target }) => setDraft({ ...draft, displayName: target.value })}
      />
      <Field
        label={t('Address')}
        name="address"
        type="url"
        inputMode="url"
        placeholder="https://"
        hint={t('An RSS or Atom feed. Its titles are compared with the titles of tracked series.')}
        value={address}
        maxLength={2000}
        autoComplete="off"
        onChange={({ target }) => setDraft({ ...draft, address: target.value.trim() })}
      />
    </ChangesSheet>
  )
}
