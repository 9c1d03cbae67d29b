import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiQuery } from '../../../../api/query'
import { Button } from '../../../../components/controls/button'
import { KeyIcon, PlusIcon } from '../../../../components/icons'
import { EmptyState } from '../../../../components/feedback/states'
import { t } from '../../../../i18n/i18n'
import { SettingsCard, Entries, Part, PendingSection } from '../../shared/settings-section'
import { KeyEntry } from './key-entry'
import { NewKey } from './new-key'

export function ApiKeys() {
  const keys = useQuery({
    // The page size is the maximum number of keys per user.
    ...apiQuery('/api/v1/api-keys', { params: { query: { page: 1, pageSize: 200 } } }),
    staleTime: 0,
  })
  const [isMaking, setMaking] = useState(false)
  if (!keys.data) return <PendingSection title={t('API keys')} question={keys} />
  return (
    <Part
      title={t('API keys')}
      lead={t(
        'API keys let apps sign in without your password. Create one per app with only the permissions it needs.',
      )}
      actions={
        <Button icon={PlusIcon} variant="primary" onClick={() => setMaking(true)}>
          {t('New API key')}
        </Button>
      }
    >
      {keys.data.data.length === 0 ? (
        <EmptyState icon={KeyIcon} title={t('No API keys yet')} />
      ) : (
        <SettingsCard>
          <Entries label={t('API keys')}>
            {keys.data.data.map((key) => (
              <KeyEntry key={key.id} value={key} />
            ))}
          </Entries>
        </SettingsCard>
      )}
      {isMaking && <NewKey onClose={() => setMaking(false)} />}
    </Part>
  )
}
