/** Edits people and their roles. */
import type { Schemas } from '../../../api/client'
import { t } from '../../../i18n/i18n'
import { Button, IconButton } from '../../controls/button'
import { CloseIcon, PlusIcon } from '../../icons'
import { formatCreatorRole } from '../../../labels/metadata-labels'
import { valueIn } from '../form/draft'
import { useEditing } from '../form/edit-context'
import { EditSelect } from './edit-select'
import styles from '../edit.module.css'
import { FieldFrame } from './field-frame'
import { Suggest } from './suggest'
import { useAddedRow } from './use-added-row'

type Author = Schemas['Author']

const roles = [
  'author',
  'co_author',
  'writer',
  'illustrator',
  'penciller',
  'inker',
  'colorist',
  'letterer',
  'cover_artist',
  'editor',
  'translator',
  'contributor',
] as const satisfies readonly Author['role'][]

export function PeopleField() {
  const { stored, draft, change } = useEditing()
  const people = peopleIn(valueIn(stored, draft, 'authors'))
  const { rows, added } = useAddedRow(1)
  const put = (next: readonly Author[]) => change('authors', next.length > 0 ? next : null)
  const add = () => {
    put([...people, { name: '', role: people.at(-1)?.role ?? 'author', sortName: null }])
    added()
  }
  return (
    <FieldFrame field="authors" label={t('People')} isWide isGroup>
      {() => (
        <div ref={rows} className={styles.people}>
          {people.map((person, position) => (
            <Person
              // The key is the index, because names change while they are typed.
              key={position}
              person={person}
              onChange={(next) => put(people.map((each) => (each === person ? next : each)))}
              onRemove={() => put(people.filter((each) => each !== person))}
            />
          ))}
          <Button small icon={PlusIcon} onClick={add}>
            {t('Add person')}
          </Button>
        </div>
      )}
    </FieldFrame>
  )
}

interface PersonProps {
  person: Author
  onChange: (person: Author) => void
  onRemove: () => void
}

function Person({ person, onChange, onRemove }: PersonProps) {
  const rename = (name: string) => onChange({ ...person, name, sortName: null })
  const name = person.name || t('this person')
  return (
    <div className={styles.person}>
      <Suggest
        kind="people"
        label={t('Name')}
        placeholder={t('Name')}
        value={person.name}
        onChange={rename}
        onPick={rename}
      />
      <EditSelect
        label={t('Role of {name}', { name })}
        choices={roles.map((role) => ({ value: role, label: formatCreatorRole(role) }))}
        value={person.role}
        onChange={(role) => onChange({ ...person, role: role as Author['role'] })}
      />
      <IconButton label={t('Remove {name}', { name })} icon={CloseIcon} onClick={onRemove} />
    </div>
  )
}

const peopleIn = (value: unknown): Author[] => (Array.isArray(value) ? (value as Author[]) : [])
