/** A list of names with a field for adding one. */
import { useState } from 'react'
import { t } from '../../i18n/i18n'
import { CloseIcon } from '../icons'
import { useListFocus } from '../focus/use-list-focus'
import { Button, IconButton } from './button'
import { Field } from './field'
import styles from './name-list.module.css'

interface NameListProps {
  label: string
  hint?: string
  names: readonly string[]
  /** Converts a name for display. By default, the name itself is shown. */
  format?: (name: string) => string
  maxLength: number
  add: (name: string) => void
  remove: (name: string) => void
}

export function NameList(props: NameListProps) {
  const { label, hint, names, format = (name) => name, maxLength, add, remove } = props
  const [typed, setTyped] = useState('')
  const focusProps = useListFocus()
  const addTyped = () => {
    const name = typed.trim()
    if (name !== '' && !names.includes(name)) add(name)
    setTyped('')
  }
  return (
    <div className={styles.list}>
      <div className={styles.add}>
        <Field
          label={label}
          name="name"
          hint={hint}
          value={typed}
          maxLength={maxLength}
          autoComplete="off"
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            // Enter must not submit a surrounding form.
            event.preventDefault()
            addTyped()
          }}
        />
        <Button small onClick={addTyped} aria-label={t('Add to {field}', { field: label })}>
          {t('Add')}
        </Button>
      </div>
      {names.length > 0 && (
        <ul role="list" className={styles.names} {...focusProps}>
          {names.map((name) => (
            <li key={name}>
              {format(name)}
              <IconButton
                label={t('Remove {name}', { name: format(name) })}
                icon={CloseIcon}
                onClick={() => remove(name)}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
