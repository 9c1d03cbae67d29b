/** Settings that the manifest of the plugin describes. */
import { useState } from 'react'
import { ApiError } from '../../../../../api/client'
import { formatError } from '../../../../../api/format-error'
import { Button } from '../../../../../components/controls/button'
import { DiscardDialog } from '../../../../../components/edit/form/discard-dialog'
import { useLeaveGuard } from '../../../../../components/edit/form/use-leave-guard'
import { Form, Problem } from '../../../../../components/entry/entry-page'
import { t } from '../../../../../i18n/i18n'
import { translate } from '../../../../../i18n/server-messages'
import { Card } from '../../../shared/settings-section'
import type { Plugin } from '../../plugin-labels'
import styles from '../../plugins.module.css'
import { usePluginPatch } from '../use-plugin-patch'
import { ConfigField, type FieldDefinition } from './config-field'

/** Typed text, or the position of a switch. */
type Draft = Readonly<Record<string, string | boolean>>

export function PluginSettings({ plugin }: { plugin: Plugin }) {
  const { id, config, manifest } = plugin
  const [draft, setDraft] = useState<Draft>({})
  const save = usePluginPatch(id, { done: t('Saved'), quiet: true, onDone: () => setDraft({}) })
  const isChanged = Object.keys(draft).length > 0
  const leaving = useLeaveGuard(isChanged)
  const fields = manifest?.configSchema?.fields ?? []
  if (fields.length === 0) return null
  const description = manifest?.configSchema?.description
  const { byField, other } = sortProblems(save.error)
  return (
    <Card title={t('Settings')} {...(description && { hint: description })}>
      <Form
        onSubmit={() => {
          const isValid = !fields.some((field) => findProblem(field, draft[field.key]))
          if (isChanged && isValid && !save.isPending)
            save.mutate({ config: buildConfig(fields, config, draft) })
        }}
      >
        {fields.map((field) => (
          <ConfigField
            key={field.key}
            field={field}
            value={draft[field.key] ?? config[field.key]}
            problem={findProblem(field, draft[field.key]) ?? byField.get(`config.${field.key}`)}
            onChange={(value) => setDraft({ ...draft, [field.key]: value })}
          />
        ))}
        {other !== undefined && <Problem>{other}</Problem>}
        <div className={styles.foot}>
          <Button type="submit" variant="primary" disabled={!isChanged} busy={save.isPending}>
            {t('Save')}
          </Button>
        </div>
      </Form>
      <DiscardDialog open={leaving.isAsking} onStay={leaving.stay} onDrop={leaving.leave} />
    </Card>
  )
}

/** The whole object: the server replaces it. Empty values are left out. */
function buildConfig(fields: readonly FieldDefinition[], config: Plugin['config'], draft: Draft) {
  const entries = fields.map((field) => {
    const typed = draft[field.key]
    return [field.key, typed === undefined ? config[field.key] : readValue(field, typed)] as const
  })
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined && value !== ''))
}

function readValue({ type }: FieldDefinition, typed: string | boolean) {
  if (typeof typed === 'boolean') return typed
  const text = typed.trim()
  return type === 'number' && text !== '' ? readNumber(text) : text
}

/** With a decimal comma, too. */
const readNumber = (text: string) => Number(text.replace(',', '.'))

const findProblem = ({ type }: FieldDefinition, typed: string | boolean | undefined) =>
  type === 'number' && typeof typed === 'string' && Number.isNaN(readNumber(typed))
    ? t('Enter a number')
    : undefined

function sortProblems(error: unknown) {
  const details = error instanceof ApiError ? error.details : []
  const byField = new Map(details.map((detail) => [detail.path, translate(detail)]))
  const isNamed = details.some(({ path }) => path.startsWith('config.'))
  return { byField, other: error && !isNamed ? formatError(error) : undefined }
}
