/** Keys and passwords for the plugin. They are entered here and never shown again. */
import { useState } from 'react'
import { classes } from '../../../../../components/class-names'
import { Button } from '../../../../../components/controls/button'
import { Field } from '../../../../../components/controls/field'
import type { Schemas } from '../../../../../api/client'
import { t } from '../../../../../i18n/i18n'
import { ChangesSheet } from '../../../shared/changes-sheet'
import { Confirm } from '../../../shared/confirm'
import { SettingsCard, Entries, Entry } from '../../../shared/settings-section'
import settings from '../../../settings.module.css'
import type { Plugin } from '../../plugin-labels'
import styles from '../../plugins.module.css'
import { usePluginPatch } from '../use-plugin-patch'

type Definition = Schemas['PluginCredentialField']

export function Credentials({ plugin }: { plugin: Plugin }) {
  const { manifest, hasCredentials, credentialKeys } = plugin
  const credentials = manifest?.requiredCredentials ?? []
  if (credentials.length === 0) return null
  const isUnreadable = hasCredentials && credentialKeys.length === 0
  return (
    <SettingsCard
      title={t('Credentials')}
      hint={t('Stored encrypted, passed only to the plugin, and never shown again')}
    >
      {isUnreadable ? (
        <Unreadable id={plugin.id} />
      ) : (
        <Entries label={t('Credentials')}>
          {credentials.map((credential) => (
            <Credential key={credential.key} plugin={plugin} credential={credential} />
          ))}
        </Entries>
      )}
    </SettingsCard>
  )
}

/** Shown if the encryption key of the server was changed. */
function Unreadable({ id }: { id: string }) {
  const patch = usePluginPatch(id)
  return (
    <>
      <p className={settings.warned}>
        {t('The stored credentials can’t be decrypted with the encryption key of this server')}
      </p>
      <div className={settings.actions}>
        <Button busy={patch.isPending} onClick={() => patch.mutate({ credentials: null })}>
          {t('Delete and enter them again')}
        </Button>
      </div>
    </>
  )
}

interface CredentialProps {
  plugin: Plugin
  credential: Definition
}

function Credential({ plugin: { id, credentialKeys }, credential }: CredentialProps) {
  const { key, label, description, required } = credential
  const [shown, setShown] = useState<'edit' | 'delete'>()
  const close = () => setShown(undefined)
  const isStored = credentialKeys.includes(key)
  return (
    <Entry
      title={
        <>
          {label}
          <State isStored={isStored} isRequired={required} />
        </>
      }
      facts={description}
      actions={
        <>
          <Button
            small
            onClick={() => setShown('edit')}
            aria-label={
              isStored ? t('Replace {name}', { name: label }) : t('Enter {name}', { name: label })
            }
          >
            {isStored ? t('Replace') : t('Enter', { context: 'verb' })}
          </Button>
          {isStored && (
            <Button
              small
              variant="danger"
              onClick={() => setShown('delete')}
              aria-label={t('Delete {name}', { name: label })}
            >
              {t('Delete')}
            </Button>
          )}
        </>
      }
    >
      {shown === 'edit' && <EnterCredential id={id} credential={credential} onClose={close} />}
      {shown === 'delete' && <DeleteCredential id={id} credential={credential} onClose={close} />}
    </Entry>
  )
}

function State({ isStored, isRequired }: { isStored: boolean; isRequired: boolean }) {
  if (isStored) return <span className={classes(styles.tag, settings.good)}>{t('Stored')}</span>
  if (!isRequired) return <span className={styles.tag}>{t('Optional')}</span>
  return <span className={classes(styles.tag, settings.warned)}>{t('Missing')}</span>
}

interface SheetProps {
  id: string
  credential: Definition
  onClose: () => void
}

function EnterCredential({ id, credential, onClose }: SheetProps) {
  const { key, label, description, sensitive } = credential
  const [value, setValue] = useState('')
  const save = usePluginPatch(id, { done: t('Saved'), quiet: true, onDone: onClose })
  return (
    <ChangesSheet
      title={label}
      isChanged={value.trim() !== ''}
      save={{ ...save, mutate: () => save.mutate({ credentials: { [key]: value.trim() } }) }}
      onClose={onClose}
    >
      <Field
        label={label}
        name="credential"
        type={sensitive ? 'password' : 'text'}
        hint={description ?? undefined}
        value={value}
        maxLength={4000}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={({ target }) => setValue(target.value)}
      />
    </ChangesSheet>
  )
}

function DeleteCredential({ id, credential: { key, label }, onClose }: SheetProps) {
  const patch = usePluginPatch(id, { onDone: onClose })
  return (
    <Confirm
      title={t('Delete {name}?', { name: label })}
      action={t('Delete')}
      busy={patch.isPending}
      onConfirm={() => patch.mutate({ credentials: { [key]: null } })}
      onClose={onClose}
    >
      <p>{t('The plugin will no longer be able to sign in with this credential')}</p>
    </Confirm>
  )
}
