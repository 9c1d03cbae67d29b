/** Shows the state of a plugin, tests it, and turns it on or off. */
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api, readResponse } from '../../../../api/client'
import { Button } from '../../../../components/controls/button'
import { Switch } from '../../../../components/controls/switch'
import { toast } from '../../../../components/feedback/toast'
import { useChange } from '../../../../components/use-change'
import { withId } from '../../../../components/use-action'
import { formatAgo } from '../../../../i18n/date-time'
import { t } from '../../../../i18n/i18n'
import { type ServerMessage, translate } from '../../../../i18n/server-messages'
import { SettingsCard } from '../../shared/settings-section'
import settings from '../../settings.module.css'
import { HealthTag } from '../health-tag'
import { isMetadataProvider, isRunnable, type Plugin, pluginPaths } from '../plugin-labels'
import styles from '../plugins.module.css'
import { WantedHosts } from '../wanted-hosts'
import { ConfirmUnconfined } from '../install/confirm-unconfined'
import { UnconfinedSystem } from '../warning'
import { usePluginPatch } from './use-plugin-patch'

export function PluginState({ plugin }: { plugin: Plugin }) {
  const [problem, setProblem] = useState<ServerMessage>()
  const { missingSettings: missing } = plugin
  return (
    <SettingsCard title={t('State')} actions={<TestButton plugin={plugin} onResult={setProblem} />}>
      <p className={styles.foot}>
        <HealthTag plugin={plugin} />
        <span className={settings.entryFacts}>{listFacts(plugin).join(' · ')}</span>
      </p>
      {plugin.disabledMessage && (
        <p className={settings.warned}>{translate(plugin.disabledMessage)}</p>
      )}
      <WantedHosts plugin={plugin} />
      {!plugin.enabled && missing.length > 0 && (
        <p className={settings.warned}>
          {t('Still missing: {names}', { names: missing.join(', ') })}
        </p>
      )}
      {!plugin.isConfined && <Unconfined plugin={plugin} />}
      <EnabledSwitch plugin={plugin} onResult={setProblem} />
      {problem && (
        <p role="alert" className={styles.problem}>
          {translate(problem)}
        </p>
      )}
      {plugin.enabled && <NextSteps plugin={plugin} />}
    </SettingsCard>
  )
}

const listFacts = ({ isConfined, lastSuccessAt, lastFailureAt }: Plugin): string[] => [
  isConfined ? t('Confined') : t('Not confined'),
  ...(lastSuccessAt ? [t('last succeeded {when}', { when: formatAgo(lastSuccessAt) })] : []),
  ...(lastFailureAt ? [t('last failed {when}', { when: formatAgo(lastFailureAt) })] : []),
]

interface ActionProps {
  plugin: Plugin
  /** undefined if the plugin works. */
  onResult: (problem: ServerMessage | undefined) => void
}

function EnabledSwitch({ plugin, onResult }: ActionProps) {
  const { id, enabled } = plugin
  const change = useChange({
    act: (next: boolean) =>
      next
        ? readResponse(api.POST('/api/v1/admin/plugins/{id}/enable', withId(id)))
        : readResponse(api.POST('/api/v1/admin/plugins/{id}/disable', withId(id))),
    stale: pluginPaths,
    once: true,
    onDone: (answer) => {
      onResult(answer.healthCheckProblem ?? undefined)
      if (!answer.healthCheckProblem) toast(translate(answer))
    },
  })
  return (
    <Switch
      label={t('Use this plugin')}
      hint={
        !isRunnable(plugin)
          ? t('First allow this plugin to run unconfined')
          : change.isPending && change.variables
            ? t('Starting the plugin…')
            : t('The plugin starts when needed and stops when idle')
      }
      checked={change.isPending ? change.variables : enabled}
      disabled={!enabled && !isRunnable(plugin)}
      onChange={(next) => {
        onResult(undefined)
        change.mutate(next)
      }}
    />
  )
}

function TestButton({ plugin: { id }, onResult }: ActionProps) {
  const test = useChange({
    act: () => readResponse(api.POST('/api/v1/admin/plugins/{id}/test', withId(id))),
    stale: pluginPaths,
    once: true,
    onDone: (answer) => {
      onResult(answer.success ? undefined : answer)
      if (answer.success) toast(translate(answer))
    },
  })
  return (
    <Button busy={test.isPending} onClick={() => test.mutate()}>
      {t('Test')}
    </Button>
  )
}

/** Links to the settings in which the plugin is used. */
const NextSteps = ({ plugin }: { plugin: Plugin }) => (
  <>
    {isMetadataProvider(plugin) && (
      <p className={settings.hint}>
        {t('Choose the position of this plugin among the providers for each library:')}{' '}
        <SectionLink section="metadata" words={t('Metadata')} />
      </p>
    )}
    {plugin.manifest?.capabilities.releaseSource && (
      <p className={settings.hint}>
        {t('The plugin’s release sources are listed here:')}{' '}
        <SectionLink section="releases" words={t('Releases')} />
      </p>
    )}
  </>
)

const SectionLink = ({ section, words }: { section: string; words: string }) => (
  <Link to="/settings/$section" params={{ section }} className={settings.link}>
    {words}
  </Link>
)

/** Shown only if the system cannot confine plugins. */
function Unconfined({ plugin: { id, isUnconfinedAllowed } }: { plugin: Plugin }) {
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
