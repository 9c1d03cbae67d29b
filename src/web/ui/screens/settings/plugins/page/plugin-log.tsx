import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiQuery } from '../../../../api/query'
import { ErrorState } from '../../../../components/feedback/states'
import { withId } from '../../../../components/use-action'
import { t } from '../../../../i18n/i18n'
import { SettingsCard } from '../../shared/settings-section'
import settings from '../../settings.module.css'
import styles from '../plugins.module.css'

const lookMs = 5_000

/** Output of the plugin's program. Requested only while the section is open. */
export function PluginLog({ id }: { id: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <SettingsCard>
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className={settings.summary}>{t('Log')}</summary>
        {isOpen && <LastLines id={id} />}
      </details>
    </SettingsCard>
  )
}

function LastLines({ id }: { id: string }) {
  const log = useQuery({
    ...apiQuery('/api/v1/admin/plugins/{id}/log', withId(id)),
    staleTime: 0,
    refetchInterval: lookMs,
  })
  if (log.error) return <ErrorState error={log.error} retry={log.refetch} />
  const lines = log.data?.lines ?? []
  if (lines.length === 0) {
    return <p className={settings.hint}>{t('No log entries since the server started')}</p>
  }
  return (
    // Focusable, so that keyboard users can scroll it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <pre className={styles.log} tabIndex={0} role="region" aria-label={t('Log')}>
      {lines.join('\n')}
    </pre>
  )
}
