/** Requests the data of one user from another server. */
import { type FormEvent, useState } from 'react'
import { api, readResponse } from '../../../../api/client'
import { Button } from '../../../../components/controls/button'
import { Field } from '../../../../components/controls/field'
import { useChange } from '../../../../components/use-change'
import { t } from '../../../../i18n/i18n'
import { SettingsCard } from '../../shared/settings-section'
import styles from '../../settings.module.css'
import { importsPath } from './use-imports'

const nothing = { address: '', username: '', password: '' }
type Server = typeof nothing

export function ServerForm() {
  const [server, setServer] = useState(nothing)
  const start = useChange({
    act: () => readResponse(api.POST(importsPath, { body: { server } })),
    stale: [importsPath],
    once: true,
  })
  const isComplete = Object.values(server).every((value) => value.trim() !== '')
  const change = (changes: Partial<Server>) => setServer({ ...server, ...changes })
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (isComplete) start.mutate()
  }
  return (
    <SettingsCard
      title={t('Import from a BookLore server')}
      hint={t(
        'This has not been tested with a real server yet, so check the preview carefully. BookLore only provides the data of the person who signs in: repeat this for each person.',
      )}
    >
      <form onSubmit={send} className={styles.cardForm}>
        <ServerFields server={server} onChange={change} />
        <div className={styles.actions}>
          <Button type="submit" disabled={!isComplete} busy={start.isPending}>
            {t('Connect')}
          </Button>
        </div>
      </form>
    </SettingsCard>
  )
}

interface ServerFieldsProps {
  server: Server
  onChange: (changes: Partial<Server>) => void
}

const ServerFields = ({ server, onChange }: ServerFieldsProps) => (
  <>
    <Field
      label={t('Address of the server')}
      name="address"
      type="url"
      value={server.address}
      onChange={({ target }) => onChange({ address: target.value })}
      placeholder="https://books.example.org"
      dir="ltr"
      spellCheck={false}
      autoCapitalize="none"
      maxLength={2048}
    />
    <Field
      label={t('Username on that server')}
      name="username-there"
      value={server.username}
      onChange={({ target }) => onChange({ username: target.value })}
      autoComplete="off"
      spellCheck={false}
      autoCapitalize="none"
      maxLength={200}
    />
    <Field
      label={t('Password on that server')}
      name="password-there"
      type="password"
      value={server.password}
      onChange={({ target }) => onChange({ password: target.value })}
      autoComplete="new-password"
      maxLength={1000}
      hint={t('The password is used once and not stored')}
    />
  </>
)
