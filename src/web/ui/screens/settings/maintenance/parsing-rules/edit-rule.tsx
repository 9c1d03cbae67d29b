/** Edits a parsing rule, with a preview of its effect. */
import { useState } from 'react'
import { readResponse, api, type Schemas } from '../../../../api/client'
import { formatError } from '../../../../api/format-error'
import { Button } from '../../../../components/controls/button'
import { Sheet } from '../../../../components/dialogs/dialog'
import { Problem } from '../../../../components/entry/entry-page'
import { Field } from '../../../../components/controls/field'
import { Select } from '../../../../components/controls/select'
import { Switch } from '../../../../components/controls/switch'
import { t } from '../../../../i18n/i18n'
import { NamingPreview } from '../../shared/naming-preview'
import {
  type DraftRule,
  toDraft,
  buildRuleFromValues,
  type ValueName,
  valueNames,
} from './rule-values'
import { formatRulePosition, formatRuleValue } from './rule-labels'
import styles from '../../settings.module.css'
import { useChange } from '../../../../components/use-change'

type Rule = Schemas['NameRule']

export function EditRule({ rule, onClose }: { rule: Rule; onClose: () => void }) {
  const [draft, setDraft] = useState(() => toDraft(rule))
  const { look, save } = useRule(rule, onClose)
  const change = (patch: Partial<DraftRule>) => {
    look.reset()
    setDraft((last) => ({ ...last, ...patch }))
  }
  const body = buildRuleFromValues(draft, rule)
  const error = look.error ?? save.error
  const actions = (
    <>
      <Button disabled={!body} busy={look.isPending} onClick={() => body && look.mutate(body)}>
        {t('Preview changes')}
      </Button>
      <Button
        variant="primary"
        disabled={!body}
        busy={save.isPending}
        onClick={() => body && save.mutate(body)}
      >
        {t('Save')}
      </Button>
    </>
  )
  return (
    <Sheet open onClose={onClose} title={t('Parsing rule')} actions={actions}>
      <div className={styles.form}>
        <RulePattern draft={draft} change={change} />
        <RuleEffect draft={draft} change={change} />
        {!body && <p className={styles.hint}>{t('Fill in at least one field')}</p>}
        {error && <Problem>{formatError(error)}</Problem>}
        {look.data?.map((preview) => (
          <NamingPreview key={preview.libraryId} preview={preview} />
        ))}
      </div>
    </Sheet>
  )
}

type Wording = Schemas['NameRulePatch']

function useRule({ id, libraryId }: Rule, onClose: () => void) {
  const look = useChange({
    act: (wording: Required<Wording>) =>
      readResponse(api.POST('/api/v1/name-rules/preview', { body: { ...wording, id, libraryId } })),
    quiet: true,
  })
  const save = useChange({
    act: (body: Wording) =>
      readResponse(api.PATCH('/api/v1/name-rules/{id}', { params: { path: { id } }, body })),
    done: t('Rule saved. It applies to every scan.'),
    stale: ['/api/v1/'],
    onDone: onClose,
    quiet: true,
  })
  return { look, save }
}

interface PartProps {
  draft: DraftRule
  change: (patch: Partial<DraftRule>) => void
}

const RulePattern = ({ draft, change }: PartProps) => (
  <>
    <div className={styles.fields}>
      <Select
        label={t('Applies to')}
        choices={(['file', 'folder', 'path'] as const).map((value) => ({
          value,
          label: formatRulePosition(value),
        }))}
        value={draft.on}
        onChange={(on) => change({ on })}
      />
      <Select
        label={t('Match')}
        choices={[
          { value: 'text', label: t('Exact name') },
          { value: 'glob', label: t('Pattern') },
        ]}
        value={draft.match}
        onChange={(match) => change({ match })}
      />
    </div>
    <Field
      label={t('Name')}
      name="pattern"
      value={draft.pattern}
      spellCheck={false}
      maxLength={500}
      hint={draft.match === 'glob' ? t('* matches any text, ? matches one character') : undefined}
      onChange={({ target }) => change({ pattern: target.value })}
    />
  </>
)

function RuleEffect({ draft, change }: PartProps) {
  const set = (name: ValueName, value: string) =>
    change({ values: { ...draft.values, [name]: value } })
  return (
    <>
      {valueNames.map((name) => (
        <Field
          key={name}
          label={formatRuleValue(name)}
          name={name}
          value={draft.values[name]}
          maxLength={500}
          placeholder={t('Unchanged')}
          onChange={({ target }) => set(name, target.value)}
        />
      ))}
      <Select<DraftRule['countAs']>
        label={t('Number type')}
        choices={[
          { value: '', label: t('Unchanged') },
          { value: 'volume', label: t('Volume') },
          { value: 'chapter', label: t('Chapter') },
        ]}
        value={draft.countAs}
        onChange={(countAs) => change({ countAs })}
      />
      {draft.values.series !== '' && (
        <Switch
          label={t('Group series across folders')}
          hint={t(
            'Books with the same series name are grouped together, whatever folder they are in',
          )}
          checked={draft.acrossFolders}
          onChange={(acrossFolders) => change({ acrossFolders })}
        />
      )}
    </>
  )
}
