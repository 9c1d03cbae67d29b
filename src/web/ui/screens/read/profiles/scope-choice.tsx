/** What changes of reader settings apply to, and the reading profile. */
import { lazy, Suspense, useState } from 'react'
import { t } from '../../../i18n/i18n'
import { usePermission } from '../../../state/session/session'
import { Segments } from '../controls'
import type { Settings, useReaderSettings } from '../hooks/use-reader-settings'
import styles from '../reader.module.css'
import { formatScope } from '../scope-labels'
import { type SettingPrefix, selectProfileValues } from './profile-values'

const ReaderProfile = lazy(async () => ({
  default: (await import('./reader-profile')).ReaderProfile,
}))

interface ScopeChoiceProps {
  settings: Settings
  reader: ReturnType<typeof useReaderSettings>
  prefix: SettingPrefix
}

export function ScopeChoice({ settings, reader, prefix }: ScopeChoiceProps) {
  const [isOpen, setOpen] = useState(false)
  const may = usePermission('account:write')
  const { resolved, scope, setScope } = reader
  const profile = resolved?.profile
  return (
    <>
      {may && (
        <button type="button" className={styles.wide} onClick={() => setOpen(true)}>
          {profile ? t('Reading profile: {name}', { name: profile.name }) : t('Reading profile…')}
        </button>
      )}
      <div className={styles.scope}>
        <Segments
          label={t('Changes apply to')}
          value={scope}
          choices={formatScope(Boolean(profile))}
          onChange={setScope}
        />
      </div>
      {isOpen && resolved && (
        <Suspense>
          <ReaderProfile
            resolved={resolved}
            values={selectProfileValues(resolved, settings, prefix)}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
