/** Chooses the target of an import: a new reading list or one of the user's own lists. */
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from '../../../components/controls/button'
import { Field } from '../../../components/controls/field'
import { Select } from '../../../components/controls/select'
import { listsQuery } from '../../../components/lists/list-requests'
import { t } from '../../../i18n/i18n'
import type { Target } from './import-requests'
import styles from './import.module.css'

interface ImportTargetProps {
  /** Name of the list in the file. */
  name: string
  bookCount: number
  entryCount: number
  busy: boolean
  onSave: (target: Target) => void
  onOtherFile: () => void
}

const newList = 'new'

export function ImportTarget(props: ImportTargetProps) {
  const { bookCount, entryCount, busy, onSave, onOtherFile } = props
  const [name, setName] = useState(props.name)
  const [target, setTarget] = useState(newList)
  const isNew = target === newList
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSave({ name: name.trim(), listId: isNew ? '' : target })
  }
  return (
    <form className={styles.target} onSubmit={submit}>
      <TargetSelect value={target} onChange={setTarget} />
      {isNew && (
        <Field
          label={t('Name')}
          name="name"
          required
          maxLength={200}
          value={name}
          onChange={({ target: { value } }) => setName(value)}
        />
      )}
      {!isNew && <p>{t('The entries of this list will be replaced with those in the file')}</p>}
      <p role="status">
        {t(
          'Books were found or chosen for {books} of {total} entries. The others are kept as missing entries.',
          {
            books: bookCount,
            total: entryCount,
          },
        )}
      </p>
      <div className={styles.actions}>
        <Button variant="primary" type="submit" busy={busy} disabled={isNew && name.trim() === ''}>
          {isNew ? t('Create reading list') : t('Replace entries')}
        </Button>
        <Button onClick={onOtherFile}>{t('Choose another file')}</Button>
      </div>
    </form>
  )
}

interface TargetSelectProps {
  value: string
  onChange: (value: string) => void
}

function TargetSelect({ value, onChange }: TargetSelectProps) {
  const { data } = useQuery(listsQuery('readlist', { pageSize: 500, editable: 'true' }))
  const own = (data?.data ?? []).filter(({ isOwner }) => isOwner)
  if (own.length === 0) return null
  return (
    <Select
      label={t('Import into')}
      choices={[
        { value: newList, label: t('A new reading list') },
        ...own.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={value}
      onChange={onChange}
    />
  )
}
