/** Versions, files and removal of a plugin. */
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api, readResponse } from '../../../../api/client'
import { apiQuery } from '../../../../api/query'
import { Button } from '../../../../components/controls/button'
import { useChange } from '../../../../components/use-change'
import { withId } from '../../../../components/use-action'
import { formatBytes } from '../../../../i18n/bytes'
import { t } from '../../../../i18n/i18n'
import { translate } from '../../../../i18n/server-messages'
import { Confirm } from '../../shared/confirm'
import { FactList } from '../../shared/fact-list'
import { SettingsCard } from '../../shared/settings-section'
import settings from '../../settings.module.css'
import { InstallSheet } from '../install/install-sheet'
import { type Plugin, pluginPath, pluginPaths, pluginsPath } from '../plugin-labels'
import styles from '../plugins.module.css'

interface PluginVersionProps {
  plugin: Plugin
  hasRegistry: boolean
  canConfine: boolean
}

export function PluginVersion({ plugin, ...system }: PluginVersionProps) {
  const [shown, setShown] = useState<'update' | 'remove'>()
  const close = () => setShown(undefined)
  const { version, packageName, integrity, previousVersion, displayName } = plugin
  // Empty unless a name was chosen that differs from the one in the manifest.
  const name = plugin.manifest?.name === plugin.name ? '' : plugin.name
  return (
    <SettingsCard title={t('Version and files')}>
      <FactList
        facts={[
          [t('Version'), version ?? t('unknown')],
          [t('Installed from'), packageName ?? t('an archive')],
          [t('Plugin data'), <OwnFiles key="files" name={plugin.name} />],
          [
            t('Checksum'),
            <code key="sum" className={styles.mono}>
              {integrity}
            </code>,
          ],
        ]}
      />
      <div className={settings.actions}>
        <Button onClick={() => setShown('update')}>{t('Update…')}</Button>
        {previousVersion && <RestoreButton id={plugin.id} version={previousVersion} />}
        <Button
          variant="danger"
          onClick={() => setShown('remove')}
          aria-label={t('Remove {name}', { name: displayName })}
        >
          {t('Remove')}
        </Button>
      </div>
      {shown === 'update' && (
        <InstallSheet {...system} packageName={packageName} name={name} onClose={close} />
      )}
      {shown === 'remove' && <RemovePlugin plugin={plugin} onClose={close} />}
    </SettingsCard>
  )
}

function OwnFiles({ name }: { name: string }) {
  const { data } = useQuery({
    ...apiQuery('/api/v1/admin/plugin-storage/{name}', { params: { path: { name } } }),
    staleTime: 0,
  })
  if (!data) return null
  const { fileCount, totalBytes } = data
  if (fileCount === 0) return t('No files')
  return t('{count, plural, one {# file} other {# files}}, {size}', {
    count: fileCount,
    size: formatBytes(totalBytes),
  })
}

function RestoreButton({ id, version }: { id: string; version: string }) {
  const restore = useChange({
    act: () => readResponse(api.POST('/api/v1/admin/plugins/{id}/restore', withId(id))),
    done: translate,
    stale: pluginPaths,
    once: true,
  })
  return (
    <Button busy={restore.isPending} onClick={() => restore.mutate()}>
      {t('Go back to version {version}', { version })}
    </Button>
  )
}

function RemovePlugin({ plugin, onClose }: { plugin: Plugin; onClose: () => void }) {
  const { id, displayName: name } = plugin
  const navigate = useNavigate()
  const remove = useChange({
    act: () => readResponse(api.DELETE(pluginPath, withId(id))),
    done: t('Removed {name}', { name }),
    // Excludes the list of plugins, from which this page reads the plugin. The list is refetched
    // when the page of all plugins opens.
    stale: pluginPaths.filter((path) => path !== pluginsPath),
    onDone: () =>
      void navigate({
        to: '/settings/$section',
        params: { section: 'plugins' },
        replace: true,
      }),
    once: true,
  })
  return (
    <Confirm
      title={t('Remove {name}?', { name })}
      action={t('Remove')}
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p>
        {t(
          'The plugin’s program, settings, credentials and files are deleted. Metadata and covers from the plugin stay in your library.',
        )}
      </p>
    </Confirm>
  )
}
