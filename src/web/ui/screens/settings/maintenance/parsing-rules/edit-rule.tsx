/** A correction of names: what it is about, what it says, and what another wording would change. */
import { useState } from 'react'
import { answerOf, api, type Schemas } from '../../../../api/client'
import { errorWords } from '../../../../api/error-words'
import { Button } from '../../../../components/controls/button'
import { Sheet } from '../../../../components/dialogs/dialog'
import { Problem } from '../../../../components/entry/entry-page'
import { Field } from '../../../../components/controls/field'
import { Select } from '../../../../components/controls/select'
import { Switch } from '../../../../components/controls/switch'
import { t } from '../../../../i18n/i18n'
import { WouldChange } from '../../shared/naming-preview'
import { type DraftRule, draftOf, ruleOf, type ValueName, valueNames } from './rule-values'
import { placeWords, valueWords } from './rule-labels'
import styles from '../../settings.module.css'
import { useChange } from '../../shared/use-change'

type Rule = Schemas['NameRule']

export function EditNameRule({ rule, onClose }: { rule: Rule; onClose: () => void }) {
  const [draft, setDraft] = useState(() => draftOf(rule))
  const { look, save } = useRule(rule, onClose)
  const change = (patch: Partial<DraftRule>) => {
    look.reset()
    setDraft((last) => ({ ...last, ...patch }))
  }
  const body = ruleOf(draft, rule)
  const error = look.error ?? save.error
  const actions = (
    <>
      <Button disabled={!body} busy={look.isPending} onClick={() => body && look.mutate(body)}>
        {t('See what would change')}
      </Button>
      <Button
        look="primary"
        disabled={!body}
        busy={save.isPending}
        onClick={() => body && save.mutate(body)}
      >
        {t('Save')}
      </Button>
    </>
  )
  return (
    <Sheet open onClose={onClose} title={t('Correction of names')} actions={actions}>
      <div className={styles.form}>
        <About draft={draft} change={change} />
        <Says draft={draft} change={change} />
        {!body && <p className={styles.hint}>{t('It must say something.')}</p>}
        {error && <Problem>{errorWords(error)}</Problem>}
        {look.data?.map((preview) => (
          <WouldChange key={preview.libraryId} preview={preview} />
        ))}
      </div>
    </Sheet>
  )
}

type Wording = Schemas['NameRulePatch']

function useRule({ id, libraryId }: Rule, onClose: () => void) {
  const look = useChange({
    act: (wording: Required<Wording>) =>
      answerOf(api.POST('/api/v1/name-rules/preview', { body: { ...wording, id, libraryId } })),
    quiet: true,
  })
  const save = useChange({
    act: (body: Wording) =>
      answerOf(api.PATCH('/api/v1/name-rules/{id}', { params: { path: { id } }, body })),
    done: t('The correction is kept, and counts at every scan'),
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

const About = ({ draft, change }: PartProps) => (
  <>
    <div className={styles.fields}>
      <Select
        label={t('This is about')}
        choices={(['file', 'folder', 'path'] as const).map((value) => ({
          value,
          label: placeWords(value),
        }))}
        value={draft.on}
        onChange={(on) => change({ on })}
      />
      <Select
        label={t('Its name')}
        choices={[
          { value: 'text', label: t('is exactly this') },
          { value: 'glob', label: t('is like this') },
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
      hint={draft.match === 'glob' ? t('* is any text, ? is one character.') : undefined}
      onChange={({ target }) => change({ pattern: target.value })}
    />
  </>
)

function Says({ draft, change }: PartProps) {
  const set = (name: ValueName, value: string) =>
    change({ values: { ...draft.values, [name]: value } })
  return (
    <>
      {valueNames.map((name) => (
        <Field
          key={name}
          label={valueWords(name)}
          name={name}
          value={draft.values[name]}
          maxLength={500}
          placeholder={t('as it is')}
          onChange={({ target }) => set(name, target.value)}
        />
      ))}
      <Select<DraftRule['countAs']>
        label={t('Its number counts')}
        choices={[
          { value: '', label: t('what it counts now') },
          { value: 'volume', label: t('volumes') },
          { value: 'chapter', label: t('chapters') },
        ]}
        value={draft.countAs}
        onChange={(countAs) => change({ countAs })}
      />
      {draft.values.series !== '' && (
        <Switch
          label={t('One series across folders')}
          hint={t('Books of the same series name belong together, wherever they lie.')}
          checked={draft.acrossFolders}
          onChange={(acrossFolders) => change({ acrossFolders })}
        />
      )}
    </>
  )
}
