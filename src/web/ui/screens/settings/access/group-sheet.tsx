/** Adds or edits an access group: its limits and members. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readResponse, api, type Schemas } from '../../../api/client'
import { apiQuery } from '../../../api/query'
import { Field } from '../../../components/controls/field'
import { useChange } from '../../../components/use-change'
import { t } from '../../../i18n/i18n'
import { LibraryChoice } from '../libraries/library-choice'
import { ChangesSheet } from '../shared/changes-sheet'
import { FormSection } from '../shared/settings-section'
import { Deletion } from './deletion'
import { LimitFields } from './limit-fields'
import type { LimitsPatch } from './limits'
import { People } from './people'
import { SignInGroups } from './sign-in-groups'

type Detail = Schemas['AccessGroupDetail']

interface GroupSheetProps {
  /** undefined: a new one. */
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

interface Changes {
  name?: string
  limits: LimitsPatch
  members?: readonly string[]
  signInGroups?: readonly string[]
}

function GroupForm({ group, onClose }: { group: Detail | undefined; onClose: () => void }) {
  const [changes, setChanges] = useState<Changes>({ limits: {} })
  const before = readGroup(group)
  const limits = { ...before.limits, ...changes.limits }
  const members = changes.members ?? before.members
  const name = changes.name ?? before.name
  const save = useChange({
    once: true,
    act: () => saveGroup(group, { ...changes, name }),
    done: t('Saved'),
    stale: ['/api/v1/access-groups', '/api/v1/users'],
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
        onInput={({ currentTarget: { value } }) => setChanges((last) => ({ ...last, name: value }))}
      />
      <FormSection title={t('What members see')}>
        <LibraryChoice
          value={limits.libraryIds ?? null}
          onChange={(libraryIds) => limit({ libraryIds })}
          hint={() => t('Members can’t see any other library.')}
        />
        <LimitFields value={limits} onChange={limit} />
      </FormSection>
      <FormSection title={t('Members')}>
        <People
          value={members}
          onChange={(next) => setChanges((last) => ({ ...last, members: next }))}
        />
      </FormSection>
      <SignInGroups
        value={changes.signInGroups ?? before.signInGroups}
        onChange={(next) => setChanges((last) => ({ ...last, signInGroups: next }))}
      />
      {group && <GroupDeletion group={group} onClose={onClose} />}
    </ChangesSheet>
  )
}

function readGroup(group: Detail | undefined) {
  const listTags = (mode: 'allow' | 'deny') =>
    group?.grants
      .filter(({ accessMode }) => accessMode === mode)
      .map(({ sharingTagId }) => sharingTagId) ?? []
  return {
    name: group?.name ?? '',
    members: group?.members.map(({ userId }) => userId) ?? [],
    signInGroups: group?.oidcMappings.map(({ oidcGroupName }) => oidcGroupName) ?? [],
    limits: {
      libraryIds: group?.libraryIds ?? null,
      ageLimit: group?.ageLimit ?? null,
      hidesUnrated: group?.hidesUnrated ?? false,
      allowedTagIds: listTags('allow'),
      deniedTagIds: listTags('deny'),
    },
  }
}

/** Limits first: whoever becomes a member is limited at once. */
async function saveGroup(group: Detail | undefined, changes: Changes) {
  const { name = '', limits, members, signInGroups } = changes
  const { allowedTagIds, deniedTagIds, ...settings } = limits
  const body = { name, ...settings }
  const { id } = group
    ? await readResponse(
        api.PATCH('/api/v1/access-groups/{group_id}', {
          params: { path: { group_id: group.id } },
          body,
        }),
      )
    : await readResponse(api.POST('/api/v1/access-groups', { body }))
  const before = readGroup(group)
  if (allowedTagIds || deniedTagIds) {
    const wanted = { allow: allowedTagIds ?? [], deny: deniedTagIds ?? [] }
    await saveGrants(id, before.limits, wanted)
  }
  if (members) await saveMembers(id, before.members, members)
  if (signInGroups) await saveSignInGroups(id, group?.oidcMappings ?? [], signInGroups)
}

async function saveGrants(
  id: string,
  before: { allowedTagIds: string[]; deniedTagIds: string[] },
  wanted: { allow: readonly string[]; deny: readonly string[] },
) {
  for (const accessMode of ['deny', 'allow'] as const) {
    for (const sharingTagId of wanted[accessMode]) {
      await readResponse(
        api.POST('/api/v1/access-groups/{group_id}/grants', {
          params: { path: { group_id: id } },
          body: { sharingTagId, accessMode },
        }),
      )
    }
  }
  const gone = [...before.allowedTagIds, ...before.deniedTagIds].filter(
    (tag) => !wanted.allow.includes(tag) && !wanted.deny.includes(tag),
  )
  for (const tag of gone) {
    const params = { path: { group_id: id, tag_id: tag } }
    await readResponse(api.DELETE('/api/v1/access-groups/{group_id}/grants/{tag_id}', { params }))
  }
}

async function saveMembers(id: string, before: readonly string[], wanted: readonly string[]) {
  const added = wanted.filter((user) => !before.includes(user))
  if (added.length > 0) {
    const params = { path: { group_id: id } }
    const body = { userIds: added }
    await readResponse(api.POST('/api/v1/access-groups/{group_id}/members', { params, body }))
  }
  for (const user of before.filter((one) => !wanted.includes(one))) {
    const params = { path: { group_id: id, user_id: user } }
    await readResponse(api.DELETE('/api/v1/access-groups/{group_id}/members/{user_id}', { params }))
  }
}

async function saveSignInGroups(
  id: string,
  before: Detail['oidcMappings'],
  wanted: readonly string[],
) {
  const known = before.map(({ oidcGroupName }) => oidcGroupName)
  for (const oidcGroupName of wanted.filter((name) => !known.includes(name))) {
    const params = { path: { group_id: id } }
    const body = { oidcGroupName }
    await readResponse(api.POST('/api/v1/access-groups/{group_id}/oidc-mappings', { params, body }))
  }
  for (const { id: mapping } of before.filter((one) => !wanted.includes(one.oidcGroupName))) {
    const params = { path: { group_id: id, mapping_id: mapping } }
    await readResponse(
      api.DELETE('/api/v1/access-groups/{group_id}/oidc-mappings/{mapping_id}', { params }),
    )
  }
}

const GroupDeletion = ({ group, onClose }: { group: Detail; onClose: () => void }) => (
  <Deletion
    name={group.name}
    words={t('Delete group…')}
    act={() => deleteGroup(group.id)}
    stale={['/api/v1/access-groups']}
    onDone={onClose}
  >
    {t('Its members are no longer limited by it.')}
  </Deletion>
)

const deleteGroup = (id: string) =>
  readResponse(
    api.DELETE('/api/v1/access-groups/{group_id}', { params: { path: { group_id: id } } }),
  )
