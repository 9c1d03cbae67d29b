/** Adds, edits or deletes an access group: its name, limits and members. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readResponse, api } from '../../../../api/client'
import { apiQuery } from '../../../../api/query'
import { Field } from '../../../../components/controls/field'
import { useChange } from '../../../../components/use-change'
import { t } from '../../../../i18n/i18n'
import { LibraryChoice } from '../../libraries/library-choice'
import { ChangesSheet } from '../../shared/changes-sheet'
import { FormSection } from '../../shared/settings-section'
import { DeleteByName } from '../delete-by-name'
import { LimitFields } from '../limit-fields'
import { type Limits, type LimitsPatch, mergeLimits } from '../limits'
import { UserPicker } from '../user-picker'
import { VisibleSeries } from '../visible-series'
import { type GroupChanges, type GroupDetail, readGroup, saveGroup } from './save-group'
import { NameList } from '../../../../components/controls/name-list'
import { useSignInWays } from '../../../../components/entry/sign-in-ways'

interface GroupSheetProps {
  /** undefined for a new group. */
  id: string | undefined
  onClose: () => void
}

export function GroupSheet({ id, onClose }: GroupSheetProps) {
  const stored = useQuery({
    ...apiQuery('/api/v1/access-groups/{group_id}', { params: { path: { group_id: id ?? '' } } }),
    enabled: id !== undefined,
    staleTime: 0,
  })
  if (id !== undefined && !stored.data) return null
  return <GroupForm key={id} group={stored.data} onClose={onClose} />
}

function GroupForm({ group, onClose }: { group: GroupDetail | undefined; onClose: () => void }) {
  const [changes, setChanges] = useState<GroupChanges>({ limits: {} })
  const before = readGroup(group)
  const limits = mergeLimits(before.limits, changes.limits)
  const { name, members, signInGroups } = { ...before, ...changes }
  const set = (patch: Partial<GroupChanges>) => setChanges((last) => ({ ...last, ...patch }))
  const save = useChange({
    once: true,
    act: () => saveGroup(group, { ...changes, name }),
    done: t('Saved'),
    stale: ['/api/v1/access', '/api/v1/users'],
    onDone: onClose,
    quiet: true,
  })
  const limit = (patch: LimitsPatch) =>
    setChanges((last) => ({ ...last, limits: { ...last.limits, ...patch } }))
  return (
    <ChangesSheet
      title={group?.name ?? t('Add access group')}
      isChanged={Object.keys(changes).length > 1 || Object.keys(changes.limits).length > 0}
      isComplete={name.trim() !== ''}
      save={save}
      onClose={onClose}
    >
      <Field
        name="name"
        label={t('Name')}
        value={name}
        maxLength={100}
        onInput={({ currentTarget: { value } }) => set({ name: value })}
      />
      <MemberLimits value={limits} onChange={limit} />
      <FormSection title={t('Members')}>
        <UserPicker value={members} onChange={(next) => set({ members: next })} />
      </FormSection>
      <SignInGroups value={signInGroups} onChange={(next) => set({ signInGroups: next })} />
      {group && <GroupDeletion group={group} onClose={onClose} />}
    </ChangesSheet>
  )
}

interface MemberLimitsProps {
  value: Limits
  onChange: (patch: LimitsPatch) => void
}

const MemberLimits = ({ value, onChange }: MemberLimitsProps) => (
  <FormSection title={t('Restrictions for members')}>
    <LibraryChoice
      value={value.libraryIds}
      onChange={(libraryIds) => onChange({ libraryIds })}
      hint={() => t('Members can’t see any other library')}
    />
    <LimitFields
      value={value}
      onChange={onChange}
      effect={<VisibleSeries name={t('A member')} limits={value} />}
    />
  </FormSection>
)

const GroupDeletion = ({ group, onClose }: { group: GroupDetail; onClose: () => void }) => (
  <DeleteByName
    name={group.name}
    words={t('Delete group…')}
    act={() => deleteGroup(group.id)}
    stale={['/api/v1/access']}
    onDone={onClose}
  >
    {t('The group’s restrictions will no longer apply to its members')}
  </DeleteByName>
)

const deleteGroup = (id: string) =>
  readResponse(
    api.DELETE('/api/v1/access-groups/{group_id}', { params: { path: { group_id: id } } }),
  )

interface SignInGroupsProps {
  value: readonly string[]
  onChange: (value: string[]) => void
}

/**
 * Groups at sign-in providers whose members are added to the access group. Renders nothing if there
 * are neither groups nor providers.
 */
function SignInGroups({ value, onChange }: SignInGroupsProps) {
  const ways = useSignInWays().data
  if (value.length === 0 && !ways?.providers.length) return null
  return (
    <FormSection title={t('Members from a sign-in provider')}>
      <NameList
        label={t('Groups at the sign-in provider')}
        hint={t(
          'People in these groups become members the next time they sign in. Names are case-sensitive.',
        )}
        names={value}
        maxLength={500}
        add={(name) => onChange([...value, name])}
        remove={(name) => onChange(value.filter((one) => one !== name))}
      />
    </FormSection>
  )
}
