import { useState } from 'react'
import { Switch } from '../../../../components/controls/switch'
import { t } from '../../../../i18n/i18n'
import { ConfirmUnconfined } from '../install/confirm-unconfined'
import type { Plugin } from '../plugin-labels'
import { UnconfinedSystem } from '../warning'
import { usePluginPatch } from './use-plugin-patch'

/** Shown only if the system cannot confine plugins. */
export function Unconfined({ plugin: { id, isUnconfinedAllowed } }: { plugin: Plugin }) {
  const [isAsking, setAsking] = useState(false)
  const patch = usePluginPatch(id, { onDone: () => setAsking(false) })
  return (
    <>
      <UnconfinedSystem />
      <Switch
        label={t('Run this plugin unconfined')}
        checked={isUnconfinedAllowed}
        onChange={(next) => (next ? setAsking(true) : patch.mutate({ isUnconfinedAllowed: false }))}
      />
      {isAsking && (
        <ConfirmUnconfined
          busy={patch.isPending}
          onConfirm={() => patch.mutate({ isUnconfinedAllowed: true })}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
