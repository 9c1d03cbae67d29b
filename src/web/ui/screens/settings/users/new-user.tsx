import { useState } from 'react'
import { readResponse, api } from '../../../api/client'
import { Field } from '../../../components/controls/field'
import { t } from '../../../i18n/i18n'
import { ChangesSheet } from '../shared/changes-sheet'
import { useChange } from '../../../components/use-change'
import type { Reach } from '../libraries/library-choice'
import { type AccountKind, ChildFields, KindChoice, readKind, usualKind } from './account-kind'
import { LibraryAccess } from './library-access'

interface Draft extends AccountKind {
  username: string
  email: string
  password: string
  reach: Reach
}

const empty: Draft = { username: '', email: '', password: '', ...usualKind, reach: null }

export function NewUser({ onClose }: { onClose: () => void }) {
  const [draft, setDraft] = useState(empty)
  const onChange = (patch: Partial<Draft>) => setDraft((last) => ({ ...last, ...patch }))
  const add = useChange({
    once: true,
    act: () => addUser(draft),
    done: ({ username }) => t('Added {name}', { name: username }),
    stale: ['/api/v1/users', '/api/v1/access'],
    onDone: onClose,
    quiet: true,
  })
  const { username, email, password, kind, reach } = draft
  const name = username.trim()
  return (
    <ChangesSheet
      title={t('Add user')}
      action={t('Add')}
      isChanged={draft !== empty}
      isComplete={name !== '' && email.trim() !== '' && password !== ''}
      save={add}
      onClose={onClose}
    >
      <UserFields draft={draft} onChange={onChange} />
      <KindChoice value={draft} onChange={onChange} />
      {kind !== 'admin' && (
        <LibraryAccess value={reach} onChange={(next) => onChange({ reach: next })} />
      )}
      <ChildFields
        value={draft}
        name={name || t('This account')}
        limits={reach ? { libraryIds: [...reach] } : {}}
        onChange={onChange}
      />
    </ChangesSheet>
  )
}

/** The limits apply from the moment the account is created. */
function addUser({ username, email, password, reach, ...kind }: Draft) {
  const body = {
    username: username.trim(),
    email: email.trim(),
    password,
    ...readKind(kind),
    ...(reach && kind.kind !== 'admin' && { libraryIds: [...reach] }),
  }
  return readResponse(api.POST('/api/v1/users', { body }))
}

interface UserFieldsProps {
  draft: Draft
  onChange: (patch: Partial<Draft>) => void
}

const UserFields = ({ draft: { username, email, password }, onChange }: UserFieldsProps) => (
  <>
    <Field
      label={t('Username')}
      name="username"
      value={username}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={64}
      required
      autoFocus
      onChange={(event) => onChange({ username: event.target.value })}
    />
    <Field
      label={t('Email address')}
      name="email"
      type="email"
      value={email}
      autoComplete="off"
      maxLength={254}
      hint={t('Can also be used to sign in')}
      required
      onChange={(event) => onChange({ email: event.target.value })}
    />
    <Field
      label={t('Password')}
      name="password"
      type="password"
      value={password}
      autoComplete="new-password"
      maxLength={1000}
      hint={t(
        'At least 8 characters. Share the password privately; the user can change it after signing in.',
      )}
      required
      onChange={(event) => onChange({ password: event.target.value })}
    />
  </>
)
