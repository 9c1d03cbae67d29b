/** Limits of a plugin that rarely need to be changed: response timeout and request rate. */
import { useState } from 'react'
import { formatError } from '../../../../../api/format-error'
import { Button } from '../../../../../components/controls/button'
import { Field } from '../../../../../components/controls/field'
import { Form, Problem } from '../../../../../components/entry/entry-page'
import { t } from '../../../../../i18n/i18n'
import { SettingsCard } from '../../../shared/settings-section'
import settings from '../../../settings.module.css'
import type { Plugin } from '../../plugin-labels'
import styles from '../../plugins.module.css'
import { usePluginPatch } from '../use-plugin-patch'

const defaults = { seconds: 30, perMinute: 60 }
type Limit = keyof typeof defaults

const most = { seconds: 300, perMinute: 6000 }

export const PluginLimits = ({ plugin }: { plugin: Plugin }) => (
  <SettingsCard>
    <details>
      <summary className={settings.summary}>{t('Limits')}</summary>
      <LimitsForm plugin={plugin} />
    </details>
  </SettingsCard>
)

function LimitsForm({ plugin }: { plugin: Plugin }) {
  const { id, requestTimeoutSeconds, rateLimitRequestsPerMinute } = plugin
  const [draft, setDraft] = useState<{ seconds?: string; perMinute?: string }>({})
  const save = usePluginPatch(id, { done: t('Saved'), quiet: true, onDone: () => setDraft({}) })
  const seconds = draft.seconds ?? formatLimit(requestTimeoutSeconds)
  const perMinute = draft.perMinute ?? formatLimit(rateLimitRequestsPerMinute)
  const isValid = !findProblem('seconds', seconds) && !findProblem('perMinute', perMinute)
  const isChanged = Object.keys(draft).length > 0
  const submit = () => {
    if (!isChanged || !isValid || save.isPending) return
    save.mutate({
      requestTimeoutSeconds: readLimit(seconds),
      rateLimitRequestsPerMinute: readLimit(perMinute),
    })
  }
  return (
    <Form onSubmit={submit}>
      <div className={settings.fields}>
        <LimitField
          name="seconds"
          label={t('Response timeout (seconds)')}
          value={seconds}
          onChange={(next) => setDraft({ ...draft, seconds: next })}
        />
        <LimitField
          name="perMinute"
          label={t('Requests per minute')}
          value={perMinute}
          onChange={(next) => setDraft({ ...draft, perMinute: next })}
        />
      </div>
      {save.error !== null && <Problem>{formatError(save.error)}</Problem>}
      <div className={styles.foot}>
        <Button type="submit" disabled={!isChanged || !isValid} busy={save.isPending}>
          {t('Save')}
        </Button>
      </div>
    </Form>
  )
}

interface LimitFieldProps {
  name: Limit
  label: string
  value: string
  onChange: (value: string) => void
}

const LimitField = ({ name, label, value, onChange }: LimitFieldProps) => (
  <Field
    label={label}
    name={name}
    hint={t('Default: {value}', { value: defaults[name] })}
    problem={findProblem(name, value)}
    value={value}
    inputMode="numeric"
    maxLength={5}
    autoComplete="off"
    onChange={({ target }) => onChange(target.value)}
  />
)

const formatLimit = (limit: number | null) => (limit === null ? '' : String(limit))

/** If the field is empty, the default applies. */
const readLimit = (typed: string) => (typed.trim() === '' ? null : Number(typed))

function findProblem(name: Limit, typed: string): string | undefined {
  const limit = readLimit(typed)
  const max = most[name]
  if (limit === null || (Number.isInteger(limit) && limit >= 1 && limit <= max)) return undefined
  return t('A whole number from 1 to {max}', { max })
}
