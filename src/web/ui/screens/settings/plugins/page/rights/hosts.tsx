/** Hosts to which the plugin may connect, and hosts that it has requested. */
import { useRef, useState } from 'react'
import { formatError } from '../../../../../api/format-error'
import { Button } from '../../../../../components/controls/button'
import { Field } from '../../../../../components/controls/field'
import { t } from '../../../../../i18n/i18n'
import { SettingsCard, Entries, Entry } from '../../../shared/settings-section'
import settings from '../../../settings.module.css'
import type { Plugin } from '../../plugin-labels'
import styles from '../../plugins.module.css'
import { usePluginPatch } from '../use-plugin-patch'

export function Hosts({ plugin }: { plugin: Plugin }) {
  const { id, requestedHosts } = plugin
  const field = useRef<HTMLDivElement>(null)
  const patch = usePluginPatch(id)
  const hosts = (patch.isPending && patch.variables.hosts) || plugin.hosts
  // Sorted together, so that an entry stays in its place when it is allowed.
  const shown = [...new Set([...hosts, ...requestedHosts])].toSorted()
  const change = (next: string[]) => {
    patch.mutate({ hosts: next })
    // The list that contains the focus disappears, so the focus moves to the input.
    if (next.length === 0 && requestedHosts.length === 0) focusInput(field.current)
  }
  return (
    <SettingsCard
      title={t('Hosts')}
      hint={t(
        'A confined plugin can connect only to these hosts, and only through Quire. It can send them anything it sees in your library.',
      )}
    >
      {shown.length > 0 && (
        <Entries label={t('Hosts')}>
          {shown.map((host) => (
            <Host key={host} host={host} hosts={hosts} onChange={change} />
          ))}
        </Entries>
      )}
      {shown.length === 0 && (
        <p className={settings.hint}>
          {t(
            'None yet. The hosts that the plugin requests will be listed here once it has been used.',
          )}
        </p>
      )}
      <div ref={field}>
        <AddHost id={id} hosts={hosts} />
      </div>
    </SettingsCard>
  )
}

const focusInput = (place: HTMLElement | null) => place?.querySelector('input')?.focus()

interface HostProps {
  host: string
  /** Allowed hosts. */
  hosts: readonly string[]
  onChange: (hosts: string[]) => void
}

function Host({ host, hosts, onChange }: HostProps) {
  const isAllowed = hosts.includes(host)
  const others = hosts.filter((one) => one !== host)
  return (
    <Entry
      title={host}
      facts={
        isAllowed ? (
          t('Allowed')
        ) : (
          <span className={settings.warned}>
            {t('Not allowed. The plugin tried to connect to this host.')}
          </span>
        )
      }
      actions={
        <Button
          small
          onClick={() => onChange(isAllowed ? others : [...hosts, host])}
          aria-label={
            isAllowed ? t('Remove {name}', { name: host }) : t('Allow {name}', { name: host })
          }
        >
          {isAllowed ? t('Remove') : t('Allow')}
        </Button>
      }
    />
  )
}

function AddHost({ id, hosts }: { id: string; hosts: readonly string[] }) {
  const [typed, setTyped] = useState('')
  const patch = usePluginPatch(id, { quiet: true, onDone: () => setTyped('') })
  const host = readHost(typed)
  return (
    <form
      className={styles.add}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (host !== '' && !patch.isPending) patch.mutate({ hosts: [...hosts, host] })
      }}
    >
      <Field
        label={t('Add a host')}
        name="host"
        placeholder="api.example.org"
        problem={patch.error ? formatError(patch.error) : undefined}
        value={typed}
        maxLength={260}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        inputMode="url"
        onChange={({ target }) => {
          patch.reset()
          setTyped(target.value)
        }}
      />
      <Button type="submit" busy={patch.isPending} disabled={host === ''}>
        {t('Allow')}
        <span className="hidden-words"> {t('Add a host')}</span>
      </Button>
    </form>
  )
}

/** Accepts a URL as well, because users may paste one. */
function readHost(typed: string): string {
  const text = typed.trim()
  return /^https?:/i.test(text) ? (URL.parse(text)?.host ?? text) : text
}
