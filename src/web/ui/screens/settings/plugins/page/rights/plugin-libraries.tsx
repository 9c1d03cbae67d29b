import { useState } from 'react'
import { t } from '../../../../../i18n/i18n'
import { LibraryChoice, type Reach } from '../../../libraries/library-choice'
import { SettingsCard } from '../../../shared/settings-section'
import type { Plugin } from '../../plugin-labels'
import { usePluginPatch } from '../use-plugin-patch'

/** Libraries whose series are sent to the plugin. */
export function PluginLibraries({ plugin }: { plugin: Plugin }) {
  const { id, allLibraries, libraryIds } = plugin
  const patch = usePluginPatch(id)
  const [draft, setDraft] = useState<{ reach: Reach }>()
  const stored = allLibraries ? null : libraryIds
  const change = (reach: string[] | null) => {
    setDraft({ reach })
    // The server treats an empty list as all libraries.
    if (reach?.length === 0) return
    patch.mutate({ libraryIds: reach })
  }
  return (
    <SettingsCard
      title={t('Libraries')}
      hint={t('Quire gives the plugin no information about series in other libraries')}
    >
      <LibraryChoice
        value={draft ? draft.reach : stored}
        onChange={change}
        hint={(count) =>
          count === 0
            ? t('Select at least one library. Until then, the previous selection stays in effect.')
            : t('Libraries that you add later are not included')
        }
      />
    </SettingsCard>
  )
}
