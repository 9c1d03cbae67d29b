/** An API key with its permissions, expiration and actions. */
import { useState } from 'react'
import { readResponse, api, type Schemas } from '../../../../api/client'
import { Button } from '../../../../components/controls/button'
import { Switch } from '../../../../components/controls/switch'
import { formatDate, t } from '../../../../i18n/i18n'
import { formatAgo } from '../../../../i18n/date-time'
import { Confirm } from '../../shared/confirm'
import { Entry } from '../../shared/settings-section'
import { scopeSummary } from '../../permissions/permission-labels'
import styles from '../../settings.module.css'
import { useChange } from '../../../../components/use-change'
import { EditKey } from './edit-key'

type ApiKey = Schemas['ApiKey']
const stale = ['/api/v1/api-keys']

export function KeyEntry({ value }: { value: ApiKey }) {
  const { name, permissions } = value
  const [shown, setShown] = useState<'edit' | 'delete'>()
  const close = () => setShown(undefined)
  return (
    <Entry
      title={
        <>
          {name}
          {isExpired(value) && <span className={styles.warned}>{t('expired')}</span>}
        </>
      }
      facts={buildKeyFacts(value).join(' · ')}
      actions={
        <>
          <Button small onClick={() => setShown('edit')} aria-label={t('Edit {name}', { name })}>
            {t('Edit')}
          </Button>
          <Button
            small
            variant="danger"
            onClick={() => setShown('delete')}
            aria-label={t('Delete {name}', { name })}
          >
            {t('Delete')}
          </Button>
        </>
      }
    >
      <div className={styles.entryFacts}>{scopeSummary(permissions)}</div>
      <InUse value={value} />
      {shown === 'edit' && <EditKey value={value} onClose={close} />}
      {shown === 'delete' && <DeleteKey value={value} onClose={close} />}
    </Entry>
  )
}

function InUse({ value: { id, isActive } }: { value: ApiKey }) {
  const change = useChange({
    act: (next: boolean, signal) =>
      readResponse(
        api.PATCH('/api/v1/api-keys/{id}', {
          params: { path: { id } },
          body: { isActive: next },
          signal,
        }),
      ),
    stale,
    sequence: `key ${id}`,
  })
  return (
    <div className={styles.entrySwitch}>
      <Switch
        label={t('Enabled')}
        checked={change.isPending ? change.variables : isActive}
        onChange={(next) => change.mutate(next)}
      />
    </div>
  )
}

const isExpired = ({ expiresAt }: ApiKey) =>
  expiresAt !== null && new Date(expiresAt).getTime() < Date.now()

export function buildKeyFacts({ keyPrefix, lastUsedAt, expiresAt }: ApiKey): string[] {
  return [
    t('starts with {prefix}', { prefix: keyPrefix }),
    lastUsedAt ? t('last used {when}', { when: formatAgo(lastUsedAt) }) : t('never used'),
    ...(expiresAt ? [t('expires {date}', { date: formatDate(expiresAt) })] : []),
  ]
}

function DeleteKey({ value: { id, name }, onClose }: { value: ApiKey; onClose: () => void }) {
  const remove = useChange({
    act: () => readResponse(api.DELETE('/api/v1/api-keys/{id}', { params: { path: { id } } })),
    done: t('API key deleted'),
    stale,
  })
  return (
    <Confirm
      title={t('Delete API key {name}?', { name })}
      action={t('Delete')}
      onClose={onClose}
      onConfirm={() => remove.mutate()}
      busy={remove.isPending}
    >
      <p>{t('Apps that use this key lose access immediately')}</p>
    </Confirm>
  )
}
