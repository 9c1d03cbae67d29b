/** Fields for the people and access groups that can see a list or change its entries. */
import { useQuery } from '@tanstack/react-query'
import type { Schemas } from '../../api/client'
import { apiQuery } from '../../api/query'
import { Button, IconButton } from '../../components/controls/button'
import field from '../../components/controls/field.module.css'
import { NativeSelect } from '../../components/controls/native-select'
import { Suggest } from '../../components/edit/fields/suggest'
import { useListFocus } from '../../components/focus/use-list-focus'
import { CloseIcon } from '../../components/icons'
import type { ItemList } from '../../components/lists/list-requests'
import { t } from '../../i18n/i18n'
import { usePermission } from '../../state/session/session'
import { addTyped, type Draft, type Sharing } from './list-draft'
import styles from './lists.module.css'

interface SharingProps {
  draft: Draft
  change: (part: Partial<Draft>) => void
  list: ItemList | undefined
}

export function SharingFields({ list, draft, change }: SharingProps) {
  // In a public list, people are chosen only as editors. A smart list cannot have editors.
  const isChosen = draft.sharing === 'people' || (draft.sharing === 'everyone' && !draft.isSmart)
  return (
    <>
      <NativeSelect<Sharing>
        label={t('Visible to')}
        choices={[
          { value: 'private', label: t('Only you') },
          { value: 'people', label: t('Selected people and groups') },
          { value: 'everyone', label: t('Everybody') },
        ]}
        value={draft.sharing}
        onChange={(sharing) => change({ sharing })}
      />
      {isChosen && <People draft={draft} change={change} />}
      {isChosen && <Groups list={list} draft={draft} change={change} />}
    </>
  )
}

function People({ draft, change }: Omit<SharingProps, 'list'>) {
  const mayListUsers = usePermission('users:read')
  const focus = useListFocus()
  const { people, typed } = draft
  const add = (names: string) => change(addTyped({ ...draft, typed: names }))
  return (
    <div className={styles.shares} role="group" aria-label={t('People')}>
      <b className={field.label}>{t('People')}</b>
      <div className={styles.add}>
        <Suggest
          kind={mayListUsers ? 'users' : undefined}
          label={t('Add people by username')}
          placeholder={t('Username')}
          value={typed}
          onChange={(value) => change({ typed: value })}
          onPick={add}
        />
        <Button onClick={() => add(typed)}>{t('Add')}</Button>
      </div>
      <ul role="list" {...focus}>
        {people.map((person) => (
          <li key={person.username} className={styles.share}>
            <span>{person.username}</span>
            {!draft.isSmart && (
              <CanEdit
                name={person.username}
                checked={person.canEdit}
                onChange={(canEdit) =>
                  change({
                    people: people.map((one) => (one === person ? { ...one, canEdit } : one)),
                  })
                }
              />
            )}
            <IconButton
              label={t('Remove {name}', { name: person.username })}
              icon={CloseIcon}
              onClick={() => change({ people: people.filter((one) => one !== person) })}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Groups that the user may choose, and groups that were chosen before. */
function Groups({ list, draft: { groups, sharing, isSmart }, change }: SharingProps) {
  const shareable =
    useQuery({ ...apiQuery('/api/v1/user/shareable-groups'), staleTime: 0 }).data ?? []
  const kept = (list?.sharedWithGroups ?? []).filter(
    ({ id }) => !shareable.some((group) => group.id === id),
  )
  const choices = [...shareable, ...kept.map((group) => ({ ...group, memberCount: null }))]
  if (choices.length === 0) return null
  const put = (id: string, group: Draft['groups'][number] | undefined) =>
    change({ groups: [...groups.filter((one) => one.id !== id), ...(group ? [group] : [])] })
  return (
    <div className={styles.shares} role="group" aria-label={t('Groups')}>
      <b className={field.label}>{t('Groups')}</b>
      <ul role="list">
        {choices.map((group) => (
          <Group
            key={group.id}
            group={group}
            chosen={groups.find(({ id }) => id === group.id)}
            mayLetEdit={!isSmart}
            isEditor={sharing === 'everyone'}
            onChange={(chosen) => put(group.id, chosen)}
          />
        ))}
      </ul>
    </div>
  )
}

interface GroupProps {
  group: Schemas['ShareableGroup']
  chosen: Draft['groups'][number] | undefined
  mayLetEdit: boolean
  /** Whether the group may change the list once it is chosen. */
  isEditor: boolean
  onChange: (chosen: Draft['groups'][number] | undefined) => void
}

const Group = ({ group, chosen, mayLetEdit, isEditor, onChange }: GroupProps) => (
  <li className={styles.share}>
    <label className={styles.check}>
      <input
        type="checkbox"
        checked={chosen !== undefined}
        onChange={({ target }) =>
          onChange(
            target.checked ? { id: group.id, name: group.name, canEdit: isEditor } : undefined,
          )
        }
      />
      <span>
        {group.name}
        {group.memberCount !== null && (
          <small>
            {t('{count, plural, one {# member} other {# members}}', { count: group.memberCount })}
          </small>
        )}
      </span>
    </label>
    {chosen && mayLetEdit && (
      <CanEdit
        name={group.name}
        checked={chosen.canEdit}
        onChange={(canEdit) => onChange({ ...chosen, canEdit })}
      />
    )}
  </li>
)

interface CanEditProps {
  name: string
  checked: boolean
  onChange: (canEdit: boolean) => void
}

const CanEdit = ({ name, checked, onChange }: CanEditProps) => (
  <label className={styles.check}>
    <input
      type="checkbox"
      aria-label={t('Can edit: {name}', { name })}
      checked={checked}
      onChange={({ target }) => onChange(target.checked)}
    />
    {t('Can edit')}
  </label>
)
