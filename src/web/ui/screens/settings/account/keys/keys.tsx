import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../../../api/query'
import { Button } from '../../../../components/controls/button'
import { KeyIcon, PlusIcon } from '../../../../components/icons'
import { EmptyState } from '../../../../components/feedback/states'
import { t } from '../../../../i18n/i18n'
import { Card, Entries, Part, PartToCome } from '../../shared/settings-section'
import { KeyEntry } from './key-entry'
import { NewKey } from './new-key'

export function Keys() {
  const keys = useQuery({
    // As many as one person can have.
    ...ask('/api/v1/api-keys', { params: { query: { page: 1, pageSize: 200 } } }),
    staleTime: 0,
  })
  const [isMaking, setMaking] = useState(false)
  if (!keys.data) return <PartToCome title={t('Apps and keys')} question={keys} />
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
