/** Installs a plugin from an archive or, by name, from the package registry. */
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { t } from '../../../../i18n/i18n'
import { ChangesSheet } from '../../shared/changes-sheet'
import settings from '../../settings.module.css'
import { UnconfinedSystem } from '../warning'
import { ConfirmUnconfined } from './confirm-unconfined'
import { InstallFields, isTooLarge } from './install-fields'
import { type InstallDraft, useInstall } from './use-install'

interface InstallSheetProps {
  canConfine: boolean
  hasRegistry: boolean
  /** Package name of the installed plugin to update. */
  packageName?: string | null
  /** Name for the plugin. If empty, the name in the manifest is used. */
  name?: string
  onClose: () => void
}

export function InstallSheet(props: InstallSheetProps) {
  const { canConfine, hasRegistry, packageName, name = '', onClose } = props
  const first = { file: undefined, packageName: packageName ?? '', name }
  const [draft, setDraft] = useState<InstallDraft>(first)
  const [isAsking, setAsking] = useState(false)
  const [installedId, setInstalledId] = useState<string>()
  const { install, problems } = useInstall(setInstalledId)
  useOpenPlugin(installedId, onClose)
  const start = (isUnconfinedAllowed: boolean) => {
    setAsking(false)
    install.mutate({ ...draft, isUnconfinedAllowed })
  }
  const isFilled = draft.file !== undefined || (hasRegistry && draft.packageName.trim() !== '')
  return (
    <ChangesSheet
      title={t('Install a plugin')}
      action={t('Install')}
      isChanged={isFilled && installedId === undefined}
      isComplete={!isTooLarge(draft.file)}
      save={{
        mutate: () => (canConfine ? start(false) : setAsking(true)),
        isPending: install.isPending,
        error: problems.other,
      }}
      onClose={onClose}
    >
      {!canConfine && <UnconfinedSystem />}
      <InstallFields
        draft={draft}
        problems={problems}
        hasRegistry={hasRegistry}
        onChange={(part) => {
          install.reset()
          setDraft({ ...draft, ...part })
        }}
      />
      <Progress isInstalling={install.isPending} />
      {isAsking && (
        <ConfirmUnconfined onConfirm={() => start(true)} onClose={() => setAsking(false)} />
      )}
    </ChangesSheet>
  )
}

const Progress = ({ isInstalling }: { isInstalling: boolean }) => (
  <p className={settings.hint} role="status">
    {isInstalling
      ? t('Unpacking the plugin and starting it once…')
      : t(
          'The plugin is unpacked and started once, without access to any host. It stays off until you turn it on. If the plugin is already installed, it is updated and keeps its settings.',
        )}
  </p>
)

/** Opens the plugin once the sheet has no unsaved changes, which would block the navigation. */
function useOpenPlugin(id: string | undefined, onClose: () => void) {
  const navigate = useNavigate()
  useEffect(() => {
    if (id === undefined) return
    onClose()
    void navigate({ to: '/settings/$section/$item', params: { section: 'plugins', item: id } })
  }, [id, navigate, onClose])
}
