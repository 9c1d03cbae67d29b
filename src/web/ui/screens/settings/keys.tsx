import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { answerOf, api, type Schemas } from '../../api/client'
import { ask } from '../../api/query'
import { Button } from '../../components/button'
import { KeyIcon, PlusIcon } from '../../components/icons'
import { EmptyState, ErrorState, Loading } from '../../components/states'
import { Switch } from '../../components/switch'
import { formatDate, t } from '../../i18n/i18n'
import { formatAgo } from '../../i18n/moments'
import { Confirm } from './confirm'
import { NewKey } from './new-key'
import { Card, Entries, Entry, Part } from './part'
import { scopeSummary } from './scopes'
import styles from './settings.module.css'
import { useChange } from './use-change'

const stale = ['/api/v1/api-keys']

export function Keys() {
  const keys = useQuery({
    ...ask('/api/v1/api-keys', { params: { query: { page: 1, pageSize: 100 } } }),
    staleTime: 0,
  })
  const [isMaking, setMaking] = useState(false)
  if (keys.isError) return <ErrorState error={keys.error} retry={keys.refetch} />
  if (!keys.data) return <Loading />
  return (
    <Part
      title={t('Apps and keys')}
      lead={t(
        'An app or a program uses a key in place of your password. Give each its own, with no more rights than it needs.',
      )}
      actions={
        <Button icon={PlusIcon} look="primary" onClick={() => setMaking(true)}>
          {t('New key')}
        </Button>
      }
    >
      {keys.data.data.length === 0 ? (
        <EmptyState icon={KeyIcon} title={t('No keys yet')} />
      ) : (
        <Card>
          <Entries label={t('Apps and keys')}>
            {keys.data.data.map((key) => (
              <KeyEntry key={key.id} value={key} />
            ))}
          </Entries>
        </Card>
      )}
      {isMaking && <NewKey onClose={() => setMaking(false)} />}
    </Part>
  )
}

function KeyEntry({ value }: { value: Schemas['ApiKey'] }) {
  const { id, name, keyPrefix, permissions, isActive, lastUsedAt, expiresAt } = value
  const [isAsked, setAsked] = useState(false)
  const params = { path: { id } }
  const remove = useChange({
    act: () => answerOf(api.DELETE('/api/v1/api-keys/{id}', { params })),
    done: t('The key is deleted'),
    stale,
  })
  const change = useChange({
    act: (next: boolean) =>
      answerOf(api.PATCH('/api/v1/api-keys/{id}', { params, body: { isActive: next } })),
    stale,
  })
  const facts = [
    t('begins with {prefix}', { prefix: keyPrefix }),
    lastUsedAt ? t('last used {when}', { when: formatAgo(lastUsedAt) }) : t('never used'),
    ...(expiresAt ? [t('until {date}', { date: formatDate(expiresAt) })] : []),
  ]
  return (
    <Entry
      title={name}
      facts={facts.join(' · ')}
      actions={
        <Button small look="danger" onClick={() => setAsked(true)}>
          {t('Delete')}
        </Button>
      }
    >
      <div className={styles.entryFacts}>{scopeSummary(permissions)}</div>
      <Switch label={t('In use')} checked={isActive} onChange={(next) => change.mutate(next)} />
      {isAsked && (
        <Confirm
          title={t('Delete the key {name}?', { name })}
          action={t('Delete')}
          onClose={() => setAsked(false)}
          onConfirm={() => remove.mutate()}
          busy={remove.isPending}
        >
          <p>{t('What uses it is shut out at once.')}</p>
        </Confirm>
      )}
    </Entry>
  )
}
