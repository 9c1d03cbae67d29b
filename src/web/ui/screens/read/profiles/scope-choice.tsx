/** Chooses the scope of changes to reader settings, and the reading profile. */
import { useState } from 'react'
import { lazyPart } from '../../../components/menus/lazy-popup'
import { t } from '../../../i18n/i18n'
import { usePermission } from '../../../state/session/session'
import { Segments } from '../segments'
import type { Settings, useReaderSettings } from '../hooks/use-reader-settings'
import { DialogPart } from '../on-demand/dialog-part'
import styles from '../reader.module.css'
import { formatScope } from '../scope-labels'
import { type SettingPrefix, selectProfileValues } from './profile-values'

const profileParts = lazyPart(() => import('./reader-profile'))

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
  const close = () => setOpen(false)
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
        <DialogPart from={profileParts} onClose={close}>
          {({ ReaderProfile }) => (
            <ReaderProfile
              resolved={resolved}
              values={selectProfileValues(resolved, settings, prefix)}
              onClose={close}
            />
          )}
        </DialogPart>
      )}
    </>
  )
}
