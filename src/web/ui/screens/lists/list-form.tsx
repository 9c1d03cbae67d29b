/** Creates a list, or changes its name, description, rules, order, sharing and cover. */
import { type FormEvent, useId, useState } from 'react'
import { Button } from '../../components/controls/button'
import { Field } from '../../components/controls/field'
import field from '../../components/controls/field.module.css'
import { NativeSelect } from '../../components/controls/native-select'
import { Sheet } from '../../components/dialogs/dialog'
import edit from '../../components/edit/edit.module.css'
import {
  createList,
  type ItemList,
  type ListKind,
  listsPath,
  updateList,
} from '../../components/lists/list-requests'
import { useChange } from '../../components/use-change'
import { t } from '../../i18n/i18n'
import { usePermission } from '../../state/session/session'
import { ListCoverForm } from './list-cover-form'
import { buildListBody, byHand, createDraft, defaultSort, type Draft } from './list-draft'
import { SharingFields } from './sharing-fields'
import { SmartFields } from './smart-fields'
import styles from './lists.module.css'

interface ListFormProps {
  kind: ListKind
  /** Absent for a new list. */
  list?: ItemList
  onClose: () => void
  onSaved: (list: ItemList) => void
}

export function ListForm({ kind, list, onClose, onSaved }: ListFormProps) {
  const [draft, setDraft] = useState(() => createDraft(list))
  const mayShare = usePermission('lists:publish')
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part })
  const save = useChange({
    act: () => {
      const body = buildListBody(draft, { mayShare, list })
      return list ? updateList(kind, list.id, body) : createList(kind, body)
    },
    stale: [listsPath(kind)],
    onDone: (saved: ItemList) => {
      onClose()
      onSaved(saved)
    },
    once: true,
  })
  const id = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <Sheet
      open
      onClose={onClose}
      title={formatFormTitle(kind, list)}
      actions={
        <Actions
          form={id}
          isBusy={save.isPending}
          isWhole={draft.name.trim() !== '' && !(draft.isSmart && !draft.condition)}
          onClose={onClose}
        />
      }
    >
      <form id={id} className={styles.form} onSubmit={submit}>
        <Texts draft={draft} change={change} />
        <SmartFields kind={kind} list={list} draft={draft} change={change} />
        <OrderField
          kind={kind}
          isSmart={draft.isSmart}
          value={draft.order}
          onChange={(order) => change({ order })}
        />
        {mayShare && <SharingFields list={list} draft={draft} change={change} />}
        {list && <ListCoverForm kind={kind} list={list} />}
      </form>
    </Sheet>
  )
}

interface ActionsProps {
  form: string
  isBusy: boolean
  isWhole: boolean
  onClose: () => void
}

const Actions = ({ form, isBusy, isWhole, onClose }: ActionsProps) => (
  <>
    <Button onClick={onClose}>{t('Cancel')}</Button>
    <Button variant="primary" type="submit" form={form} busy={isBusy} disabled={!isWhole}>
      {t('Save')}
    </Button>
  </>
)

function formatFormTitle(kind: ListKind, list: ItemList | undefined): string {
  if (list) return t('Edit {name}', { name: list.name })
  return kind === 'collection' ? t('New collection') : t('New reading list')
}

interface PartProps {
  draft: Draft
  change: (part: Partial<Draft>) => void
}

const Texts = ({ draft, change }: PartProps) => (
  <>
    <Field
      label={t('Name')}
      name="name"
      autoFocus
      required
      maxLength={200}
      value={draft.name}
      onChange={({ target }) => change({ name: target.value })}
    />
    <label>
      <span className={field.label}>{t('Description')}</span>
      <textarea
        className={edit.text}
        rows={3}
        maxLength={5000}
        value={draft.summary}
        onChange={({ target }) => change({ summary: target.value })}
      />
    </label>
  </>
)

interface OrderFieldProps {
  kind: ListKind
  isSmart: boolean
  value: string
  onChange: (order: string) => void
}

function OrderField({ kind, isSmart, value: given, onChange }: OrderFieldProps) {
  const value = isSmart && given === byHand ? defaultSort : given
  const choices = [
    ...(isSmart ? [] : [{ value: byHand, label: t('Manual') }]),
    ...(kind === 'collection'
      ? [
          { value: defaultSort, label: t('By title') },
          { value: 'date_added,desc', label: t('Newest first') },
          { value: 'release_date,asc', label: t('By release year') },
        ]
      : [
          { value: defaultSort, label: t('By series and number') },
          { value: 'release_date,asc', label: t('By release date') },
          { value: 'date_added,desc', label: t('Newest first') },
        ]),
  ]
  const known = choices.some((choice) => choice.value === value)
  return (
    <NativeSelect
      label={t('Order')}
      choices={known ? choices : [...choices, { value, label: value }]}
      value={value}
      onChange={onChange}
    />
  )
}
