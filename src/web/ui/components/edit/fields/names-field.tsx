/** Genres, tags, subjects: a list of names with add and remove. */
import { useState } from 'react'
import { t } from '../../../i18n/i18n'
import { CloseIcon } from '../../icons'
import { valueIn } from '../form/draft'
import { useEditing } from '../form/edit-context'
import styles from '../edit.module.css'
import { FieldFrame } from './field-frame'
import { type NameKind, Suggest } from './suggest'

interface NamesFieldProps {
  field: string
  label: string
  kind: NameKind
  isLockable?: boolean
}

export function NamesField({ field, label, kind, isLockable = true }: NamesFieldProps) {
  const { stored, draft, change } = useEditing()
  const [typed, setTyped] = useState('')
  const names = namesIn(valueIn(stored, draft, field))
  const add = (given: string) => {
    const more = given.split(',').map((name) => name.trim())
    const known = new Set(names.map(plain))
    const fresh = more.filter((name) => name && !known.has(plain(name)))
    if (fresh.length > 0) change(field, [...names, ...fresh])
    setTyped('')
  }
  return (
    <FieldFrame field={field} label={label} isWide isGroup isLockable={isLockable}>
      {() => (
        <>
          <Suggest
            kind={kind}
            label={t('Add to {field}', { field: label })}
            placeholder={t('Type and press Enter')}
            value={typed}
            onChange={setTyped}
            onPick={add}
          />
          {names.length > 0 && (
            <ul role="list" className={styles.names}>
              {names.map((name) => (
                <Name
                  key={name}
                  name={name}
                  onRemove={() =>
                    change(
                      field,
                      names.filter((other) => other !== name),
                    )
                  }
                />
              ))}
            </ul>
          )}
        </>
      )}
    </FieldFrame>
  )
}

const Name = ({ name, onRemove }: { name: string; onRemove: () => void }) => (
  <li className={styles.name}>
    {name}
    <button type="button" aria-label={t('Remove {name}', { name })} onClick={onRemove}>
      <CloseIcon size={14} />
    </button>
  </li>
)

const plain = (name: string) => name.toLocaleLowerCase()

const namesIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((name): name is string => typeof name === 'string') : []
