/** Installs a plugin from an archive, or from the package registry by its name. */
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Field } from '../../../../components/controls/field'
import { formatBytes } from '../../../../i18n/bytes'
import { t } from '../../../../i18n/i18n'
import { ChangesSheet } from '../../shared/changes-sheet'
import { Confirm } from '../../shared/confirm'
import settings from '../../settings.module.css'
import { UnconfinedSystem } from '../warning'
import { ArchiveChoice } from './archive-choice'
import { type InstallDraft, useInstall } from './use-install'

interface InstallSheetProps {
  canConfine: boolean
  hasRegistry: boolean
  /** Of an installed plugin that is updated. */
  packageName?: string | null
  onClose: () => void
}

const maxArchiveBytes = 20 * 1024 * 1024

export function InstallSheet(props: InstallSheetProps) {
  const { canConfine, hasRegistry, packageName, onClose } = props
  const first = { file: undefined, packageName: packageName ?? '', name: '' }
  const [draft, setDraft] = useState<InstallDraft>(first)
  const [isAsking, setAsking] = useState(false)
  const [installedId, setInstalledId] = useState<string>()
  const { install, problems } = useInstall(setInstalledId)
  useOpenPlugin(installedId, onClose)
  const change = (part: Partial<InstallDraft>) => {
    install.reset()
    setDraft({ ...draft, ...part })
  }
  const isTooLarge = (draft.file?.size ?? 0) > maxArchiveBytes
  const isNamed = hasRegistry && draft.packageName.trim() !== ''
  const start = (isUnconfinedAllowed: boolean) => {
    setAsking(false)
    install.mutate({ ...draft, isUnconfinedAllowed })
  }
  return (
    <ChangesSheet
      title={t('Install a plugin')}
      action={t('Install')}
      isChanged={installedId === undefined && (draft.file !== undefined || isNamed)}
      isComplete={!isTooLarge}
      save={{
        mutate: () => (canConfine ? start(false) : setAsking(true)),
        isPending: install.isPending,
        error: problems.other,
      }}
      onClose={onClose}
    >
      {!canConfine && <UnconfinedSystem />}
      <ArchiveChoice
        file={draft.file}
        problem={isTooLarge ? formatTooLarge() : problems.file}
        onChange={(file) => change({ file })}
      />
      {hasRegistry && !draft.file && (
        <Field
          label={t('Or the name of a package')}
          name="package"
          placeholder="@example/quire-plugin"
          hint={t('From the package registry in the settings of the server.')}
          problem={problems.packageName}
          value={draft.packageName}
          maxLength={214}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={({ target }) => change({ packageName: target.value })}
        />
      )}
      {(problems.name !== undefined || draft.name !== '') && (
        <Field
          label={t('Name')}
          name="name"
          hint={t('Lower-case letters, digits, dots and hyphens.')}
          problem={problems.name}
          value={draft.name}
          maxLength={60}
          autoComplete="off"
          onChange={({ target }) => change({ name: target.value })}
        />
      )}
      <p className={settings.hint} role="status">
        {install.isPending
          ? t('Unpacking the plugin and starting it once…')
          : t(
              'The plugin is unpacked and started once, without access to any host. It stays off until you switch it on. An installed version is updated and keeps its settings.',
            )}
      </p>
      {isAsking && (
        <ConfirmUnconfined onConfirm={() => start(true)} onClose={() => setAsking(false)} />
      )}
    </ChangesSheet>
  )
}

/** Once the sheet has no unsaved changes any more, which would keep the user here. */
function useOpenPlugin(id: string | undefined, onClose: () => void) {
  const navigate = useNavigate()
  useEffect(() => {
    if (id === undefined) return
    onClose()
    void navigate({ to: '/settings/$section/$item', params: { section: 'plugins', item: id } })
  }, [id])
}

const formatTooLarge = () =>
  t('This archive is too large: at most {size}.', { size: formatBytes(maxArchiveBytes) })

interface ConfirmUnconfinedProps {
  onConfirm: () => void
  onClose: () => void
  busy?: boolean
}

export const ConfirmUnconfined = (props: ConfirmUnconfinedProps) => (
  <Confirm title={t('Run it unconfined?')} action={t('Run unconfined')} {...props}>
    <p>
      {t(
        'It can read your books, the database and the passwords in the settings of the server, and send them anywhere. Only its author’s good will protects you.',
      )}
    </p>
  </Confirm>
)
