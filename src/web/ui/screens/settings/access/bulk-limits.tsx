/** A form that sets the same restrictions for several users. */
import { useState } from 'react'
import { readResponse, api } from '../../../api/client'
import { Select } from '../../../components/controls/select'
import { useChange } from '../../../components/use-change'
import { t } from '../../../i18n/i18n'
import { LibraryChoice } from '../libraries/library-choice'
import { ChangesSheet } from '../shared/changes-sheet'
import { FormSection } from '../shared/settings-section'
import { AgeLimit, TagModes } from './limit-fields'
import type { LimitsPatch } from './limits'
import { UserPicker } from './user-picker'

export function BulkLimits({ onClose }: { onClose: () => void }) {
  const [userIds, setUserIds] = useState<string[]>([])
  const [limits, setLimits] = useState<LimitsPatch>({})
  const change = (patch: LimitsPatch) => setLimits((last) => ({ ...last, ...patch }))
  const save = useChange({
    once: true,
    act: () =>
      readResponse(api.PATCH('/api/v1/users/bulk/restrictions', { body: { userIds, ...limits } })),
    done: ({ updatedCount }) =>
      t('Restrictions changed for {count, plural, one {# user} other {# users}}', {
        count: updatedCount,
      }),
    stale: ['/api/v1/users', '/api/v1/access'],
    onDone: onClose,
    quiet: true,
  })
  return (
    <ChangesSheet
      title={t('Restrict several users')}
      isChanged={userIds.length > 0 || Object.keys(limits).length > 0}
      isComplete={userIds.length > 0 && Object.keys(limits).length > 0}
      save={save}
      onClose={onClose}
    >
      <FormSection title={t('Users')}>
        <UserPicker value={userIds} onChange={setUserIds} />
      </FormSection>
      <FormSection title={t('Restrictions')}>
        <p>{t('Settings that you don’t change stay as they are for each user')}</p>
        <LibraryChoice
          value={limits.libraryIds ?? null}
          onChange={(libraryIds) => change({ libraryIds })}
          hint={() => t('This user can’t see any other library')}
        />
        <AgeLimit value={limits.ageLimit ?? null} onChange={(ageLimit) => change({ ageLimit })} />
        <UnratedChoice
          value={limits.hidesUnrated}
          onChange={(hidesUnrated) => change({ hidesUnrated })}
        />
        <TagModes value={limits} onChange={change} />
      </FormSection>
    </ChangesSheet>
  )
}

interface UnratedChoiceProps {
  /** undefined if unchanged. */
  value: boolean | undefined
  onChange: (hidesUnrated: boolean) => void
}

function UnratedChoice({ value, onChange }: UnratedChoiceProps) {
  const choices = [
    { value: 'hide', label: t('Hide') },
    { value: 'show', label: t('Show') },
  ]
  const unchanged = {
    value: 'unchanged',
    label: t('Hide if a new age limit is set; otherwise don’t change'),
  }
  return (
    <Select
      label={t('Series without an age rating')}
      choices={value === undefined ? [unchanged, ...choices] : choices}
      value={value === undefined ? 'unchanged' : value ? 'hide' : 'show'}
      onChange={(next) => next !== 'unchanged' && onChange(next === 'hide')}
    />
  )
}
