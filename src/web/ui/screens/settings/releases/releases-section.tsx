/** Sources that are checked for releases. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, readResponse } from '../../../api/client'
import { apiQuery } from '../../../api/query'
import { Button } from '../../../components/controls/button'
import { PlusIcon } from '../../../components/icons'
import { useChange } from '../../../components/use-change'
import { t } from '../../../i18n/i18n'
import { SettingsCard, Entries, Part, PendingSection } from '../shared/settings-section'
import { NewSource } from './new-source'
import { SourceEntry, sourcePaths } from './source-entry'

/** Polling interval in milliseconds, because sources are checked in the background. */
const lookMs = 5_000

export function ReleaseSources() {
  const sources = useQuery({
    ...apiQuery('/api/v1/release-sources'),
    staleTime: 0,
    refetchInterval: lookMs,
  })
  const [isAdding, setAdding] = useState(false)
  const poll = useChange({
    act: () => readResponse(api.POST('/api/v1/release-sources/poll-now-all')),
    done: t('Checking for releases in the background'),
    stale: sourcePaths,
    once: true,
  })
  if (!sources.data) return <PendingSection title={t('Releases')} question={sources} />
  return (
    <Part
      title={t('Releases')}
      lead={t(
        'Sources announce new chapters and volumes of the series that you track. Nothing is ever downloaded. Sources are queried for one series at a time, and only for series that you track.',
      )}
      actions={
        <>
          <Button busy={poll.isPending} onClick={() => poll.mutate()}>
            {t('Check all now')}
          </Button>
          <Button icon={PlusIcon} variant="primary" onClick={() => setAdding(true)}>
            {t('Add a feed')}
          </Button>
        </>
      }
    >
      <SettingsCard>
        <Entries label={t('Release sources')}>
          {sources.data.sources.map((source) => (
            <SourceEntry key={source.id} source={source} />
          ))}
        </Entries>
      </SettingsCard>
      {isAdding && <NewSource onClose={() => setAdding(false)} />}
    </Part>
  )
}
