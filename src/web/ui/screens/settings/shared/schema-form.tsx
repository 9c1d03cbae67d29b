/** A form for settings that a plugin describes. */
import { ApiError, type Schemas } from '../../../api/client'
import { formatError } from '../../../api/format-error'
import { Button } from '../../../components/controls/button'
import { DiscardDialog } from '../../../components/edit/form/discard-dialog'
import { useLeaveGuard } from '../../../components/edit/form/use-leave-guard'
import { Form, Problem } from '../../../components/entry/entry-page'
import { t } from '../../../i18n/i18n'
import { translate } from '../../../i18n/server-messages'
import styles from '../settings.module.css'
import { ConfigField, type FieldDefinition } from './config-field'

/** Typed text, or the state of a switch. */
export type SchemaDraft = Readonly<Record<string, string | boolean>>

interface SchemaFormProps {
  fields: readonly FieldDefinition[]
  config: Schemas['Plugin']['config']
  draft: SchemaDraft
  setDraft: (draft: SchemaDraft) => void
  save: {
    /** Receives the values of all fields. If a value is undefined or empty, the default applies. */
    mutate: (values: Record<string, unknown>) => void
    isPending: boolean
    error: unknown
  }
}

export function SchemaForm({ fields, config, draft, setDraft, save }: SchemaFormProps) {
  const isChanged = Object.keys(draft).length > 0
  const leaving = useLeaveGuard(isChanged)
  const { byField, other } = sortProblems(save.error)
  return (
    <>
      <Form
        onSubmit={() => {
          const isValid = !fields.some((field) => findProblem(field, draft[field.key]))
          if (isChanged && isValid && !save.isPending) {
            save.mutate(buildValues(fields, config, draft))
          }
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
        <div className={styles.actions}>
          <Button type="submit" variant="primary" disabled={!isChanged} busy={save.isPending}>
            {t('Save')}
          </Button>
        </div>
      </Form>
      <DiscardDialog open={leaving.isAsking} onStay={leaving.stay} onDrop={leaving.leave} />
    </>
  )
}

function buildValues(
  fields: readonly FieldDefinition[],
  config: SchemaFormProps['config'],
  draft: SchemaDraft,
) {
  return Object.fromEntries(
    fields.map((field) => {
      const typed = draft[field.key]
      return [field.key, typed === undefined ? config[field.key] : readValue(field, typed)]
    }),
  )
}

function readValue({ type }: FieldDefinition, typed: string | boolean) {
  if (typeof typed === 'boolean') return typed
  const text = typed.trim()
  return type === 'number' && text !== '' ? readNumber(text) : text
}

/** Also accepts a decimal comma. */
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
