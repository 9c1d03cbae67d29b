/** Passkeys: users sign in with a device or a password manager instead of a password. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, readResponse, type Schemas } from '../../../../api/client'
import { apiQuery } from '../../../../api/query'
import { formatError } from '../../../../api/format-error'
import { Button } from '../../../../components/controls/button'
import { Problem } from '../../../../components/entry/entry-page'
import { canUsePasskeys, isCanceled } from '../../../../components/entry/passkey-button'
import { toast } from '../../../../components/feedback/toast'
import { PlusIcon } from '../../../../components/icons'
import { useChange } from '../../../../components/use-change'
import { formatAgo } from '../../../../i18n/date-time'
import { formatDate, t } from '../../../../i18n/i18n'
import { Confirm } from '../../shared/confirm'
import { SettingsCard, Entries, Entry } from '../../shared/settings-section'
import styles from '../../settings.module.css'
import { PasswordSheet } from './password-sheet'
import { RenamePasskey } from './rename-passkey'

const path = '/api/v1/auth/passkeys'

export function Passkeys() {
  const known = useQuery({ ...apiQuery(path), staleTime: 0 }).data
  if (!known) return null
  return (
    <SettingsCard
      title={t('Passkeys')}
      hint={t('Sign in with the screen lock of your phone or computer instead of a password')}
      actions={canUsePasskeys() && <AddPasskey hasPassword={known.hasPassword} />}
    >
      {known.passkeys.length > 0 && (
        <Entries label={t('Passkeys')}>
          {known.passkeys.map((passkey) => (
            <PasskeyEntry key={passkey.id} passkey={passkey} />
          ))}
        </Entries>
      )}
      {!canUsePasskeys() && (
        <p className={styles.hint}>
          {t('Passkeys require HTTPS and a host name instead of an IP address')}
        </p>
      )}
    </SettingsCard>
  )
}

function AddPasskey({ hasPassword }: { hasPassword: boolean }) {
  const queries = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const [problem, setProblem] = useState<string>()
  const create = async (options: unknown) => {
    setAsking(false)
    setProblem(undefined)
    try {
      await createPasskey(options)
      toast(t('Passkey added'))
      await queries.invalidateQueries({ queryKey: [path] })
    } catch (error) {
      if (!isCanceled(error)) setProblem(formatError(error))
    }
  }
  const start = async () => {
    if (hasPassword) return setAsking(true)
    try {
      await create(await begin({}))
    } catch (error) {
      setProblem(formatError(error))
    }
  }
  return (
    <>
      <Button icon={PlusIcon} onClick={() => void start()}>
        {t('Add passkey')}
      </Button>
      {problem && <Problem>{problem}</Problem>}
      {isAsking && (
        <PasswordSheet
          title={t('Add passkey')}
          action={t('Continue')}
          act={begin}
          onDone={(options) => void create(options)}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

const begin = (body: { currentPassword?: string }) =>
  readResponse(api.POST(`${path}/options`, { body }))

async function createPasskey(options: unknown) {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const credential = await startRegistration({ optionsJSON: options as never })
  const name = t('Passkey from {date}', { date: formatDate(new Date().toISOString()) })
  await readResponse(api.POST(path, { body: { name, credential: credential as never } }))
}

function PasskeyEntry({ passkey }: { passkey: Schemas['Passkey'] }) {
  const { id, name } = passkey
  const [opened, setOpened] = useState<'rename' | 'remove'>()
  const close = () => setOpened(undefined)
  const remove = useChange({
    once: true,
    act: () => readResponse(api.DELETE('/api/v1/auth/passkeys/{id}', { params: { path: { id } } })),
    done: t('Passkey removed'),
    stale: [path],
  })
  return (
    <Entry
      title={name}
      facts={buildFacts(passkey).join(' · ')}
      actions={
        <>
          <Button
            small
            aria-label={t('Rename {name}', { name })}
            onClick={() => setOpened('rename')}
          >
            {t('Rename')}
          </Button>
          <Button
            small
            aria-label={t('Remove {name}', { name })}
            onClick={() => setOpened('remove')}
          >
            {t('Remove')}
          </Button>
        </>
      }
    >
      {opened === 'rename' && <RenamePasskey passkey={passkey} onClose={close} />}
      {opened === 'remove' && (
        <Confirm
          title={t('Remove {name}?', { name })}
          action={t('Remove')}
          busy={remove.isPending}
          onConfirm={() => remove.mutate()}
          onClose={close}
        >
          <p>{t('This passkey will stop working. Delete it from your device as well.')}</p>
        </Confirm>
      )}
    </Entry>
  )
}

const buildFacts = ({ createdAt, lastUsedAt, isBackedUp }: Schemas['Passkey']) => [
  t('since {date}', { date: formatDate(createdAt) }),
  lastUsedAt ? t('last used {when}', { when: formatAgo(lastUsedAt) }) : t('never used'),
  ...(isBackedUp ? [t('synchronized')] : []),
]
