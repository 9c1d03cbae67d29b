/** The API keys of another user, which administrators can delete. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readResponse, api, type Schemas } from '../../../api/client'
import { apiQuery } from '../../../api/query'
import { Button } from '../../../components/controls/button'
import { t } from '../../../i18n/i18n'
import { usePermission } from '../../../state/session/session'
import { buildKeyFacts } from '../account/keys/key-entry'
import { scopeSummary } from '../permissions/permission-labels'
import styles from '../settings.module.css'
import { Confirm } from '../shared/confirm'
import { Entries, Entry, FormSection } from '../shared/settings-section'
import { useChange } from '../../../components/use-change'

type ApiKey = Schemas['ApiKey']

interface UserKeysProps {
  user: Pick<Schemas['User'], 'id' | 'username'>
}

const stale = ['/api/v1/users/{id}/api-keys']

export function UserKeys({ user }: UserKeysProps) {
  const mayRead = usePermission('api-keys:read')
  const keys = useQuery({
    // The page size is the maximum number of keys per user.
    ...apiQuery('/api/v1/users/{id}/api-keys', {
      params: { path: { id: user.id }, query: { page: 1, pageSize: 200 } },
    }),
    staleTime: 0,
    enabled: mayRead,
  })
  const mayDelete = usePermission('api-keys:delete')
  if (!keys.data) return null
  const found = keys.data.data
  if (found.length === 0) {
    return <FormSection title={t('API keys')}>{t('No API keys yet')}</FormSection>
  }
  return (
    <FormSection title={t('API keys')}>
      <Entries label={t('API keys')}>
        {found.map((key) => (
          <UserKey key={key.id} userId={user.id} value={key} mayDelete={mayDelete} />
        ))}
      </Entries>
      {mayDelete && found.length > 1 && <DeleteAll user={user} />}
    </FormSection>
  )
}

interface UserKeyProps {
  userId: string
  value: ApiKey
  mayDelete: boolean
}

function UserKey({ userId, value, mayDelete }: UserKeyProps) {
  const { id: keyId, name, permissions } = value
  const [isAsked, setAsked] = useState(false)
  const remove = useChange({
    act: () =>
      readResponse(
        api.DELETE('/api/v1/users/{id}/api-keys/{keyId}', {
          params: { path: { id: userId, keyId } },
        }),
      ),
    done: t('API key deleted'),
    stale,
  })
  return (
    <Entry
      title={name}
      facts={buildKeyFacts(value).join(' · ')}
      actions={
        mayDelete && (
          <Button
            small
            variant="danger"
            onClick={() => setAsked(true)}
            aria-label={t('Delete {name}', { name })}
          >
            {t('Delete')}
          </Button>
        )
      }
    >
      <div className={styles.entryFacts}>{scopeSummary(permissions)}</div>
      {isAsked && (
        <Confirm
          title={t('Delete API key {name}?', { name })}
          action={t('Delete')}
          busy={remove.isPending}
          onClose={() => setAsked(false)}
          onConfirm={() => remove.mutate()}
        >
          <p>{t('Apps that use this key lose access immediately')}</p>
        </Confirm>
      )}
    </Entry>
  )
}

function DeleteAll({ user: { id, username } }: UserKeysProps) {
  const [isAsked, setAsked] = useState(false)
  const remove = useChange({
    act: () =>
      readResponse(api.DELETE('/api/v1/users/{id}/api-keys', { params: { path: { id } } })),
    done: ({ deletedCount }) =>
      t('{count, plural, one {# API key deleted} other {# API keys deleted}}', {
        count: deletedCount,
      }),
    stale,
    onDone: () => setAsked(false),
  })
  return (
    <div className={styles.actions}>
      <Button small variant="danger" onClick={() => setAsked(true)}>
        {t('Delete all API keys…')}
      </Button>
      {isAsked && (
        <Confirm
          title={t('Delete all API keys of {name}?', { name: username })}
          action={t('Delete')}
          busy={remove.isPending}
          onClose={() => setAsked(false)}
          onConfirm={() => remove.mutate()}
        >
          <p>{t('Apps that use these keys lose access immediately')}</p>
        </Confirm>
      )}
    </div>
  )
}
